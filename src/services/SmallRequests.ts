/**
 * The requests of small files as plain functions: a fiber for each would cost more than the rest of the file. Whatever does not go well at
 * once is left to the effects that do the same, together with what came of it.
 *
 * @since 1.0.7
 */
import type * as Exit from "effect/Exit"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { ApiCall, ApiHead, ApiReply } from "./DriveApi.js"
import type { AnswerHead } from "./KnownHosts.js"
import type { PartOutcome } from "./PartSender.js"
import type { PartDigest } from "./PartStore.js"
import type { PartBody, SignedAddress } from "./Transport.js"
import type { UploadSource } from "./UploadSource.js"

/** Ends what was begun, which tells nothing afterwards. */
export type Leave = () => void

/**
 * A file that was read once: its SHA-1 as hex, the digests that were asked for, and the body to send.
 */
export interface ReadFile {
  readonly sha1: string
  readonly digest: PartDigest
  readonly body: PartBody
}

/**
 * What came of a call. `head`: what its host has answered, where that could not be read to its end.
 */
export interface CallOutcome {
  readonly made: Exit.Exit<ApiReply, TransportError>
  readonly head?: AnswerHead | undefined
}

/**
 * What came of a file that was to be read and announced.
 */
export interface AnnounceOutcome {
  readonly file?: ReadFile | undefined
  readonly call?: CallOutcome | undefined
}

/**
 * Each function tells `done` once, later, and gives the way to leave.
 */
export interface SmallRequests {
  /** Whether more may be asked; what was read is sent by these requests only. */
  readonly isOpen: () => boolean
  /** Stands in calls for the content hash of a file that is still to be read. */
  readonly placeholder: string
  /** Reads a source that is a Blob, and makes the call with its content hash. What was not done is left out. */
  readonly announce: (
    source: UploadSource,
    kinds: ReadonlyArray<keyof PartDigest>,
    call: { readonly head: ApiHead; readonly request: ApiCall },
    done: (outcome: AnnounceOutcome) => void
  ) => Leave
  readonly put: (
    address: SignedAddress,
    body: PartBody,
    on: { readonly sent: (bytes: number) => void; readonly done: (outcome: PartOutcome) => void }
  ) => Leave
}
