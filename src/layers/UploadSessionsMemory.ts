/**
 * Upload sessions that live as long as the process. Several layers over one {@link Sessions} behave like several tabs.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { UploadId } from "../domain/Ids.js"
import type { StoredPart } from "../services/PartStore.js"
import type { SavedUpload } from "../services/UploadSessions.js"
import { isReplaceable, UploadSessions } from "../services/UploadSessions.js"

/**
 * What is saved, and who drives it.
 *
 * @since 1.0.7
 * @category models
 */
export interface Sessions {
  readonly saved: Map<UploadId, { readonly upload: SavedUpload; readonly journal: Array<StoredPart> }>
  readonly claimed: Set<UploadId>
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const empty = (): Sessions => ({ saved: new Map(), claimed: new Set() })

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = ({ claimed, saved }: Sessions): UploadSessions["Type"] => {
  /** The multipart uploads that this tab knows. */
  const known = new Map<UploadId, string | undefined>()
  const ifOurs = (id: UploadId, revision: number | undefined, write: () => void) =>
    Effect.sync(() => {
      const isOurs = isReplaceable(saved.get(id)?.upload, revision)
      if (isOurs) write()
      return isOurs
    })
  const put = (upload: SavedUpload, journal: Array<StoredPart>) => {
    saved.set(upload.id, { upload, journal })
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
        const session = saved.get(id)
        if (session !== undefined) known.set(id, session.upload.uploadId)
        return Option.fromNullable(session)
      }),
    markAborting: (id, revision) =>
      ifOurs(id, revision, () => {
        const session = saved.get(id)
        if (session !== undefined) saved.set(id, { ...session, upload: { ...session.upload, aborting: true } })
      }),
    forget: (id, revision) => ifOurs(id, revision, () => saved.delete(id)),
    all: Effect.sync(() => [...saved.values()].map((session) => session.upload)),
    healthy: Effect.succeed(true)
  }
}

/**
 * @since 1.0.7
 * @category layers
 */
export const layerOver = (sessions: Sessions): Layer.Layer<UploadSessions> =>
  Layer.sync(UploadSessions, () => make(sessions))

/**
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSessions> = Layer.sync(UploadSessions, () => make(empty()))
