import { Effect } from "effect"
import { FileId, type UploadId } from "../../src/domain/Ids.js"
import type { MemoryDrive } from "../../src/testing/MemoryDrive.js"
import { bytesOf } from "../transfer/upload/memoryUploads.js"
import type { UserFile } from "./files.js"
import { sourceOf, versionOf, write } from "./files.js"
import type { Program } from "./program.js"
import { begin, signIn, watch } from "./program.js"
import type { Moment, Scenario } from "./scenario.js"

/** Everything that a scenario happens to, and what it has made happen. */
export interface World {
  readonly drive: MemoryDrive
  readonly scenario: Scenario
  readonly files: ReadonlyArray<UserFile>
  readonly uploads: Map<UploadId, UserFile>
  readonly cancelled: Set<UploadId>
  readonly removed: Set<UploadId>
  program: Program
  /** A second client over the same sessions. */
  otherTab: Program | undefined
  locksFailed: boolean
  crashes: number
  /** The list was emptied of another user's uploads. */
  otherUsers: number
}

/** The file that an update is of, with some bytes of its own. */
const existing = (drive: MemoryDrive, { index }: UserFile): FileId => {
  const { bucket } = drive.storage
  const bytes = bytesOf(33, index)
  const file = drive.service.add({
    name: `old-${index}`,
    parentFileId: "root",
    size: bytes.length,
    type: "file",
    contentHash: undefined
  })
  bucket.put(file.objectKey, bytes, "old")
  drive.service.store(file)
  return FileId.make(file.fileId)
}

/** Starts the upload of a file; `name` makes it another file of the same bytes. */
export const start = Effect.fnUntraced(function*(world: World, file: UserFile, name?: string) {
  const { checkNameMode, chunkSize, isUpdate, parallel, path, priority } = file.plan
  const upload = yield* world.program.uploads.start({
    source: sourceOf(file),
    name: name ?? `file-${file.index}`,
    fileId: isUpdate && name === undefined ? existing(world.drive, file) : undefined,
    chunkSize,
    parallel,
    path,
    priority,
    checkNameMode
  })
  world.uploads.set(upload.id, file)
  watch(world.program, upload.id)
})

const crash = Effect.fnUntraced(function*(world: World) {
  world.crashes++
  yield* world.program.end
  world.program = yield* begin(world.drive, world.scenario)
  yield* recover(world)
})

export const recover = (world: World) =>
  Effect.map(world.program.uploads.recoverable(), (recovered) => {
    for (const { id } of recovered) watch(world.program, id)
  })

/** Resumes whatever is free; it is not watched. */
const resumeInOtherTab = Effect.fnUntraced(function*(world: World) {
  if (world.otherTab === undefined) world.crashes++
  world.otherTab ??= yield* begin(world.drive, world.scenario)
  const { uploads } = world.otherTab
  yield* uploads.recoverable()
  yield* uploads.resumeAll()
  for (const id of uploads.list()) yield* Effect.either(uploads.retry(id))
})

/** Leaves the drive to somebody else for as long as it takes to look. */
const anotherUser = Effect.fnUntraced(function*(world: World) {
  world.otherUsers++
  yield* signIn(world.drive, world.program, "user-2")
  yield* Effect.sleep("1 second")
  yield* signIn(world.drive, world.program)
})

const changeLimits = (world: World, number: number) =>
  Effect.orDie(world.program.uploads.setLimits(
    [
      { part: 1 },
      { part: 8, bytes: 60 },
      { bytes: 2000 },
      { bytesPerSecond: 100 },
      { bytesPerSecond: 0 },
      { control: 1, finish: 1, hash: 1 }
    ][number] ?? {}
  ))

const onOne = (
  world: World,
  id: UploadId,
  file: UserFile,
  { kind, number }: Moment
): Effect.Effect<void> | undefined => {
  const { uploads } = world.program
  switch (kind) {
    case "stop":
      return uploads.stop(id)
    case "resume":
      return Effect.asVoid(Effect.either(uploads.resume(id)))
    case "retry":
      return Effect.asVoid(Effect.either(uploads.retry(id)))
    case "pick again":
      return Effect.asVoid(Effect.either(uploads.resume(id, versionOf(file, number))))
    case "cancel":
      world.cancelled.add(id)
      return uploads.cancel(id)
    case "remove":
      return Effect.flatMap(uploads.remove(id), () =>
        Effect.sync(() => {
          if (uploads.snapshot(id) === undefined) world.removed.add(id)
        }))
    case "source changes":
      return Effect.sync(() => write(world.drive, file, number))
    case "same bytes again":
      return start(world, file, `again-${world.uploads.size}`)
    default:
      return undefined
  }
}

const onAll = (world: World, { kind, number }: Moment): Effect.Effect<void> => {
  const { drive, program } = world
  switch (kind) {
    case "offline":
      return drive.setOnline(false)
    case "offline untold":
      return drive.setOnline(false, { told: false })
    case "online":
      return drive.setOnline(true)
    case "session ends":
      return Effect.sync(() => {
        drive.service.signedIn = false
      })
    case "sign in":
      return signIn(drive, program)
    case "sign out":
      drive.service.signedIn = false
      return program.events.publish({ _tag: "SignedOut" })
    case "another user":
      return anotherUser(world)
    case "crash":
      return crash(world)
    case "recoverable":
      return recover(world)
    case "limits":
      return changeLimits(world, number)
    case "callbacks refused":
      return Effect.sync(() => {
        drive.service.refuses = (fileId) => Number(fileId.split("-")[1]) % 2 === number % 2
      })
    case "callbacks taken":
      return Effect.sync(() => {
        drive.service.refuses = () => false
      })
    case "uploads forgotten":
      return Effect.sync(() => {
        drive.storage.bucket.uploads.clear()
      })
    case "another tab resumes":
      return resumeInOtherTab(world)
    case "another tab stops":
      return world.otherTab?.uploads.stopAll() ?? Effect.void
    case "locks fail":
      return Effect.sync(() => {
        world.locksFailed = true
        drive.sessions.claimed.clear()
      })
    case "credential ends":
      return Effect.sync(() => {
        drive.storage.oldestValidVersion++
      })
    default:
      return Effect.void
  }
}

/** Does what the moment says, to the upload that it is about. */
export const act = (world: World, moment: Moment): Effect.Effect<void> =>
  Effect.suspend(() => {
    const [id, file] = [...world.uploads][moment.file % Math.max(1, world.uploads.size)] ?? []
    return (id && file && onOne(world, id, file, moment)) ?? onAll(world, moment)
  })
