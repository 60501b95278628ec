import { Effect, Layer, TestClock } from "effect"
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

/** ali-oss takes the first millisecond of 1970, at which test clocks begin, for no time at all. */
const today = Layer.effectDiscard(TestClock.setTime(Date.parse("2026-11-21T12:00:00Z")))

providerContract(
  "oss",
  opened.pipe(
    Layer.provideMerge(driveOn(overSockets)),
    Layer.provide(listening({ spaces: [{ spaceId: "oss-files", platform: "oss" }] })),
    Layer.provide(today)
  )
)
