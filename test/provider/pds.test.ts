import { Effect, Layer } from "effect"
import { Spaces } from "../../src/services/Spaces.js"
import { StorageProviders } from "../../src/services/StorageProviders.js"
import { providerContract, ProviderUnderTest } from "./contract.js"
import { driveOn, listening, overSockets } from "./drive.js"

const opened = Layer.effect(
  ProviderUnderTest,
  Effect.gen(function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    // Hashing is skipped on pds, so no upload can be rapid.
    return { provider: yield* providers.forSpace(yield* spaces.resolve()), rapidUpload: false }
  })
)

providerContract(
  "pds",
  opened.pipe(
    Layer.provideMerge(driveOn(overSockets)),
    Layer.provide(listening({ spaces: [{ spaceId: "pds-files", platform: "pds" }] }))
  )
)
