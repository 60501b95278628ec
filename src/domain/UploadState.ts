/**
 * Where an upload stands, and the one table of what every event does to it.
 *
 * An upload is in one phase at a time; the two states of spec point 4 (progress and multipart) are read off it. The
 * registry is the only writer, so events that come late, from a request that was closed or a run that was left, fall
 * away by the table.
 *
 * @since 1.0.7
 */
import type { MultipartStatus, UploadProgress } from "./UploadSnapshot.js"

/**
 * Phases in which the upload is queued or works by itself.
 *
 * @since 1.0.7
 * @category models
 */
export type WorkingTag = "Waiting" | "Running" | "ComputingHash" | "Started" | "UploadingParts" | "Done"

/**
 * Phases that remember in `during` what they interrupted or ended.
 *
 * @since 1.0.7
 * @category models
 */
export type HaltedTag = "Stopped" | "Offline" | "AwaitingSignIn" | "Cancelled" | "Success" | "Failed"

/**
 * `Running` works without a multipart upload (creating, one PUT, confirming), `Started` has begun one, `Done` has its
 * bytes stored and is being confirmed. `AwaitingSignIn` goes on by itself after the next sign-in.
 *
 * @since 1.0.7
 * @category models
 */
export type UploadPhase =
  | { readonly _tag: WorkingTag }
  | { readonly _tag: HaltedTag; readonly during: WorkingTag }
  | { readonly _tag: "RapidSuccess" }

/**
 * @since 1.0.7
 * @category models
 */
export type PhaseTag = UploadPhase["_tag"]

/**
 * Intents of the user (`start` to `retry`), hints of the machine (`offline`, `online`), of the session (`signedOut`: an
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
 * All phases, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const phaseTags: ReadonlyArray<PhaseTag> = [
  "Waiting",
  "Running",
  "ComputingHash",
  "Started",
  "UploadingParts",
  "Done",
  "Stopped",
  "Offline",
  "AwaitingSignIn",
  "Cancelled",
  "RapidSuccess",
  "Success",
  "Failed"
]

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

const losesNetwork = { offline: "Offline", signedOut: "AwaitingSignIn" } as const

const stepsOn = {
  hashing: "ComputingHash",
  begun: "Started",
  sending: "UploadingParts",
  stored: "Done",
  rapid: "RapidSuccess",
  succeeded: "Success"
} as const

/**
 * The transition table.
 *
 * Hashing needs no network, so being offline does not show there; a request that fails while offline shows it later.
 * A request that is `answered` while the machine believes to be offline proves it wrong.
 *
 * @since 1.0.7
 * @category constants
 */
export const transitions: Readonly<Record<PhaseTag, Readonly<Partial<Record<UploadEvent, Transition>>>>> = {
  Waiting: { ...halts, start: "Running" },
  Running: {
    ...halts,
    ...losesNetwork,
    hashing: "ComputingHash",
    begun: "Started",
    sending: "UploadingParts",
    rapid: "RapidSuccess",
    succeeded: "Success"
  },
  ComputingHash: { ...halts, signedOut: "AwaitingSignIn", hashed: "Running" },
  Started: { ...halts, ...losesNetwork, sending: "UploadingParts" },
  UploadingParts: { ...halts, ...losesNetwork, begun: "Started", stored: "Done" },
  Done: { ...halts, ...losesNetwork, begun: "Started", succeeded: "Success" },
  Stopped: { resume: "Waiting", retry: "Waiting", cancel: "Cancelled" },
  Offline: {
    ...halts,
    ...stepsOn,
    online: "back",
    resume: "back",
    retry: "back",
    answered: "back",
    signedOut: "AwaitingSignIn"
  },
  AwaitingSignIn: { ...halts, ...stepsOn, signedIn: "back" },
  Cancelled: {},
  RapidSuccess: {},
  Success: {},
  Failed: { resume: "Waiting", retry: "Waiting", cancel: "Cancelled" }
}

/**
 * @since 1.0.7
 * @category constants
 */
export const initial: UploadPhase = { _tag: "Waiting" }

/**
 * The phase remembers what it was entered from.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isHalted = (tag: PhaseTag): tag is HaltedTag =>
  tag === "Stopped" || tag === "Offline" || tag === "AwaitingSignIn" || tag === "Cancelled" || tag === "Success" ||
  tag === "Failed"

const workOf = (phase: UploadPhase): WorkingTag => {
  if ("during" in phase) return phase.during
  return phase._tag === "RapidSuccess" ? "Running" : phase._tag
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

const progressOfWork: Record<WorkingTag, UploadProgress> = {
  Waiting: "waiting",
  ComputingHash: "computing_hash",
  Running: "running",
  Started: "running",
  UploadingParts: "running",
  Done: "running"
}

/**
 * The progress state of spec point 4. A stopped or cancelled upload keeps the one it was in.
 *
 * @since 1.0.7
 * @category combinators
 */
export const progressOf = (phase: UploadPhase): UploadProgress => {
  switch (phase._tag) {
    case "RapidSuccess":
      return "rapid_success"
    case "Success":
      return "success"
    case "Failed":
      return "error"
    default:
      return progressOfWork[workOf(phase)]
  }
}

const multipartOfWork: Partial<Record<WorkingTag, MultipartStatus>> = {
  Started: "started",
  UploadingParts: "uploading_parts",
  Done: "done"
}

/**
 * The multipart state of spec point 4; `undefined` while there is no multipart upload.
 *
 * @since 1.0.7
 * @category combinators
 */
export const multipartOf = (phase: UploadPhase): MultipartStatus | undefined => {
  switch (phase._tag) {
    case "Stopped":
    case "AwaitingSignIn":
      return "stopped"
    case "Offline":
      return "web_offline_to_online"
    case "Cancelled":
      return "cancelled"
    default:
      return multipartOfWork[workOf(phase)]
  }
}

/**
 * The upload will not move any more; `Failed` can be retried all the same.
 *
 * @since 1.0.7
 * @category predicates
 */
export const hasEnded = (phase: UploadPhase): boolean =>
  phase._tag === "Success" || phase._tag === "RapidSuccess" || phase._tag === "Cancelled" || phase._tag === "Failed"
