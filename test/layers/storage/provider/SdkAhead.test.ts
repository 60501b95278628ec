import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { vi } from "vitest"
import { Emulator } from "../../../../emulator/src/Emulator.js"
import { SpaceId } from "../../../../src/domain/Ids.js"
import { StorageProviders } from "../../../../src/services/StorageProviders.js"
import { driveOn } from "./drive.js"

/** Settles when the package is asked for; the test runs out of time when it never is. */
const asked = (name: string) =>
  new Promise<void>((resolve) => {
    vi.doMock(name, (original) => {
      resolve()
      return original()
    })
  })

const sdks = { s3: "@aws-sdk/client-s3", oss: "ali-oss" } as const

describe("the SDK of a storage", () => {
  for (const platform of ["s3", "oss"] as const) {
    it.effect(`begins to load when a space on ${platform} is opened, before anything is asked of it`, () =>
      Effect.gen(function*() {
        const loading = asked(sdks[platform])
        const providers = yield* StorageProviders
        yield* providers.forSpace({
          spaceId: SpaceId.make("space"),
          platform,
          name: undefined,
          fileSizeLimit: undefined,
          downloadSpeed: undefined
        })
        yield* Effect.promise(() => loading)
      }).pipe(Effect.provide(driveOn().pipe(Layer.provide(Emulator.layer())))))
  }
})
