/**
 * The blob store with its bytes on an S3 server: an object there for each of ours, put together by that server where it is
 * made of parts. What they are called is kept here: in a directory, or in memory until the process ends.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as PrivateFiles from "../PrivateFiles.js"
import { fileMode } from "../PrivateFiles.js"
import * as DirectoryLock from "../state/DirectoryLock.js"
import type { Gathered } from "./Blob.js"
import { BlobBroken, type BlobWriteError } from "./BlobErrors.js"
import * as BlobIndex from "./BlobIndex.js"
import type { BlobStore } from "./BlobStore.js"
import * as BlobStoreOver from "./BlobStoreOver.js"
import * as ChangeLog from "./ChangeLog.js"
import { attempt } from "./DiskErrors.js"
import * as GatheringS3 from "./GatheringS3.js"
import type { Place } from "./S3Calls.js"
import * as S3Calls from "./S3Calls.js"
import * as SegmentsS3 from "./SegmentsS3.js"
import * as SegmentUse from "./SegmentUse.js"
import * as SweepS3 from "./SweepS3.js"

const textOf = async (file: string): Promise<string> => {
  try {
    return await fs.readFile(file, "utf8")
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return ""
    throw cause
  }
}

/** Under another name first, so that a full disk or a lost power leaves no half of it. */
const writeId = async (file: string, id: string): Promise<void> => {
  const handle = await fs.open(`${file}.next`, "w", fileMode)
  try {
    await handle.writeFile(id)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await fs.rename(`${file}.next`, file)
  await ChangeLog.syncDirectory(path.dirname(file))
}

/**
 * The id in a directory, made when there are no records yet in `log`. With records and no id nobody knows where the
 * bytes are: that is `BlobBroken`.
 */
const storeIdOf = async (directory: string, log: string): Promise<string> => {
  const file = path.join(directory, "store-id")
  const kept = await textOf(file)
  if (kept !== "") return kept
  if (await textOf(log) !== "") throw new BlobBroken({ operation: "open", cause: `${file} is lost` })
  const id = randomUUID()
  await writeId(file, id)
  return id
}

/**
 * The server, and the bucket that must be there. `directory` keeps the records; without one, bytes are removed from the
 * server at the end. `capacity` is the most bytes to hold.
 */
export interface S3StoreOptions {
  readonly server: S3Calls.S3Server
  readonly bucket: string
  readonly directory?: string | undefined
  readonly capacity?: number | undefined
}

const placeOf = ({ bucket, server }: S3StoreOptions, storeId: string): Place => ({
  call: S3Calls.make(server),
  bucket,
  prefix: `effect-drive/${storeId}/`
})

const inMemory = (options: S3StoreOptions): Effect.Effect<BlobStore.Service, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { call, ...where } = placeOf(options, randomUUID())
    let isUsed = false
    const place: Place = {
      ...where,
      call: (operation, subject, run) => {
        isUsed = true
        return call(operation, subject, run)
      }
    }
    const backing = { ...SegmentsS3.make(place), gathering: GatheringS3.make(place), record: () => Effect.void }
    const store = BlobStoreOver.make({
      backing,
      index: BlobIndex.make(),
      use: SegmentUse.make(),
      capacity: options.capacity
    })
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => isUsed ? SweepS3.sweep(place, () => false, () => false) : Effect.void).pipe(
        Effect.catchAll((error) => Effect.logWarning(`bytes were left behind: ${error.message}`))
      )
    )
    return store
  })

const restored = async (log: string) => {
  const index = BlobIndex.make()
  const use = SegmentUse.make()
  await ChangeLog.replay(log, (change) => void index.apply(change))
  for (const change of index.changes()) {
    if (change.change === "put") use.retain(change.blob.segments)
    if (change.change === "part") use.retain([change.part.segment])
  }
  await ChangeLog.rewrite(log, index.changes())
  return { index, use }
}

/** The open uploads that the server puts together. */
const gatheredIn = (index: BlobIndex.BlobIndex): ReadonlyArray<Gathered> =>
  Array.from(index.changes()).flatMap((change) =>
    change.change === "begin" && change.upload.gathered !== undefined ? [change.upload.gathered] : []
  )

const inDirectory = (
  options: S3StoreOptions,
  directory: string
): Effect.Effect<BlobStore.Service, BlobWriteError, Scope.Scope> =>
  Effect.gen(function*() {
    const file = path.join(directory, "changes.log")
    yield* attempt("open", () => PrivateFiles.makeDirectory(directory))
    yield* Effect.mapError(
      DirectoryLock.acquire(directory),
      (error) => new BlobBroken({ operation: "open", cause: error.message })
    )
    const place = placeOf(options, yield* attempt("open", () => storeIdOf(directory, file)))
    // The log is made before the first object: somebody has taken it away, or is bringing a backup back.
    if (!(yield* attempt("open", () => ChangeLog.exists(file))) && !(yield* SweepS3.isEmpty(place))) {
      const cause = `${file} is missing, which says whose bytes are below ${place.prefix}`
      return yield* new BlobBroken({ operation: "open", cause })
    }
    const { index, use } = yield* attempt("open", () => restored(file))
    const log = yield* Effect.acquireRelease(
      attempt("open", () => ChangeLog.open(file, { segments: directory, fsync: true })),
      (open) => Effect.promise(open.close)
    )
    const backing = { ...SegmentsS3.make(place), gathering: GatheringS3.make(place), record: log.record }
    const store = BlobStoreOver.make({ backing, index, use, capacity: options.capacity })
    yield* store.resumeJoins
    const open = gatheredIn(index)
    const [ids, uploadIds] = [new Set(open.map(({ id }) => id)), new Set(open.map(({ uploadId }) => uploadId))]
    yield* SweepS3.sweep(place, (id) => use.has(id) || ids.has(id), (uploadId) => uploadIds.has(uploadId))
    return store
  })

/**
 * Opens the store.
 */
export const make = (options: S3StoreOptions): Effect.Effect<BlobStore.Service, BlobWriteError, Scope.Scope> =>
  options.directory === undefined ? inMemory(options) : inDirectory(options, options.directory)
