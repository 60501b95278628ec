/**
 * Where saved uploads are put down: a directory, a database.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { UploadId } from "../../domain/Ids.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload } from "../../services/UploadSessions.js"

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
 * Plain reads and writes; each promise is rejected when the store does not work. They are called one after the other.
 *
 * @since 1.0.7
 * @category models
 */
export interface SessionBacking {
  /** Replaces the session; its journal is empty afterwards. */
  readonly save: (upload: SavedUpload) => Promise<void>
  /** Replaces the session and keeps its journal. */
  readonly update: (upload: SavedUpload) => Promise<void>
  readonly append: (id: UploadId, parts: ReadonlyArray<StoredPart>) => Promise<void>
  readonly load: (id: UploadId) => Promise<SavedSession | undefined>
  readonly markAborting: (id: UploadId) => Promise<void>
  readonly forget: (id: UploadId) => Promise<void>
  readonly all: () => Promise<ReadonlyArray<SavedUpload>>
  /** `undefined` when the store cannot tell. */
  readonly claim: (id: UploadId) => Effect.Effect<boolean | undefined, never, Scope.Scope>
}
