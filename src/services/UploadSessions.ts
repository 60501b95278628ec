/**
 * What is kept of an unfinished upload, so that it can be resumed after a stop, a reload or a crash. No secrets.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Digests } from "../domain/HashPlan.js"
import type { AssetId, FileId, ObjectKey, SpaceId, UploadId, Wsid } from "../domain/Ids.js"
import type { HashCheckpoint } from "./Hasher.js"
import type { StoredPart } from "./PartStore.js"
import type { UploadTicket } from "./StorageProvider.js"
import type { UploadRequest } from "./Uploads.js"
import type { FileHandle, SourceIdentity } from "./UploadSource.js"

/**
 * What was asked for, without the bytes.
 *
 * @since 1.0.7
 * @category models
 */
export type SavedRequest = Omit<UploadRequest, "source">

/**
 * What is left of an upload that has ended well: its tombstone. Another tab that comes back to the upload looks for this object, and
 * sends nothing again. `etag` and `crc64` as the storage reported them; `at` is epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface EndedUpload {
  readonly fileId: FileId
  readonly objectKey?: ObjectKey | undefined
  readonly assetId?: AssetId | undefined
  readonly size: number
  readonly etag?: string | undefined
  readonly crc64?: string | undefined
  readonly at: number
}

/**
 * A saved upload; plain data, but for the handle. It is written before the first byte is hashed: the ticket, the upload id
 * and the part size are missing until the service and the storage have given them. Times in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface SavedUpload {
  readonly id: UploadId
  readonly wsid: Wsid | undefined
  readonly spaceId: SpaceId
  readonly identity: SourceIdentity
  readonly request: SavedRequest
  readonly preHash: string | undefined
  /** Where an unfinished hash stands; stores that cannot keep it leave it out, and hashing starts again. */
  readonly hash?: HashCheckpoint | undefined
  readonly digests?: Digests | undefined
  readonly ticket?: UploadTicket | undefined
  readonly uploadId?: string | undefined
  readonly partSize?: number | undefined
  /** Since when a lost begin call may have left a multipart upload with an unknown id. */
  readonly beginLostAt?: number | undefined
  readonly savedAt: number
  /** Larger with each save; sessions that earlier versions have saved have none. */
  readonly revision?: number | undefined
  /** A cancelled upload whose multipart is still to be aborted. */
  readonly aborting: boolean
  /** It has become a file: nothing is left to upload or to abort. */
  readonly ended?: EndedUpload | undefined
  /** Where the file is on this machine, if it was given by path. */
  readonly path?: string | undefined
  /** Opens the file again in browsers that keep such handles; stores that cannot keep one leave it out. */
  readonly handle?: FileHandle | undefined
  /** It is queued, or goes in one PUT: no run has written a session of its own. */
  readonly queued?: QueuedUpload | undefined
}

/**
 * What else is known of a queued upload. The program that has claimed `owner` works on it; an empty `owner` is free.
 * `sized`: whether the size in its identity is known already.
 *
 * @since 1.0.7
 * @category models
 */
export interface QueuedUpload {
  readonly owner: string
  readonly sized: boolean
}

/**
 * One of many writes: `upload` replaces the session without a journal, `undefined` removes it. It follows this revision; 0 is written
 * only where no session is.
 *
 * @since 1.0.7
 * @category models
 */
export interface SessionChange {
  readonly id: UploadId
  readonly upload: SavedUpload | undefined
  readonly follows: number
}

/**
 * A saved upload with the parts that were accepted since it was begun.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadSession {
  readonly upload: SavedUpload
  readonly journal: ReadonlyArray<StoredPart>
}

/**
 * Tells this save of a session from all others of it.
 *
 * @since 1.0.7
 * @category accessors
 */
export const revisionOf = ({ revision, savedAt }: SavedUpload): number => revision ?? savedAt

/**
 * Whether a session may be written over by who knows it as of this revision; `undefined` knows of none, and may.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isReplaceable = (there: SavedUpload | undefined, revision: number | undefined): boolean =>
  there === undefined || revision === undefined || revisionOf(there) === revision

export declare namespace UploadSessions {
  /**
   * A claim keeps others from driving an upload for as long as locks hold, which they may not (a page without TLS, a program that
   * was asleep). So each write also names the revision that it follows. Where the session there is of another one, somebody else
   * has written it since: nothing is written, and the answer is `false`. Without a revision it is written whatever is there.
   *
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Takes the session for this process or tab until the scope ends; `false` when another has it. */
    readonly claim: (id: UploadId) => Effect.Effect<boolean, never, Scope.Scope>
    /** Replaces the session; its journal is empty afterwards. */
    readonly save: (upload: SavedUpload, follows?: number) => Effect.Effect<boolean>
    /** Replaces the session and keeps its journal. */
    readonly update: (upload: SavedUpload, follows?: number) => Effect.Effect<boolean>
    /** Appends one accepted part to the journal, if the session is still of the multipart upload that this store knows. */
    readonly record: (id: UploadId, part: StoredPart) => Effect.Effect<void>
    /** The session with the parts of its journal. */
    readonly load: (id: UploadId) => Effect.Effect<Option.Option<UploadSession>>
    /** The revision stays. */
    readonly markAborting: (id: UploadId, revision?: number) => Effect.Effect<boolean>
    /** Removes the session; `false` where it has another revision. */
    readonly forget: (id: UploadId, revision?: number) => Effect.Effect<boolean>
    /** Many writes at once, and which of them were made. A store without it gets them one by one. */
    readonly writeAll?:
      | ((changes: ReadonlyArray<SessionChange>) => Effect.Effect<ReadonlyArray<boolean>>)
      | undefined
    /** All saved uploads, also those that another program works on. */
    readonly all: Effect.Effect<ReadonlyArray<SavedUpload>>
    /** Nobody can resume what is kept here once the program has ended, so what is queued is not written. Default false. */
    readonly endsWithProgram?: boolean | undefined
    /** `false` after a failure of the store: the upload continues, but is not resumable after a crash. */
    readonly healthy: Effect.Effect<boolean>
  }
}

/**
 * Port: where unfinished uploads are saved between runs of the program.
 *
 * @since 1.0.7
 * @category tags
 */
export class UploadSessions
  extends Context.Tag("effect-drive/UploadSessions")<UploadSessions, UploadSessions.Service>()
{}
