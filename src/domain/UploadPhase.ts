/**
 * The phases of an upload, and the two states of spec point 4 (progress and multipart) that are read off them.
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
 * bytes stored and is being confirmed. `AwaitingSignIn` continues by itself after the next sign-in.
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

/**
 * What the upload was working on, or is.
 *
 * @since 1.0.7
 * @category accessors
 */
export const workOf = (phase: UploadPhase): WorkingTag => {
  if ("during" in phase) return phase.during
  return phase._tag === "RapidSuccess" ? "Running" : phase._tag
}

const progressOfWork: Partial<Record<WorkingTag, UploadProgress>> = {
  ComputingHash: "computing_hash",
  Running: "running",
  Started: "running",
  UploadingParts: "running",
  Done: "running"
}

/**
 * The progress state of spec point 4; `undefined` while the upload is queued. A stopped or cancelled one keeps the state it was
 * in.
 *
 * @since 1.0.7
 * @category combinators
 */
export const progressOf = (phase: UploadPhase): UploadProgress | undefined => {
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
 * The upload has ended; `Failed` can still be retried.
 *
 * @since 1.0.7
 * @category predicates
 */
export const hasEnded = (phase: UploadPhase): boolean =>
  phase._tag === "Success" || phase._tag === "RapidSuccess" || phase._tag === "Cancelled" || phase._tag === "Failed"
