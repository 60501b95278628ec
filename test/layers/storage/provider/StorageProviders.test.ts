import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SpaceId } from "../../../../src/domain/Ids.js"
import type { Platform } from "../../../../src/domain/Platform.js"
import type { Space } from "../../../../src/domain/Space.js"
import { ProviderDrivers, S3Driver, StorageProviders } from "../../../../src/services/StorageProviders.js"
import { providerOf } from "../../../services/files/fakeProvider.js"

const spaceOn = (platform: Platform, spaceId = "space"): Space => ({
  spaceId: SpaceId.make(spaceId),
  platform,
  name: undefined,
  fileSizeLimit: undefined,
  downloadSpeed: undefined
})

const opened: Array<string> = []

const s3 = Layer.sync(S3Driver, () => {
  opened.length = 0
  return {
    platform: "s3" as const,
    open: (space) => {
      opened.push(space.spaceId)
      return Effect.succeed({ ...providerOf({}), space })
    }
  }
})

const run = <A, E>(effect: Effect.Effect<A, E, StorageProviders>) =>
  Effect.provide(effect, StorageProviders.layer.pipe(Layer.provide(ProviderDrivers.layer({ s3 }))))

describe("StorageProviders", () => {
  it.effect("opens a space once, until all are closed or the space is another", () =>
    run(Effect.gen(function*() {
      const providers = yield* StorageProviders
      const first = yield* providers.forSpace(spaceOn("s3"))
      assert.strictEqual(yield* providers.forSpace(spaceOn("s3")), first)
      yield* providers.forSpace(spaceOn("s3", "other"))
      assert.deepStrictEqual(opened, ["space", "other"])
      const grown = yield* providers.forSpace({ ...spaceOn("s3"), fileSizeLimit: 10 })
      assert.strictEqual(grown.space.fileSizeLimit, 10)
      yield* providers.closeAll
      yield* providers.forSpace(spaceOn("s3", "other"))
      assert.deepStrictEqual(opened, ["space", "other", "space", "other"])
    })))

  it.effect("knows no spaces on cos and obs", () =>
    run(Effect.gen(function*() {
      const providers = yield* StorageProviders
      for (const platform of ["cos", "obs"] as const) {
        const error = yield* Effect.flip(providers.forSpace(spaceOn(platform)))
        assert.deepInclude(error, { _tag: "PlatformNotSupported", platform })
      }
    })))

  it.effect("names the platform that has no driver", () =>
    run(Effect.gen(function*() {
      const providers = yield* StorageProviders
      const error = yield* Effect.flip(providers.forSpace(spaceOn("oss")))
      assert.deepInclude(error, { _tag: "UnsupportedOperation", platform: "oss" })
    })))
})
