/**
 * Where saved uploads are put down: a directory, a database.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { UploadId } from "../../domain/Ids.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload, SessionChange } from "../../services/UploadSessions.js"

/**
 * A saved upload with its journal of accepted parts.
 *
 * @since 1.0.7
 * @category models
 */
export interface SavedSession {
  readonly upload: SavedUpload
  readonly journal: ReadonlyArray<StoredPart>
}

/**
 * Plain reads and writes; each promise is rejected when the store does not work. They are called one after the other. A write
 * that names a revision does nothing and answers `false` where a session of another revision is.
 *
 * @since 1.0.7
 * @category models
 */
export interface SessionBacking {
  /** Replaces the session; its journal is empty afterwards. */
  readonly save: (upload: SavedUpload, follows: number | undefined) => Promise<boolean>
  /** Replaces the session and keeps its journal. */
  readonly update: (upload: SavedUpload, follows: number | undefined) => Promise<boolean>
  /** Does nothing where the session is of another multipart upload. */
  readonly append: (id: UploadId, parts: ReadonlyArray<StoredPart>, uploadId: string | undefined) => Promise<void>
  readonly load: (id: UploadId) => Promise<SavedSession | undefined>
  readonly markAborting: (id: UploadId, revision: number | undefined) => Promise<boolean>
  readonly forget: (id: UploadId, revision: number | undefined) => Promise<boolean>
  /** Many writes at once, and which of them were made; for a backing that is much faster so. */
  readonly writeAll?: (changes: ReadonlyArray<SessionChange>) => Promise<ReadonlyArray<boolean>>
  readonly all: () => Promise<ReadonlyArray<SavedUpload>>
  /** `undefined` when the store cannot tell. */
  readonly claim: (id: UploadId) => Effect.Effect<boolean | undefined, never, Scope.Scope>
}
