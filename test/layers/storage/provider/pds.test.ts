import { Effect, Layer } from "effect"
import { Spaces } from "../../../../src/services/Spaces.js"
import { StorageProviders } from "../../../../src/services/StorageProviders.js"
import { providerContract, ProviderUnderTest } from "./contract.js"
import { driveOn, listening, overSockets } from "./drive.js"

const opened = Layer.effect(
  ProviderUnderTest,
  Effect.gen(function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    return { provider: yield* providers.forSpace(yield* spaces.resolve()) }
  })
)

providerContract(
  "pds",
  opened.pipe(
    Layer.provideMerge(driveOn(overSockets)),
    Layer.provide(listening({ spaces: [{ spaceId: "pds-files", platform: "pds" }] }))
  )
)
