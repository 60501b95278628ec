/**
 * An upload as people see it: one word for what happens now, and what a screen shows beside it.
 *
 * @since 1.0.7
 */
import type { NameConflict } from "./errors/FileErrors.js"
import type { Recoverable } from "./errors/Recovery.js"
import type { UploadInUse } from "./errors/UploadInUse.js"
import type { UploadPhase } from "./UploadPhase.js"
import { workOf } from "./UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "./UploadSnapshot.js"

/**
 * What an upload waits for. `network`: the machine is offline. `signIn`: the session has ended. `server`: the service or
 * the storage asked for fewer requests. `retry`: a request failed and is made again. `foreignAnswer`: something between here and the
 * service, such as a network's sign-in page, answers in its place; that may last until somebody does something about it.
 *
 * @since 1.0.7
 * @category models
 */
export type WaitReason = "network" | "signIn" | "server" | "retry" | "foreignAnswer"

/**
 * Since when (epoch milliseconds) and for what an upload waits. `attempt` counts the failures in a row that led here,
 * `until` is when the next request is made, where that is known.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadWait {
  readonly reason: WaitReason
  readonly since: number
  readonly attempt: number
  readonly until?: number | undefined
  readonly error?: (Recoverable & Error & { readonly _tag: string }) | undefined
}

/**
 * What an upload does, for people. `hashing` reads the file: `read` of `size` bytes, or of a stream whose size nobody
 * knows yet. `finishing`: the bytes are stored, and the service is being informed. `needsFile`: the file must be picked again.
 * `elsewhere`: another tab or program has the upload.
 *
 * @since 1.0.7
 * @category models
 */
export type UploadStatus =
  | { readonly _tag: "queued" }
  | { readonly _tag: "hashing"; readonly read: number; readonly size: number | undefined }
  | {
    readonly _tag: "uploading"
    readonly sent: number
    readonly size: number | undefined
    readonly speed: number
    readonly eta: number | undefined
  }
  | { readonly _tag: "finishing" }
  | { readonly _tag: "done"; readonly rapid: boolean; readonly result: UploadResult }
  | { readonly _tag: "paused" }
  | { readonly _tag: "waitingForNetwork"; readonly waiting: UploadWait }
  | { readonly _tag: "waitingForSignIn"; readonly waiting: UploadWait }
  | { readonly _tag: "conflict"; readonly error: NameConflict }
  | { readonly _tag: "failed"; readonly error: UploadError; readonly retryable: boolean }
  | { readonly _tag: "cancelled" }
  | { readonly _tag: "needsFile" }
  | { readonly _tag: "elsewhere"; readonly error: UploadInUse }

/**
 * @since 1.0.7
 * @category models
 */
export type UploadStatusTag = UploadStatus["_tag"]

/**
 * All uploads on the list together: how many there are of each status, and the bytes of those that are under way or wait. `speed` in
 * bytes per second, `eta` in milliseconds where it is known. The same object until something changes.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadTotals {
  readonly counts: Readonly<Record<UploadStatusTag, number>>
  readonly sent: number
  readonly size: number
  readonly speed: number
  readonly eta: number | undefined
}

/**
 * Of no upload at all.
 *
 * @since 1.0.7
 * @category constants
 */
export const noCounts: Readonly<Record<UploadStatusTag, number>> = {
  queued: 0,
  hashing: 0,
  uploading: 0,
  finishing: 0,
  done: 0,
  paused: 0,
  waitingForNetwork: 0,
  waitingForSignIn: 0,
  conflict: 0,
  failed: 0,
  cancelled: 0,
  needsFile: 0,
  elsewhere: 0
}

const ended = (error: UploadError): UploadStatus => {
  if (error._tag === "NameConflict") return { _tag: "conflict", error }
  if (error._tag === "UploadInUse") return { _tag: "elsewhere", error }
  return { _tag: "failed", error, retryable: error.retry !== "never" }
}

const working = (
  phase: UploadPhase,
  shown: Omit<UploadSnapshot, "status">,
  spooled: number | undefined
): UploadStatus => {
  const { bytes, eta, fileId, size, speed } = shown
  const work = workOf(phase)
  if (work === "ComputingHash" || spooled !== undefined) return { _tag: "hashing", read: spooled ?? bytes.hashed, size }
  const isUntouched = bytes.hashed === 0 && bytes.sent === 0 && fileId === undefined
  if (work === "Waiting" || isUntouched) return { _tag: "queued" }
  return work === "Done" || (size !== undefined && size > 0 && bytes.accepted === size)
    ? { _tag: "finishing" }
    : { _tag: "uploading", sent: bytes.sent, size, speed, eta }
}

/**
 * The status of a snapshot. `spooled`: bytes of a stream that were kept so far, while it is being read.
 *
 * @since 1.0.7
 * @category combinators
 */
export const statusOf = (
  phase: UploadPhase,
  shown: Omit<UploadSnapshot, "status">,
  spooled?: number
): UploadStatus => {
  const { error, needsFile, result, waiting } = shown
  const { _tag } = phase
  if (_tag === "Cancelled") return { _tag: "cancelled" }
  if (result !== undefined) return { _tag: "done", rapid: result.rapid, result }
  if (needsFile) return { _tag: "needsFile" }
  if (_tag === "Failed" && error !== undefined) return ended(error)
  if (_tag === "Stopped") return { _tag: "paused" }
  if (_tag === "Offline" && waiting !== undefined) return { _tag: "waitingForNetwork", waiting }
  if (_tag === "AwaitingSignIn" && waiting !== undefined) return { _tag: "waitingForSignIn", waiting }
  return working(phase, shown, spooled)
}
