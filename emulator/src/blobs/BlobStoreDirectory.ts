/**
 * The blob store in a directory: it loses nothing that it acknowledged, whenever the process is killed.
 *
 * Bytes are written to a file of their own and reach the disk before the log says what they are; only then do they
 * count. What the log does not name is swept at the next start.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as path from "node:path"
import * as PrivateFiles from "../PrivateFiles.js"
import * as DirectoryLock from "../state/DirectoryLock.js"
import type { Segment } from "./Blob.js"
import { BlobBroken, type BlobWriteError } from "./BlobErrors.js"
import * as BlobIndex from "./BlobIndex.js"
import { BlobStore } from "./BlobStore.js"
import * as BlobStoreOver from "./BlobStoreOver.js"
import * as ChangeLog from "./ChangeLog.js"
import { attempt } from "./DiskErrors.js"
import * as SegmentFiles from "./SegmentFiles.js"
import * as SegmentUse from "./SegmentUse.js"

/**
 * `capacity` is the most bytes to hold. `fsync: false` leaves the disk to the system: a killed process still loses
 * nothing, a lost power may.
 */
export interface DirectoryOptions {
  readonly directory: string
  readonly capacity?: number | undefined
  readonly fsync?: boolean | undefined
}

function* segmentsIn(index: BlobIndex.BlobIndex): Generator<Segment> {
  for (const change of index.changes()) {
    if (change.change === "put") yield* change.blob.segments
    if (change.change === "part") yield change.part.segment
  }
}

const restore = async (log: string, segments: string) => {
  const index = BlobIndex.make()
  const use = SegmentUse.make()
  await PrivateFiles.makeDirectory(segments)
  // The log is made before the first segment: somebody has taken it away, or is bringing a backup back.
  if (!await ChangeLog.exists(log) && (await SegmentFiles.list(segments)).length > 0) {
    throw new BlobBroken({ operation: "open", cause: `${log} is missing, which says whose bytes are in ${segments}` })
  }
  await ChangeLog.replay(log, (change) => void index.apply(change))
  use.retain(segmentsIn(index))
  const found = await SegmentFiles.sweep(segments, use.has)
  const lost = Array.from(segmentsIn(index)).filter(({ id, size }) => size > 0 && !found.has(id))
  if (lost.length > 0) throw new BlobBroken({ operation: "open", cause: `${lost.length} files are missing` })
  await ChangeLog.rewrite(log, index.changes())
  return { index, use }
}

/**
 * Opens the store, or makes one in an empty directory. Fails with `BlobBroken` when another process has it open or what
 * it holds is damaged.
 */
export const make = (options: DirectoryOptions): Effect.Effect<BlobStore.Service, BlobWriteError, Scope.Scope> =>
  Effect.gen(function*() {
    const segments = path.join(options.directory, "segments")
    const file = path.join(options.directory, "changes.log")
    const fsync = options.fsync ?? true
    yield* attempt("open", () => PrivateFiles.makeDirectory(options.directory))
    yield* Effect.mapError(
      DirectoryLock.acquire(options.directory),
      (error) => new BlobBroken({ operation: "open", cause: error.message })
    )
    const { index, use } = yield* attempt("open", () => restore(file, segments))
    const log = yield* Effect.acquireRelease(
      attempt("open", () => ChangeLog.open(file, { segments, fsync })),
      (open) => Effect.promise(open.close)
    )
    const backing = { ...SegmentFiles.make(segments, fsync), record: log.record }
    return BlobStoreOver.make({ backing, index, use, capacity: options.capacity })
  })

export const layer = (options: DirectoryOptions): Layer.Layer<BlobStore, BlobWriteError> =>
  Layer.scoped(BlobStore, make(options))
