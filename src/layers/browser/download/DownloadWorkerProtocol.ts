/**
 * What a page and its service worker say to each other about a stream that the browser saves.
 */

/** Requests below the worker's scope with this name in their path are answered with a stream. */
export const streamPath = "effect-drive-download"

/**
 * From the page, with a port: a stream of this name is about to be fetched.
 */
export interface OpenStream {
  readonly type: "effect-drive/open"
  readonly id: string
  readonly name: string
  readonly size: number | undefined
}

/**
 * Over the port, to the worker. `ping` keeps it alive while nothing moves, and asks whether it is.
 */
export type ToWorker =
  | { readonly type: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "end" }
  | { readonly type: "abort" }
  | { readonly type: "ping" }

/**
 * Over the port, to the page: the worker knows the stream, the browser has begun to read, it wants more, or wants nothing
 * more; the worker is there, and has ended the stream. A worker of an earlier version `answers` neither a ping nor the end.
 */
export type ToPage =
  | { readonly type: "ready"; readonly answers?: boolean }
  | { readonly type: "begun" | "pull" | "cancel" | "alive" | "ended" }
