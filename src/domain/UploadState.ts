/**
 * The one table of what every event does to an upload.
 *
 * An upload is in one phase at a time. The registry is the only writer, so events that come late, from a request that was
 * closed or a run that was left, fall away by the table.
 *
 * @since 1.0.7
 */
import type { PhaseTag, UploadPhase } from "./UploadPhase.js"
import { isHalted, workOf } from "./UploadPhase.js"

/**
 * Commands of the user (`start` to `retry`), hints of the machine (`offline`, `online`), of the session (`signedOut`: an
 * answer 401; `signedIn`), and steps of the upload's own run.
 *
 * @since 1.0.7
 * @category models
 */
export type UploadEvent =
  | "start"
  | "stop"
  | "resume"
  | "cancel"
  | "retry"
  | "offline"
  | "online"
  | "signedOut"
  | "signedIn"
  | "hashing"
  | "hashed"
  | "begun"
  | "sending"
  | "answered"
  | "stored"
  | "rapid"
  | "succeeded"
  | "failed"

/**
 * All events, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const uploadEvents: ReadonlyArray<UploadEvent> = [
  "start",
  "stop",
  "resume",
  "cancel",
  "retry",
  "offline",
  "online",
  "signedOut",
  "signedIn",
  "hashing",
  "hashed",
  "begun",
  "sending",
  "answered",
  "stored",
  "rapid",
  "succeeded",
  "failed"
]

/**
 * What a phase becomes; `back` is the phase it interrupted. An event that a row does not name changes nothing.
 *
 * @since 1.0.7
 * @category models
 */
export type Transition = PhaseTag | "back"

const halts = { stop: "Stopped", cancel: "Cancelled", failed: "Failed" } as const

const endsRun = { ...halts, rapid: "RapidSuccess", succeeded: "Success" } as const

const losesNetwork = { offline: "Offline", signedOut: "AwaitingSignIn" } as const

const stepsOn = {
  hashing: "ComputingHash",
  begun: "Started",
  sending: "UploadingParts",
  stored: "Done"
} as const

/**
 * The transition table.
 *
 * The end of a run counts in every phase that a run can be in: what has ended must not look as if it continued.
 * Hashing needs no network, so being offline does not show there; a request that fails while offline shows it later.
 * A request that is `answered` while the machine believes to be offline proves it wrong.
 *
 * @since 1.0.7
 * @category constants
 */
export const transitions: Readonly<Record<PhaseTag, Readonly<Partial<Record<UploadEvent, Transition>>>>> = {
  Waiting: { ...halts, start: "Running" },
  Running: {
    ...endsRun,
    ...losesNetwork,
    hashing: "ComputingHash",
    begun: "Started",
    sending: "UploadingParts"
  },
  ComputingHash: { ...endsRun, signedOut: "AwaitingSignIn", hashed: "Running" },
  Started: { ...endsRun, ...losesNetwork, sending: "UploadingParts" },
  UploadingParts: { ...endsRun, ...losesNetwork, begun: "Started", stored: "Done" },
  Done: { ...endsRun, ...losesNetwork, begun: "Started" },
  Stopped: { resume: "Waiting", retry: "Waiting", cancel: "Cancelled" },
  Offline: {
    ...endsRun,
    ...stepsOn,
    online: "back",
    resume: "back",
    retry: "back",
    answered: "back",
    signedOut: "AwaitingSignIn"
  },
  AwaitingSignIn: { ...endsRun, ...stepsOn, signedIn: "back" },
  Cancelled: {},
  RapidSuccess: {},
  Success: {},
  Failed: { resume: "Waiting", retry: "Waiting", cancel: "Cancelled" }
}

/**
 * The phase after an event; the very same phase when the event means nothing in it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const next = (phase: UploadPhase, event: UploadEvent): UploadPhase => {
  const target = transitions[phase._tag][event]
  if (target === undefined) return phase
  if (target === "back") return { _tag: workOf(phase) }
  return isHalted(target) ? { _tag: target, during: workOf(phase) } : { _tag: target }
}
