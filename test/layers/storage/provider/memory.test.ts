/** The in-memory drive of `effect-drive/testing`, as far as it goes. */
import { Effect, Layer } from "effect"
import type { SupportedPlatform } from "../../../../src/domain/Platform.js"
import { StorageProviders } from "../../../../src/services/StorageProviders.js"
import * as MemoryDrive from "../../../../src/testing/MemoryDrive.js"
import { providerContract, ProviderUnderTest } from "./contract.js"
import type { Refusable } from "./contractRefusals.js"
import type { PlatformTraits } from "./platforms.js"
import { platforms } from "./platforms.js"

/** What the documentation of `ProviderMemory` lists. */
const refused = new Set<Refusable>([
  "files.rename",
  "files.updateInfo",
  "files.copy",
  "files.move",
  "files.remove",
  "bin.list",
  "bin.recycle",
  "bin.restore",
  "bin.clear",
  "downloads.batch",
  "downloads.archive",
  "tasks.get",
  "tasks.pollTask"
])

/** It is one service for all platforms, which lists, signs and confirms as the product's own does. */
const traitsOf = (platform: SupportedPlatform): PlatformTraits => {
  const { bucket, rapidUpload, upload } = platforms[platform]
  return { ...platforms.s3, bucket, rapidUpload, upload, pictures: "none" }
}

/** Nothing takes time: the test's clock stands still. */
const drive = (platform: SupportedPlatform) => MemoryDrive.make({ platform, latency: 0, bytesPerSecond: Infinity })

const opened = (platform: SupportedPlatform) =>
  Layer.unwrapEffect(
    Effect.map(drive(platform), ({ layer, space }) =>
      Layer.effect(
        ProviderUnderTest,
        Effect.gen(function*() {
          const providers = yield* StorageProviders
          return { provider: yield* providers.forSpace(space), traits: traitsOf(platform) }
        })
      ).pipe(Layer.provideMerge(layer)))
  )

for (const platform of ["s3", "oss", "pds"] as const) {
  providerContract(`in-memory ${platform}`, opened(platform), refused)
}
