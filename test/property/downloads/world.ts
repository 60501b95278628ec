import { assert } from "@effect/vitest"
import type { Either } from "effect"
import { Clock, Context, Effect, Exit, Fiber, Layer, Redacted, Scope, Stream } from "effect"
import * as fs from "node:fs"
import { dirname, join } from "node:path"
import type { AsyncTask } from "../../../src/domain/AsyncTask.js"
import { DriveFile } from "../../../src/domain/DriveFile.js"
import { ApiError, RateLimited, TokenExpired } from "../../../src/domain/errors/ApiErrors.js"
import { FileNotFound } from "../../../src/domain/errors/FileErrors.js"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type { DownloadId } from "../../../src/domain/Ids.js"
import { FileId, Wsid } from "../../../src/domain/Ids.js"
import * as DriveEventsLayer from "../../../src/layers/api/DriveEventsLayer.js"
import * as TaskMemoryMemory from "../../../src/layers/saved/TaskMemoryMemory.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { Credentials } from "../../../src/services/Credentials.js"
import type { DownloadRequest } from "../../../src/services/Downloads.js"
import { Downloads } from "../../../src/services/Downloads.js"
import * as DownloadsLayer from "../../../src/services/downloads/DownloadsLayer.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { Hasher } from "../../../src/services/Hasher.js"
import { Spaces } from "../../../src/services/Spaces.js"
import { StorageProviders } from "../../../src/services/StorageProviders.js"
import { Tasks } from "../../../src/services/Tasks.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Transport } from "../../../src/services/Transport.js"
import { UploadSources } from "../../../src/services/UploadSource.js"
import type { SwitchableConnectivity } from "../../../src/testing/ConnectivityMemory.js"
import * as HasherMemory from "../../../src/testing/HasherMemory.js"
import * as SourcesMemory from "../../../src/testing/SourcesMemory.js"
import * as transfers from "../../../src/transfer/TransferRunsLayer.js"
import { providerOf, space as plainSpace } from "../../services/files/fakeProvider.js"
import type { Disk } from "./disk.js"
import type { DownloadPlan, Moment, Scenario } from "./scenario.js"
import type { Storage, StoredFile } from "./storage.js"
import { announcedContent, digestOf, replace } from "./storage.js"

export interface Program {
  readonly end: Effect.Effect<void>
  readonly downloads: Downloads["Type"]
  readonly events: DriveEvents["Type"]
  readonly scheduler: TransferScheduler["Type"]
}

/** A download that was started: its plan and where it goes. */
export interface Started {
  readonly plan: DownloadPlan
  readonly target: string
  isCancelled: boolean
}

/** What a program reads for itself. */
export interface Reading {
  readonly plan: DownloadPlan
  readonly fiber: Fiber.Fiber<Either.Either<Uint8Array, { readonly _tag: string }>>
}

export interface World {
  readonly scenario: Scenario
  readonly disk: Disk
  readonly storage: Storage
  /** Those of the scenario. */
  readonly files: ReadonlyArray<StoredFile>
  readonly connectivity: SwitchableConnectivity
  readonly scope: Scope.Scope
  /** What happens, happens one after the other. */
  readonly turn: Effect.Semaphore
  readonly started: Map<DownloadId, Started>
  readings: ReadonlyArray<Reading>
  /** What the user has put at a target. */
  readonly own: Map<string, Uint8Array>
  program: Program
  crashes: number
  archives: number
}

/** Reads what was saved, for its digest. */
class Files extends Map<string, { readonly bytes: Uint8Array; readonly modifiedAt: number }> {
  override get(path: string) {
    return fs.existsSync(path) ? { bytes: fs.readFileSync(path), modifiedAt: 1 } : undefined
  }
}

const fileId = (file: StoredFile) => FileId.make(`file-${file.index}`)

export const fileOf = ({ files }: World, number: number): StoredFile =>
  files[number % files.length] ?? assert.fail("there is a file")

const call = <A, E>(world: World, path: string, work: Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const { storage } = world
    const lost = new TransportError({ reason: "Network", method: "POST", path })
    const fault = storage.calls.next()
    storage.inFlight++
    return yield* Effect.gen(function*() {
      yield* Effect.sleep(15)
      if (fault?._tag === "late") yield* Effect.sleep(fault.millis)
      if (!storage.online || fault?._tag === "unreachable") return yield* lost
      if (fault?._tag === "signedOut") storage.signedIn = false
      if (!storage.signedIn) {
        const error = new TokenExpired({ path })
        yield* world.program.events.publish({ _tag: "TokenExpired", error })
        return yield* error
      }
      if (fault?._tag === "status") {
        const { status } = fault
        if (status === 429) return yield* new RateLimited({ path })
        return yield* status >= 500
          ? new TransportError({ reason: "Status", status, method: "POST", path })
          : new ApiError({ code: status, status, method: "POST", path })
      }
      const answer = yield* work
      if (fault?._tag === "lostReply") return yield* lost
      return answer
    }).pipe(Effect.ensuring(Effect.sync(() => storage.inFlight--)))
  })

const addressOf = (file: StoredFile) => ({
  url: Redacted.make(`memory://object/${file.index}`),
  headers: {},
  credentialVersion: 1,
  expiresAt: Number.MAX_SAFE_INTEGER
})

const providerFor = (world: World) => {
  const known = (id: string) =>
    Effect.suspend(() => {
      const file = world.storage.files.find((one) => fileId(one) === id)
      return file === undefined ? new FileNotFound({ fileId: id }) : Effect.succeed(file)
    })
  const infoOf = (file: StoredFile) => {
    const digest = digestOf(file)
    return new DriveFile({
      fileId: fileId(file),
      name: `name-${file.index}.bin`,
      size: announcedContent(file).length,
      type: "file",
      userTags: [],
      ...(digest === undefined ? {} : { contentHash: digest, contentHashName: "sha1" })
    })
  }
  return providerOf({
    files: { info: (id) => call(world, "info", Effect.map(known(id), infoOf)) },
    downloads: {
      address: (id) => call(world, "download", Effect.map(known(id), addressOf)),
      batch: (ids) =>
        call(
          world,
          "batch-download",
          Effect.sync(() =>
            world.storage.files.filter((file) => ids.includes(fileId(file))).map((file) => {
              const { url } = addressOf(file)
              const { name, size } = infoOf(file)
              return { fileId: fileId(file), name, size, downloadUrl: url, url, expiresAt: undefined }
            })
          )
        ),
      archive: ({ fileIds: [id = ""], name }) =>
        call(
          world,
          "compress",
          Effect.sync(() => ({
            taskId: `${++world.archives}:${id}`,
            fileId: name === "file" ? FileId.make(id) : undefined
          }))
        )
    }
  })
}

const tasksOf = (world: World) => {
  const task = (taskId: string): AsyncTask => {
    const file = world.storage.files.find((one) => taskId.endsWith(`:${fileId(one)}`))
    return {
      asyncTaskId: taskId,
      taskId,
      taskStatus: "SUCCESS",
      state: "Succeed",
      status: "Succeed",
      totalProcess: 100,
      consumedProcess: 100,
      url: file === undefined ? undefined : addressOf(file).url
    }
  }
  const get = (taskId: string) => call(world, "task", Effect.sync(() => task(taskId)))
  return { get, wait: (taskId: string) => Effect.zipRight(Effect.sleep("3 seconds"), get(taskId)) }
}

/** One run of the program: it can end without a word, and another one starts over the same disk. */
export const begin = Effect.fnUntraced(function*(world: Omit<World, "program"> & { program?: Program }) {
  const { connectivity, disk, scenario, storage } = world
  const space = { ...plainSpace, downloadSpeed: scenario.speed }
  // The calls of the program are made when there is one.
  const whole = world as World
  const { atOnce, rangeSize, ranges } = scenario
  const scope = yield* Scope.make()
  const layer = DownloadsLayer.layer({ atOnce, rangeSize, ranges }).pipe(
    Layer.provideMerge(Layer.mergeAll(
      disk.layer,
      DriveEventsLayer.layer,
      Layer.succeed(Connectivity, connectivity.service),
      Layer.mock(Credentials, {
        refresh: (_, version) =>
          Effect.succeed({
            spaceId: space.spaceId,
            version: version + 1,
            platform: "s3" as const,
            fetchedAt: 0,
            expiresAt: undefined,
            bucket: undefined,
            drive: undefined
          })
      }),
      Layer.succeed(Hasher, HasherMemory.make({ bytesPerSecond: 1_000_000 })),
      Layer.mock(Tasks, tasksOf(whole)),
      Layer.succeed(UploadSources, SourcesMemory.make(new Files())),
      Layer.mock(Spaces, { current: () => Effect.succeed(space), resolve: () => Effect.succeed(space) }),
      Layer.succeed(StorageProviders, { forSpace: () => Effect.succeed(providerFor(whole)), closeAll: Effect.void }),
      Layer.succeed(Transport, storage.transport),
      TaskMemoryMemory.layer,
      transfers.layer,
      TransferScheduler.layer
    ))
  )
  const context = yield* Layer.buildWithScope(layer, scope)
  const program: Program = {
    end: Scope.close(scope, Exit.void),
    downloads: Context.get(context, Downloads),
    events: Context.get(context, DriveEvents),
    scheduler: Context.get(context, TransferScheduler)
  }
  storage.signedIn = true
  yield* program.events.publish({ _tag: "SignedIn", wsid: Wsid.make("user-1") })
  return program
})

const requestOf = (world: World, { wish }: DownloadPlan, target: string): DownloadRequest => {
  switch (wish._tag) {
    case "batch":
      return { fileIds: world.files.map(fileId), target }
    case "archive":
      return {
        archive: { fileIds: [fileId(fileOf(world, wish.file))], name: wish.isFile ? "file" : "archive.zip" },
        target
      }
    case "blob":
      return { fileId: fileId(fileOf(world, wish.file)), target }
    case "file":
    case "stream": {
      const [start, end] = wish.range ?? []
      return {
        fileId: fileId(fileOf(world, wish.file)),
        target,
        range: start === undefined ? undefined : { start, end }
      }
    }
  }
}

/** What a target may hold in the end: each version of the object, or of its range. */
export const contentsOf = (world: World, { wish }: DownloadPlan): ReadonlyArray<Uint8Array> => {
  if (wish._tag === "batch") return world.files.flatMap(({ versions }) => versions)
  const { versions } = fileOf(world, wish.file)
  const [start, end] = ("range" in wish ? wish.range : undefined) ?? []
  return versions.map((bytes) => bytes.subarray(start ?? 0, end))
}

export const isOneOf = (bytes: Uint8Array, contents: ReadonlyArray<Uint8Array>): boolean =>
  contents.some((one) => Buffer.compare(one, bytes) === 0)

const writeOwn = (world: World, target: string): void => {
  const bytes = Buffer.from(`the user's own ${world.own.size}`)
  fs.mkdirSync(dirname(target), { recursive: true })
  fs.writeFileSync(target, bytes)
  world.own.set(target, bytes)
}

/** Counts must grow, up to the size, and bytes must come before success. */
const watch = ({ program: { downloads } }: World, id: DownloadId): void => {
  let received = 0
  let written = 0
  downloads.subscribe(() => {
    const snapshot = downloads.snapshot(id)
    if (snapshot === undefined) return
    assert.isAtLeast(snapshot.received, received, "received went backwards")
    assert.isAtLeast(snapshot.written, written, "written went backwards")
    if (snapshot.size !== undefined) {
      assert.isAtMost(snapshot.received, Math.max(received, snapshot.size), "above the size")
    }
    received = snapshot.received
    written = snapshot.written
  }, id)
}

const read = (world: World, plan: DownloadPlan) =>
  Effect.gen(function*() {
    const { downloads } = world.program
    const { fileId: id = "", range } = requestOf(world, plan, "")
    const bytes = plan.wish._tag === "stream"
      ? Effect.map(Stream.runCollect(downloads.stream({ fileId: id, range })), (chunks) => Buffer.concat([...chunks]))
      : Effect.flatMap(downloads.blob({ fileId: id }), (blob) =>
        Effect.promise(async () => new Uint8Array(await blob.arrayBuffer())))
    const fiber = yield* Effect.forkIn(Effect.either(bytes), world.scope)
    world.readings = [...world.readings, { plan, fiber }]
  })

export const start = Effect.fnUntraced(function*(world: World, plan: DownloadPlan) {
  const { _tag } = plan.wish
  if (_tag === "stream" || _tag === "blob") return yield* read(world, plan)
  const target = world.disk.path(_tag === "batch" ? `folder-${plan.target}` : `file-${plan.target}`)
  if (plan.isTaken && _tag !== "batch") writeOwn(world, target)
  const { id } = yield* world.program.downloads.start(requestOf(world, plan, target))
  world.started.set(id, { plan, target, isCancelled: false })
  watch(world, id)
})

/** All at once: no finalizer changes what the next program finds. */
const crash = Effect.fnUntraced(function*(world: World) {
  world.crashes++
  const image = world.disk.image()
  // What ends while the old program is being ended has not ended for the disk that the next one finds.
  const unended = [...world.started].filter(([id]) => world.program.downloads.snapshot(id)?.result === undefined)
  yield* Fiber.interruptAll(world.readings.map(({ fiber }) => fiber))
  world.readings = []
  yield* world.program.end
  world.disk.restore(image, yield* Clock.currentTimeMillis)
  world.started.clear()
  world.program = yield* begin(world)
  // What the user wanted is wanted again.
  for (const [, { isCancelled, plan }] of unended) if (!isCancelled) yield* start(world, { ...plan, isTaken: false })
})

const onOne = (world: World, id: DownloadId, one: Started, kind: Moment["kind"]): Effect.Effect<void> | undefined => {
  const { downloads } = world.program
  switch (kind) {
    case "stop":
      return downloads.stop(id)
    case "resume":
      return Effect.asVoid(Effect.either(downloads.resume(id)))
    case "cancel":
      one.isCancelled = true
      return downloads.cancel(id)
    case "remove":
      return downloads.remove(id)
    case "start again":
      return start(world, one.plan)
    case "part removed":
      return Effect.sync(() => fs.rmSync(`${one.target}.part`, { force: true }))
    case "target written":
      return Effect.sync(() =>
        writeOwn(world, one.plan.wish._tag === "batch" ? join(one.target, "name-0.bin") : one.target)
      )
    default:
      return undefined
  }
}

const setOnline = (world: World, online: boolean, told: boolean) =>
  Effect.suspend(() => {
    world.storage.online = online
    return told ? world.connectivity.set(online) : Effect.void
  })

export const signIn = (world: World) =>
  Effect.suspend(() => {
    world.storage.signedIn = true
    return world.program.events.publish({ _tag: "SignedIn", wsid: Wsid.make("user-1") })
  })

const onAll = (world: World, { download, kind }: Moment): Effect.Effect<void> => {
  const { downloads } = world.program
  switch (kind) {
    case "stop all":
      return downloads.stopAll()
    case "resume all":
      return downloads.resumeAll()
    case "cancel all":
      for (const one of world.started.values()) one.isCancelled = true
      return downloads.cancelAll()
    case "offline":
      return setOnline(world, false, true)
    case "offline untold":
      return setOnline(world, false, false)
    case "online":
      return setOnline(world, true, true)
    case "session ends":
      return Effect.sync(() => {
        world.storage.signedIn = false
      })
    case "sign in":
      return signIn(world)
    case "crash":
      return crash(world)
    case "replaced":
      return Effect.sync(() => replace(fileOf(world, download), true))
    case "the first version is back":
      return Effect.sync(() => {
        Object.assign(fileOf(world, download), { current: 0, announced: 0 })
      })
    case "disk full":
    case "disk free":
      return Effect.sync(() => {
        world.disk.full = kind === "disk full"
      })
    default:
      return Effect.void
  }
}

export const act = (world: World, moment: Moment): Effect.Effect<void> =>
  Effect.suspend(() => {
    const [id, one] = [...world.started][moment.download % Math.max(1, world.started.size)] ?? []
    return (id && one && onOne(world, id, one, moment.kind)) ?? onAll(world, moment)
  }).pipe(world.turn.withPermits(1))
