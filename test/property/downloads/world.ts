/** A drive of downloads over a real disk and a service in memory, which can end and begin again. */
import { assert } from "@effect/vitest"
import type { Either, Fiber } from "effect"
import { Context, Effect, Exit, Layer, Scope, Stream } from "effect"
import * as fs from "node:fs"
import { dirname } from "node:path"
import type { DownloadId } from "../../../src/domain/Ids.js"
import { Wsid } from "../../../src/domain/Ids.js"
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
import { space as plainSpace } from "../../services/files/fakeProvider.js"
import type { Disk } from "./disk.js"
import type { DownloadPlan, Scenario } from "./scenario.js"
import { fileId, providerFor, tasksOf } from "./service.js"
import type { Storage, StoredFile } from "./storage.js"

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

export const fileOf = ({ files }: World, number: number): StoredFile =>
  files[number % files.length] ?? assert.fail("there is a file")

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

export const writeOwn = (world: World, target: string): void => {
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
