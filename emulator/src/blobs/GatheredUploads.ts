/**
 * The uploads of one bucket that the backing's own server puts together: which parts are there, and how they become one
 * object although the process may end at any moment.
 */
import * as Effect from "effect/Effect"
import type { GatheredPart, Gathering } from "./Backing.js"
import type { BlobPart, BlobUpload, Joining, Segment } from "./Blob.js"
import { type BlobBroken, BlobNotFound, BlobPartMissing, type BlobWriteError } from "./BlobErrors.js"
import type { BucketIndex, Change, OpenUpload } from "./BlobIndex.js"
import type { PartWindow } from "./BlobStore.js"
import type { StoreCore, Write } from "./StoreCore.js"

/**
 * What the parts became; `etag` is the server's, where it has just these parts.
 */
export interface Joined {
  readonly parts: ReadonlyArray<BlobPart>
  readonly segments: ReadonlyArray<Segment>
  readonly etag?: string | undefined
}

export interface GatheredUploads {
  readonly begin: Gathering["begin"]
  /** Where the bytes of a part go; `undefined` for an upload that was begun otherwise. */
  readonly writeTo: (upload: BlobUpload, number: number) => Write<BlobNotFound | BlobWriteError> | undefined
  readonly list: (
    open: OpenUpload,
    window?: PartWindow
  ) => Effect.Effect<ReadonlyArray<BlobPart>, BlobNotFound | BlobBroken>
  /** One complete of an upload at a time. */
  readonly alone: <A, E>(open: OpenUpload, complete: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Writes down what is asked for before the server is, so that a complete is carried on after a crash. */
  readonly join: (
    open: OpenUpload,
    joining: Joining
  ) => Effect.Effect<Joined, BlobNotFound | BlobPartMissing | BlobWriteError>
  /** What a join has made is not to be kept. The upload can be joined again, unless it was aborted meanwhile. */
  readonly giveUp: (upload: BlobUpload, joined: ReadonlyArray<Segment>) => Effect.Effect<void>
  /** After the records say that the upload has ended. */
  readonly end: (upload: BlobUpload, kept?: Segment) => Effect.Effect<void>
}

const byNumber = (left: { readonly number: number }, right: { readonly number: number }): number =>
  left.number - right.number

const isSame = (one: Joining["parts"], other: Joining["parts"]): boolean =>
  one.length === other.length &&
  one.every(({ etag, number }, index) => number === other[index]?.number && etag === other[index].etag)

/** Of a part that came while nobody could write it down, only the server knows. */
const partOf = (open: OpenUpload, { etag, modified, number, size }: GatheredPart): BlobPart => {
  const known = open.parts.get(number)
  return known?.etag === etag && known.size === size
    ? { ...known, modified }
    : {
      number,
      size,
      etag,
      modified,
      digests: {},
      segment: { id: `${open.upload.uploadId}/${number}/${etag}`, size, gathered: true }
    }
}

export const make = (gathering: Gathering, core: StoreCore, bucket: BucketIndex): GatheredUploads => {
  const locks = new WeakMap<OpenUpload, Effect.Semaphore>()

  const lockOf = (open: OpenUpload): Effect.Semaphore => {
    const lock = locks.get(open) ?? Effect.unsafeMakeSemaphore(1)
    locks.set(open, lock)
    return lock
  }

  const gatheredOf = ({ gathered, uploadId }: BlobUpload) =>
    gathered === undefined
      ? Effect.fail(new BlobNotFound({ what: "upload", name: uploadId }))
      : Effect.succeed(gathered)

  const list: GatheredUploads["list"] = Effect.fnUntraced(function*(open, { after = 0, limit = Infinity } = {}) {
    const upload = yield* gatheredOf(open.upload)
    const recorded = Array.from(open.parts.values())
    // Once a complete has begun, parts on the server are not what clients sent, or have become an object.
    const isJoining = open.joining !== undefined
    const onServer = isJoining ? [] : yield* gathering.list(upload, { after, limit })
    const staged = new Map(
      recorded.flatMap((part) => isJoining || part.segment.gathered !== true ? [[part.number, part] as const] : [])
    )
    return [
      ...Array.from(staged.values()).filter(({ number }) => number > after),
      ...onServer.filter(({ number }) => !staged.has(number)).map((part) => partOf(open, part))
    ].sort(byNumber).slice(0, limit)
  })

  const find = (parts: ReadonlyMap<number, BlobPart>, named: Joining["parts"]) =>
    Effect.forEach(named, ({ etag, number }) => {
      const part = parts.get(number)
      return part === undefined || (etag !== undefined && etag !== part.etag)
        ? Effect.fail(new BlobPartMissing({ number }))
        : Effect.succeed(part)
    })

  const partsOf = (open: OpenUpload, named: Joining["parts"]) =>
    Effect.catchTag(find(open.parts, named), "BlobPartMissing", () =>
      Effect.flatMap(
        list(open),
        (parts) => find(new Map(parts.map((part) => [part.number, part])), named)
      ))

  /** Another list of parts is as good, as long as the server has joined none. */
  const checkUnjoined = (open: OpenUpload) =>
    Effect.flatMap(gatheredOf(open.upload), (upload) => gathering.list(upload, { limit: 1 }))

  const forget = ({ upload: { uploadId } }: OpenUpload) =>
    core.commit([{ change: "join", bucket: bucket.name, uploadId, joining: undefined }])

  const writeDown = (open: OpenUpload, joining: Joining, parts: ReadonlyArray<BlobPart>) => {
    const { uploadId } = open.upload
    const unknown = parts.filter(({ etag, number }) => open.parts.get(number)?.etag !== etag)
    const changes: ReadonlyArray<Change> = [
      ...unknown.map((part) => ({ change: "part" as const, bucket: bucket.name, uploadId, part })),
      { change: "join", bucket: bucket.name, uploadId, joining }
    ]
    return core.commit(changes, unknown.map((part) => part.segment))
  }

  return {
    begin: gathering.begin,
    writeTo: ({ gathered }, number) =>
      gathered === undefined ? undefined : (source, size) => gathering.write(gathered, number, source, size),
    list,
    alone: (open, complete) => lockOf(open).withPermits(1)(complete),
    join: Effect.fnUntraced(function*(open, joining) {
      const upload = yield* gatheredOf(open.upload)
      const isAgain = open.joining !== undefined && isSame(open.joining.parts, joining.parts)
      if (open.joining !== undefined && !isAgain) yield* Effect.zipRight(checkUnjoined(open), forget(open))
      const parts = yield* partsOf(open, joining.parts)
      if (!isAgain) yield* writeDown(open, joining, parts)
      const { etag, segment } = yield* gathering.join(upload, parts).pipe(
        Effect.tapErrorTag("BlobPartMissing", () => forget(open))
      )
      return { parts, etag, segments: segment.size > 0 ? [segment] : [] }
    }),
    giveUp: ({ gathered, uploadId }, joined) => {
      if (gathered === undefined) return Effect.void
      const made = core.discard(joined.filter(({ id }) => id !== gathered.id))
      return bucket.uploads.has(uploadId) ? made : Effect.zipRight(made, gathering.end(gathered))
    },
    end: ({ gathered }, kept) => gathered === undefined ? Effect.void : gathering.end(gathered, kept)
  }
}
