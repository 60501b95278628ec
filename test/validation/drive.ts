/**
 * A signed-in drive with a space on each platform, and a way to see that nothing was called.
 */
import { assert } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Session } from "effect-drive"
import { Emulator, TestDrive } from "effect-drive/testing"

export const spaces = [
  { spaceId: "s3", platform: "s3" },
  { spaceId: "oss", platform: "oss" },
  { spaceId: "pds", platform: "pds" }
] as const

/** ali-oss takes the time 0 for none. */
const today = Date.UTC(2026, 10, 21)

const signedIn = Layer.effectDiscard(
  Effect.flatMap(Session, (session) => session.initialise({ accessToken: TestDrive.accessToken }))
)

export const drive = Layer.unwrapEffect(
  Effect.as(TestClock.setTime(today), Layer.provideMerge(signedIn, TestDrive.layer({ spaces })))
)

/** What comes of the effect, and whether it made a call: the first one would have met a fault. */
export const callsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { faults } = yield* Emulator
    faults.add([{ match: {}, action: { _tag: "status", status: 418 } }])
    const result = yield* effect
    const unmet = faults.next({ target: "api", method: "GET", path: "/", query: new URLSearchParams() })
    return { called: unmet === undefined, result }
  })

/** Fails when the effect made any call. */
export const withoutCalls = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(callsOf(effect), ({ called, result }) => {
    assert.isFalse(called, "a call was made")
    return result
  })

interface Told {
  readonly _tag: string
  readonly message: string
  readonly field?: string | undefined
}

/** `InvalidInput spaceId: spaceId required` */
export const told = <A, E extends Told, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.flip(effect),
    (error) => `${error._tag}${error.field === undefined ? "" : ` ${error.field}`}: ${error.message}`
  )
