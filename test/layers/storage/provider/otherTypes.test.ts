/** The contract of the product API once more, answered in other types: ids as numbers, numbers as text, flags as 0 and 1. */
import { Effect, Layer } from "effect"
import { Emulator } from "../../../../emulator/src/Emulator.js"
import { Spaces } from "../../../../src/services/Spaces.js"
import { StorageProviders } from "../../../../src/services/StorageProviders.js"
import { providerContract, ProviderUnderTest } from "./contract.js"
import { driveOn } from "./drive.js"

const opened = Layer.effect(
  ProviderUnderTest,
  Effect.gen(function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    return { provider: yield* providers.forSpace(yield* spaces.resolve()) }
  })
)

providerContract(
  "s3",
  opened.pipe(Layer.provideMerge(driveOn()), Layer.provide(Emulator.layer({ wireTypes: "other" })))
)
