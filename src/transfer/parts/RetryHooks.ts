/**
 * What the retry driver asks of the upload or download that a request belongs to, and what it tells it.
 */
import type * as Effect from "effect/Effect"
import type { SpaceId } from "../../domain/Ids.js"
import type { Inspection, RequestWatch } from "../../services/Inspection.js"
import type { RetryPolicy } from "../../services/transfers/RetryPolicy.js"
import type { SignIns } from "../../services/transfers/SignIns.js"
import type { Failure } from "./Failure.js"

/**
 * A pause before a request is made again, at `until` (epoch milliseconds): after `attempt` failures in a row, because the server
 * asked for fewer requests, or because something else answers in its place.
 */
export interface Pause {
  readonly reason: "foreignAnswer" | "retry" | "server"
  readonly error: Failure
  readonly attempt: number
  readonly until: number
}

/**
 * The upload or download that a request belongs to: what the driver asks of it, and tells it.
 */
export interface RetryHooks {
  readonly spaceId: SpaceId
  readonly policy: RetryPolicy
  readonly signIns: SignIns
  /** Grows with what was accepted or has arrived; a failure after progress counts as the first. */
  readonly progress: () => number
  /** The request waits, and for what; its attempts, so many failures in a row, stay as they are. */
  readonly waits: (why: "foreignAnswer" | "offline" | "signIn", error: Failure, attempt: number) => void
  /** The request is made again after a pause; `undefined` when an answer has come after one. */
  readonly pauses?: (pause: Pause | undefined) => void
  /** An answer came after a wait. */
  readonly answered: () => void
  /** The storage or the service asked for fewer requests. */
  readonly congested: Effect.Effect<void>
  readonly inspection?: Inspection | undefined
  /** Hears of the one request that these hooks are for, while an inspector is open. */
  readonly watch?: RequestWatch | undefined
}
