/**
 * Where a download stands, and the one table of what every event does to it.
 *
 * @since 1.0.7
 */

/**
 * `waiting` in the queue; `running` gets its bytes; `verifying` compares what was written; `offline` and `signedOut` resume by
 * themselves; `error` and `stopped` continue with `resume`.
 *
 * @since 1.0.7
 * @category models
 */
export type DownloadStatus =
  | "waiting"
  | "running"
  | "verifying"
  | "stopped"
  | "offline"
  | "signedOut"
  | "success"
  | "error"
  | "cancelled"

/**
 * Commands of the user, hints of the machine and the session, and steps of the download's own run.
 *
 * @since 1.0.7
 * @category models
 */
export type DownloadEvent =
  | "start"
  | "stop"
  | "resume"
  | "cancel"
  | "offline"
  | "online"
  | "signedOut"
  | "signedIn"
  | "answered"
  | "received"
  | "restarted"
  | "succeeded"
  | "failed"

/**
 * All states, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const downloadStatuses: ReadonlyArray<DownloadStatus> = [
  "waiting",
  "running",
  "verifying",
  "stopped",
  "offline",
  "signedOut",
  "success",
  "error",
  "cancelled"
]

const halts = { stop: "stopped", cancel: "cancelled", failed: "error" } as const

/**
 * The transition table; an event that a row does not name changes nothing, so that late ones fall away.
 *
 * @since 1.0.7
 * @category constants
 */
export const transitions: Readonly<
  Record<DownloadStatus, Readonly<Partial<Record<DownloadEvent, DownloadStatus>>>>
> = {
  waiting: { ...halts, start: "running" },
  running: { ...halts, offline: "offline", signedOut: "signedOut", received: "verifying", succeeded: "success" },
  verifying: { ...halts, restarted: "running", succeeded: "success" },
  stopped: { resume: "waiting", cancel: "cancelled" },
  offline: {
    ...halts,
    online: "running",
    resume: "running",
    answered: "running",
    signedOut: "signedOut",
    received: "verifying",
    succeeded: "success"
  },
  signedOut: { ...halts, signedIn: "running", answered: "running", received: "verifying", succeeded: "success" },
  success: {},
  error: { resume: "waiting", cancel: "cancelled" },
  cancelled: {}
}

/**
 * The state after an event; the very same when the event means nothing in it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const next = (status: DownloadStatus, event: DownloadEvent): DownloadStatus =>
  transitions[status][event] ?? status

/**
 * It moves no more by itself; `error` can be resumed all the same.
 *
 * @since 1.0.7
 * @category predicates
 */
export const hasEnded = (status: DownloadStatus): boolean =>
  status === "success" || status === "error" || status === "cancelled"
