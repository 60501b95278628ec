/**
 * `Downloads` over one fake object, with a sink in memory that says what became of the file.
 */
import { Effect, Fiber, Layer, Option, TestClock } from "effect"
import { createHash } from "node:crypto"
import type { AsyncTask } from "../../../src/domain/AsyncTask.js"
import { DriveFile } from "../../../src/domain/DriveFile.js"
import { UnsupportedOperation } from "../../../src/domain/errors/InputErrors.js"
import { SaveFailed } from "../../../src/domain/errors/TransferErrors.js"
import type { TransportError } from "../../../src/domain/errors/TransportError.js"
import { FileId } from "../../../src/domain/Ids.js"
import type { Space } from "../../../src/domain/Space.js"
import type { StorageCredential } from "../../../src/domain/StorageCredential.js"
import * as DriveEventsLayer from "../../../src/layers/api/DriveEventsLayer.js"
import { bytesSource } from "../../../src/layers/files/bytesSource.js"
import * as ConnectivityAlways from "../../../src/layers/node/ConnectivityAlways.js"
import * as TaskMemoryMemory from "../../../src/layers/saved/TaskMemoryMemory.js"
import type { Connectivity } from "../../../src/services/Connectivity.js"
import { Credentials } from "../../../src/services/Credentials.js"
import type { Downloads } from "../../../src/services/Downloads.js"
import type { DownloadTuning } from "../../../src/services/downloads/DownloadEngine.js"
import * as DownloadsLayer from "../../../src/services/downloads/DownloadsLayer.js"
import type { DriveEvents } from "../../../src/services/DriveEvents.js"
import type { OpenSink, SaveProgress } from "../../../src/services/FileSink.js"
import { FileSink } from "../../../src/services/FileSink.js"
import { Hasher } from "../../../src/services/Hasher.js"
import { Spaces } from "../../../src/services/Spaces.js"
import type { StorageProvider } from "../../../src/services/StorageProvider.js"
import { StorageProviders } from "../../../src/services/StorageProviders.js"
import { Tasks } from "../../../src/services/Tasks.js"
import type { TransferRuns } from "../../../src/services/TransferRuns.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Transport } from "../../../src/services/Transport.js"
import { UploadSources } from "../../../src/services/UploadSource.js"
import * as transfers from "../../../src/transfer/TransferRunsLayer.js"
import { providerOf, space as plainSpace } from "../../services/files/fakeProvider.js"
import type { fakeObject } from "./fakeObject.js"

export const content = Uint8Array.from({ length: 100 }, (_, index) => index)

export const infoOf = (
  change: { readonly size?: number; readonly contentHash?: string; readonly type?: "folder" } = {}
) => new DriveFile({ fileId: FileId.make("f"), name: "f.bin", size: 100, type: "file", userTags: [], ...change })

/** The file as the service knows it, with its digest. */
export const known = infoOf({ contentHash: createHash("sha1").update(content).digest("hex") })

/** A refused address needs a fresh address, not another credential: product addresses have none of ours. */
const credential: StorageCredential = {
  spaceId: plainSpace.spaceId,
  version: 1,
  platform: "s3",
  fetchedAt: 0,
  expiresAt: undefined,
  bucket: undefined,
  drive: undefined
}

/** What is at the target, and what an earlier run has left beside it. */
export const memorySink = (
  options: {
    readonly fails?: "write"
    /** Only so many times. */
    readonly failures?: number
    /** What comes before each of these. */
    readonly before?: Readonly<Partial<Record<"keep" | "publish" | "write", Effect.Effect<void>>>>
    readonly order?: OpenSink["order"]
    readonly reopens?: boolean
    readonly kept?: { readonly bytes: Uint8Array } & SaveProgress
  } = {}
) => {
  const state = {
    bytes: new Uint8Array(options.kept?.bytes ?? []),
    kept: options.kept === undefined ? undefined : { version: options.kept.version, done: options.kept.done } as
      | SaveProgress
      | undefined,
    published: false,
    opened: 0,
    closed: 0,
    discarded: false,
    writes: [] as Array<number>,
    failures: options.fails === undefined ? 0 : options.failures ?? Number.POSITIVE_INFINITY
  }
  const open = (target: string): OpenSink => ({
    _tag: "Bytes",
    via: "file",
    order: options.order ?? "any",
    reopens: options.reopens ?? true,
    kept: state.kept,
    write: (position, chunks) =>
      state.failures-- > 0
        ? new SaveFailed({ target, reason: "DiskFull" })
        : Effect.zipRight(
          options.before?.write ?? Effect.void,
          Effect.sync(() => {
            const added = Buffer.concat(chunks)
            const grown = new Uint8Array(Math.max(state.bytes.length, position + added.length))
            grown.set(state.bytes)
            grown.set(added, position)
            state.bytes = grown
            state.writes.push(position)
          })
        ),
    keep: (progress) =>
      Effect.zipRight(
        options.before?.keep ?? Effect.void,
        Effect.sync(() => {
          state.kept = progress.done.length === 0 ? undefined : progress
        })
      ),
    reset: Effect.sync(() => {
      state.bytes = new Uint8Array()
      state.kept = undefined
    }),
    finish: Effect.sync(() => ({
      size: state.bytes.length,
      sha1: createHash("sha1").update(state.bytes).digest("hex").toUpperCase()
    })),
    publish: Effect.zipRight(
      options.before?.publish ?? Effect.void,
      Effect.sync(() => {
        state.published = true
      })
    )
  })
  const layer = Layer.succeed(FileSink, {
    folder: (target) =>
      Effect.succeed({
        nameOf: (name) => name,
        beside: [],
        target: (name) => `${typeof target === "string" ? target : target.name}/${name}`
      }),
    prepare: (target) => {
      const name = typeof target === "string" ? target : target.name
      return {
        name,
        open: () =>
          Effect.acquireRelease(
            Effect.sync(() => {
              state.opened++
              if (state.kept === undefined && options.kept === undefined) state.bytes = new Uint8Array()
              return open(name)
            }),
            () => Effect.sync(() => state.closed++)
          ),
        discard: Effect.sync(() => {
          state.discarded = true
        })
      }
    }
  })
  return { layer, state }
}

export interface FakeDriveOptions {
  readonly info?: DriveFile
  /** In place of `info`. */
  readonly lookUp?: ReturnType<StorageProvider["files"]["info"]>
  readonly sink?: Layer.Layer<FileSink>
  readonly space?: Partial<Space>
  readonly tuning?: Partial<DownloadTuning>
  readonly connectivity?: Layer.Layer<Connectivity>
  readonly events?: Layer.Layer<DriveEvents>
  /** What moves bytes; its code may come later. */
  readonly transfers?: Layer.Layer<TransferRuns, never, Connectivity>
  readonly hasher?: Partial<Hasher["Type"]>
  /** Of a task that makes an archive, whose file is the object. */
  readonly task?: AsyncTask
  /** Comes before a space is opened. */
  readonly opening?: Effect.Effect<void, TransportError>
}

export const downloadsLayer = (object: ReturnType<typeof fakeObject>, options: FakeDriveOptions = {}) => {
  const space = { ...plainSpace, ...options.space }
  const { task } = options
  const provider = providerOf({
    files: { info: () => options.lookUp ?? Effect.succeed(options.info ?? infoOf()) },
    downloads: {
      address: object.address,
      batch: () => new UnsupportedOperation({ operation: "Downloads.batch", message: "not here" }),
      archive: () => Effect.succeed({ taskId: "packing", fileId: FileId.make("z") })
    }
  })
  return DownloadsLayer.layer(options.tuning ?? {}).pipe(
    Layer.provide(Layer.mergeAll(
      options.connectivity ?? ConnectivityAlways.layer,
      options.sink ?? FileSink.layerUnsupported,
      options.events ?? DriveEventsLayer.layer,
      Layer.mock(Credentials, { refresh: () => Effect.succeed(credential) }),
      Layer.mock(Hasher, options.hasher ?? {}),
      Layer.mock(Tasks, task === undefined ? {} : { wait: () => Effect.succeed(task) }),
      Layer.mock(UploadSources, {
        describe: () => ({ name: undefined, size: undefined }),
        open: (input) =>
          Effect.succeed(bytesSource({ bytes: input instanceof Uint8Array ? input : content, name: "a" }))
      }),
      Layer.mock(Spaces, { current: () => Effect.succeed(space), resolve: () => Effect.succeed(space) }),
      Layer.succeed(StorageProviders, {
        forSpace: () => Effect.as(options.opening ?? Effect.void, provider),
        closeAll: Effect.void
      }),
      Layer.succeed(Transport, object.transport),
      TaskMemoryMemory.layer,
      Layer.provide(options.transfers ?? transfers.layer, options.connectivity ?? ConnectivityAlways.layer),
      TransferScheduler.layer
    ))
  )
}

export const runDownloads = <A, E>(
  object: ReturnType<typeof fakeObject>,
  effect: Effect.Effect<A, E, Downloads>,
  options?: FakeDriveOptions
) => Effect.provide(effect, downloadsLayer(object, options))

/** Runs with pauses that take no time. Second by second: a pause may follow on another. */
export const hurried = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.fork(effect)
    for (let second = 0; second < 600 && Option.isNone(yield* Fiber.poll(fiber)); second++) {
      yield* TestClock.adjust("1 second")
    }
    return yield* Fiber.join(fiber)
  })
