/**
 * A drive whose services are fakes that a test steers: for what the faces do, not for what a drive does.
 */
import { Deferred, Effect, Layer, PubSub, Redacted, Stream } from "effect"
import { FileNotFound } from "../../src/domain/errors/FileErrors.js"
import { UploadCancelled } from "../../src/domain/errors/TransferErrors.js"
import { FileId, ObjectKey, SpaceId, UploadId, Wsid } from "../../src/domain/Ids.js"
import type { Space } from "../../src/domain/Space.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../src/domain/UploadSnapshot.js"
import * as DriveClient from "../../src/promise/DriveClient.js"
import { AssetFolders } from "../../src/services/AssetFolders.js"
import { Assets } from "../../src/services/Assets.js"
import { Bucket } from "../../src/services/Bucket.js"
import { Credentials } from "../../src/services/Credentials.js"
import { Downloads } from "../../src/services/Downloads.js"
import type { DriveEvent } from "../../src/services/DriveEvents.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { FileContents } from "../../src/services/FileContents.js"
import { Files } from "../../src/services/Files.js"
import type { FolderSnapshot, FolderUpload } from "../../src/services/FolderUploads.js"
import { FolderUploads } from "../../src/services/FolderUploads.js"
import { Migration } from "../../src/services/Migration.js"
import { Network } from "../../src/services/Network.js"
import { RecycleBin } from "../../src/services/RecycleBin.js"
import { Session } from "../../src/services/Session.js"
import { Sharing } from "../../src/services/Sharing.js"
import { Spaces } from "../../src/services/Spaces.js"
import { Tasks } from "../../src/services/Tasks.js"
import type { Upload } from "../../src/services/Uploads.js"
import { Uploads } from "../../src/services/Uploads.js"

export const space: Space = {
  spaceId: SpaceId.make("s1"),
  platform: "s3",
  name: undefined,
  fileSizeLimit: undefined,
  downloadSpeed: undefined
}

/** A folder that moves when the test says so. */
const makeFolder = () => {
  const listeners = new Set<() => void>()
  let snapshot: FolderSnapshot = {
    id: "f1",
    spaceId: space.spaceId,
    parentFileId: "root",
    status: "running",
    reading: true,
    folders: 0,
    files: 0,
    succeeded: 0,
    rapid: 0,
    skipped: 0,
    failed: 0,
    bytes: { total: 0, hashed: 0, sent: 0, accepted: 0, committed: 0 },
    speed: 0,
    eta: undefined,
    error: undefined
  }
  const upload: FolderUpload = {
    id: "f1",
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    await: Effect.never,
    stop: Effect.void,
    resume: Effect.void,
    cancel: Effect.void
  }
  return {
    upload,
    update: (change: Partial<FolderSnapshot>) => {
      snapshot = { ...snapshot, ...change }
      for (const listener of listeners) listener()
    }
  }
}

const firstSnapshot = (id: UploadId, name: string): UploadSnapshot => ({
  id,
  spaceId: space.spaceId,
  name,
  size: 10,
  parentFileId: undefined,
  fileId: undefined,
  status: { _tag: "queued" },
  waiting: undefined,
  progress: undefined,
  multipart: undefined,
  bytes: { hashed: 0, sent: 0, accepted: 0, committed: 0 },
  speed: 0,
  eta: undefined,
  parallel: 5,
  resumable: true,
  sizeOnlyParts: 0,
  needsFile: false,
  error: undefined,
  result: undefined
})

export const result: UploadResult = {
  fileId: FileId.make("f1"),
  objectKey: ObjectKey.make("k1"),
  assetId: undefined,
  rapid: false
}

export const make = () => {
  const calls: Array<ReadonlyArray<unknown>> = []
  const called = (...call: ReadonlyArray<unknown>) => Effect.sync(() => void calls.push(call))
  const listeners = new Map<string | undefined, Set<() => void>>()
  const notify = (id?: string) => listeners.get(id)?.forEach((listener) => listener())
  const folder = makeFolder()
  const uploads = new Map<string, { snapshot: UploadSnapshot; end: Deferred.Deferred<UploadResult, UploadError> }>()
  let ids: ReadonlyArray<UploadId> = []
  let gate = Effect.void

  const upload = (id: UploadId): Upload => ({
    id,
    snapshot: () => uploads.get(id)!.snapshot,
    await: Effect.suspend(() => Deferred.await(uploads.get(id)!.end)),
    changes: Stream.empty
  })
  const registry = {
    start: (request) =>
      Effect.gen(function*() {
        const id = UploadId.make(`u${ids.length + 1}`)
        yield* called("start", request)
        uploads.set(id, {
          snapshot: firstSnapshot(id, request.name ?? "unnamed"),
          end: yield* Deferred.make<UploadResult, UploadError>()
        })
        ids = [...ids, id]
        notify()
        return upload(id)
      }),
    list: () => ids,
    get: (id) => uploads.has(id) ? upload(UploadId.make(id)) : undefined,
    snapshot: (id) => uploads.get(id)?.snapshot,
    subscribe: (listener, id) => {
      const group = listeners.get(id) ?? new Set()
      listeners.set(id, group.add(listener))
      return () => void group.delete(listener)
    },
    totals: () => {
      throw new Error("the test has no such call")
    },
    subscribeTotals: () => () => {},
    stop: (id) => called("stop", id),
    resume: (id, source) => called("resume", id, source),
    retry: (id) =>
      Effect.gen(function*() {
        yield* called("retry", id)
        uploads.get(id)!.end = yield* Deferred.make<UploadResult, UploadError>()
      }),
    cancel: (id) =>
      Effect.gen(function*() {
        yield* called("cancel", id)
        yield* Deferred.fail(uploads.get(id)!.end, new UploadCancelled({ uploadId: id }))
        yield* gate
      }),
    remove: (id) => called("remove", id),
    setPriority: (id, priority) => called("setPriority", id, priority),
    stopAll: () => called("stopAll"),
    resumeAll: () => called("resumeAll"),
    cancelAll: () => called("cancelAll"),
    recoverable: () => Effect.succeed([])
  } satisfies Partial<Uploads.Service>

  const address = Redacted.make("https://storage.example/key?signature=secret")
  const files: Files.Service = {
    list: (query, options) =>
      called("list", query, options).pipe(
        Effect.zipRight(Effect.suspend(() => gate)),
        Effect.onInterrupt(() => called("list interrupted")),
        Effect.zipRight(
          query?.parentFileId === "gone"
            ? Effect.fail(new FileNotFound({ fileId: "gone" }))
            : Effect.succeed({ items: [] })
        )
      ),
    listAll: () => Stream.empty,
    info: (fileId) => Effect.fail(new FileNotFound({ fileId })),
    resolve: () => Effect.succeed(FileId.make("root")),
    createFolder: ({ name }, options) =>
      called("createFolder", name, options).pipe(
        Effect.zipRight(Effect.suspend(() => gate)),
        Effect.onInterrupt(() => called("createFolder interrupted")),
        Effect.as(FileId.make(`folder ${name}`))
      ),
    ensureFolder: () => Effect.die(new TypeError("a bug")),
    rename: () => Effect.never,
    updateInfo: () => Effect.never,
    copy: () => Effect.never,
    move: () => Effect.never,
    star: () => Effect.never,
    remove: () => Effect.never,
    breadcrumb: () => Effect.never,
    thumbnail: () => Effect.succeed({ url: address, expiresAt: 0 })
  }

  const downloads = {
    url: () => Effect.succeed({ downloadUrl: address, url: address, expiresAt: 0 }),
    stream: () => Stream.empty,
    blob: () => Effect.succeed(new Blob([])),
    list: () => [],
    get: () => undefined,
    snapshot: () => undefined,
    subscribe: () => () => {}
  } satisfies Partial<Downloads.Service>

  const layer = Layer.mergeAll(
    Layer.mock(Uploads, registry),
    Layer.succeed(Files, files),
    Layer.mock(AssetFolders, {}),
    Layer.mock(Assets, {}),
    Layer.mock(Sharing, {}),
    Layer.mock(Migration, {}),
    Layer.mock(RecycleBin, {}),
    Layer.mock(Bucket, {
      lifecycle: { get: () => Effect.never, put: () => Effect.never, remove: () => Effect.never },
      versioning: { get: () => Effect.never, put: () => Effect.never }
    }),
    Layer.mock(Tasks, {}),
    Layer.mock(Downloads, downloads),
    Layer.succeed(Credentials, { get: () => Effect.never, refresh: () => Effect.never, clear: Effect.void }),
    Layer.succeed(Session, {
      login: () => Effect.succeed({ wsid: Wsid.make("w1") }),
      check: () => Effect.never,
      add: () => Effect.never,
      logout: () => Effect.void,
      initialise: () => Effect.succeed(space),
      state: () => Effect.succeed({ _tag: "Ready", wsid: Wsid.make("w1"), space })
    }),
    Layer.succeed(Spaces, {
      list: () => Effect.succeed({ items: [] }),
      select: () => Effect.succeed(space),
      current: () => Effect.succeed(space),
      resolve: () => Effect.succeed(space),
      config: () => Effect.succeed({}),
      benefit: () => Effect.never,
      driveInfo: () => Effect.never,
      clear: Effect.void
    }),
    Layer.mock(FileContents, {}),
    Layer.succeed(Network, { state: () => ({ online: true, since: 0 }) }),
    Layer.mock(FolderUploads, {
      start: () => Effect.succeed(folder.upload),
      stopAll: () => Effect.void,
      resumeAll: () => Effect.void,
      cancelAll: () => Effect.void
    }),
    Layer.effect(
      DriveEvents,
      Effect.map(PubSub.unbounded<DriveEvent>(), (events) => ({
        inspection: {},
        publish: (event) => PubSub.publish(events, event),
        stream: Stream.fromPubSub(events),
        on: (listener) =>
          PubSub.subscribe(events).pipe(
            Effect.flatMap((queue) =>
              queue.take.pipe(
                Effect.tap((event) => Effect.sync(() => listener(event))),
                Effect.forever,
                Effect.forkScoped
              )
            ),
            Effect.asVoid
          )
      }))
    )
  )

  return {
    drive: DriveClient.make(layer),
    folder,
    calls,
    /** Makes calls of `files`, and the end of a cancel, wait until the returned function is called. */
    hold: () => {
      const latch = Effect.unsafeMakeLatch(false)
      gate = latch.await
      return () => latch.unsafeOpen()
    },
    update: (id: string, change: Partial<UploadSnapshot>) => {
      const entry = uploads.get(id)!
      entry.snapshot = { ...entry.snapshot, ...change }
      notify(id)
    },
    succeed: (id: string) => Effect.runSync(Deferred.succeed(uploads.get(id)!.end, result)),
    fail: (id: string, error: UploadError) => Effect.runSync(Deferred.fail(uploads.get(id)!.end, error))
  }
}
