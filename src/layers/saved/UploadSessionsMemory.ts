/**
 * Upload sessions that live as long as the process. Several layers over one {@link Sessions} behave like several tabs.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { UploadId } from "../../domain/Ids.js"
import { layerOf } from "../../services/inOrder.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { isReplaceable, UploadSessions } from "../../services/UploadSessions.js"

/**
 * What is saved, and who drives it.
 *
 * @since 1.0.7
 * @category models
 */
export interface Sessions {
  readonly saved: Map<UploadId, { readonly upload: SavedUpload; readonly journal: Array<StoredPart> }>
  /** Tombstones. */
  readonly ended: Map<UploadId, SavedUpload>
  readonly claimed: Set<UploadId>
}

/**
 * No session at all.
 *
 * @since 1.0.7
 * @category constructors
 */
export const empty = (): Sessions => ({ saved: new Map(), ended: new Map(), claimed: new Set() })

/**
 * Sessions that are kept in memory.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = ({ claimed, ended, saved }: Sessions): UploadSessions["Type"] => {
  /** The multipart uploads that this tab knows. */
  const known = new Map<UploadId, string | undefined>()
  const find = (id: UploadId) => {
    const upload = ended.get(id)
    return upload === undefined ? saved.get(id) : { upload, journal: [] }
  }
  const ifOurs = (id: UploadId, revision: number | undefined, write: () => void) =>
    Effect.sync(() => {
      const isOurs = isReplaceable(find(id)?.upload, revision)
      if (isOurs) write()
      return isOurs
    })
  const put = (upload: SavedUpload, journal: Array<StoredPart>) => {
    if (upload.ended === undefined) saved.set(upload.id, { upload, journal })
    else {
      saved.delete(upload.id)
      ended.set(upload.id, upload)
    }
    known.set(upload.id, upload.uploadId)
  }
  return {
    claim: (id) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          if (claimed.has(id)) return false
          claimed.add(id)
          return true
        }),
        (mine) => Effect.sync(() => mine && claimed.delete(id))
      ),
    save: (upload, follows) => ifOurs(upload.id, follows, () => put(upload, [])),
    update: (upload, follows) => ifOurs(upload.id, follows, () => put(upload, saved.get(upload.id)?.journal ?? [])),
    record: (id, part) =>
      Effect.sync(() => {
        const session = saved.get(id)
        if (session?.upload.uploadId === known.get(id)) session?.journal.push(part)
      }),
    load: (id) =>
      Effect.sync(() => {
        const session = find(id)
        if (session !== undefined) known.set(id, session.upload.uploadId)
        return Option.fromNullable(session)
      }),
    markAborting: (id, revision) =>
      ifOurs(id, revision, () => {
        const session = saved.get(id)
        if (session !== undefined) saved.set(id, { ...session, upload: { ...session.upload, aborting: true } })
      }),
    forget: (id, revision) =>
      ifOurs(id, revision, () => {
        saved.delete(id)
        ended.delete(id)
      }),
    all: Effect.sync(() => [...[...saved.values()].map((session) => session.upload), ...ended.values()]),
    healthy: Effect.succeed(true)
  }
}

/**
 * The port over these sessions.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerOver = (sessions: Sessions): Layer.Layer<UploadSessions> =>
  layerOf(UploadSessions, Effect.sync(() => make(sessions)))

/**
 * Sessions of this program alone.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSessions> = layerOf(
  UploadSessions,
  Effect.sync(() => ({ ...make(empty()), endsWithProgram: true }))
)
