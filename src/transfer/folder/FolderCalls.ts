/**
 * The calls about folders, repeated and queued as those of uploads are.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DriveFile } from "../../domain/DriveFile.js"
import type { FileId, SpaceId } from "../../domain/Ids.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import { filesChanged } from "../../services/Announce.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { eachPage } from "../../services/files/eachPage.js"
import type { FolderPorts, FolderRun } from "../../services/folders/FolderRun.js"
import { KnownHosts } from "../../services/KnownHosts.js"
import { Spaces } from "../../services/Spaces.js"
import type { CreateFailure, StorageProvider } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import type { RetryPolicy } from "../../services/transfers/RetryPolicy.js"
import type { SignIns } from "../../services/transfers/SignIns.js"
import { inTurn } from "../parts/makeRequest.js"
import { silentHooks, withRetry } from "../parts/withRetry.js"

/** Entries of a folder by page, when all of them are wanted. */
const pageSize = 100

/**
 * What is in a folder of the drive, by name. The service may allow doubles: the last one stands for them.
 */
export interface Names {
  readonly files: ReadonlyMap<string, DriveFile>
  readonly folders: ReadonlyMap<string, DriveFile>
}

export interface FolderCalls {
  /** The id of the new folder, or of the one that is there. */
  readonly create: (name: string, parentFileId: string) => Effect.Effect<FileId, UploadError>
  readonly names: (fileId: string) => Effect.Effect<Names, UploadError>
}

export const make = (options: {
  readonly run: Pick<FolderRun, "gate" | "id" | "request" | "status" | "subscribe">
  /** Another user has signed in. */
  readonly isLeft: () => boolean
  readonly spaceId: SpaceId
  readonly policy: RetryPolicy
  readonly signIns: SignIns
  readonly provided: <A, E>(effect: Effect.Effect<A, E, FolderPorts>) => Effect.Effect<A, E>
}): FolderCalls => {
  const { isLeft, policy, provided, run, signIns, spaceId } = options
  const hooks = silentHooks({ spaceId, policy, signIns })
  const requester = { id: run.id, priority: () => run.request.priority ?? 0 }

  const untilStopped = Effect.suspend(() => {
    const stopped = Effect.unsafeMakeLatch(run.status === "stopped")
    const unsubscribe = run.subscribe(() => {
      if (run.status === "stopped") stopped.unsafeOpen()
    })
    return Effect.ensuring(stopped.await, Effect.sync(unsubscribe))
  })

  /** A call is left when the folder is stopped, so that it holds up nobody meanwhile, and made again then: twice it does no harm. */
  const whileRunning = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    run.gate.await.pipe(
      Effect.zipRight(Effect.raceFirst(Effect.asSome(call), Effect.as(untilStopped, Option.none<A>()))),
      Effect.flatMap(Option.match({ onNone: () => whileRunning(call), onSome: Effect.succeed }))
    )

  const call = <A>(work: (provider: StorageProvider) => Effect.Effect<A, CreateFailure>) =>
    provided(Effect.gen(function*() {
      const spaces = yield* Spaces
      const providers = yield* StorageProviders
      const asked = Effect.flatMap(Effect.flatMap(spaces.resolve({ spaceId }), providers.forSpace), work)
      // It is about to be interrupted.
      const attempt = Effect.suspend(() => isLeft() ? Effect.never : asked)
      const call = withRetry(hooks, inTurn(requester, { lane: "control" }, attempt))
      // From the first file on; folders are made before it.
      return yield* whileRunning((yield* KnownHosts)?.gates?.inBackground(call, policy) ?? call)
    }))

  const names = Effect.fnUntraced(function*(parentFileId: string) {
    const found = { files: new Map<string, DriveFile>(), folders: new Map<string, DriveFile>() }
    yield* eachPage(
      (cursor) => call(({ files }) => files.list({ parentFileId, pageSize, cursor })),
      (files) => {
        for (const file of files) (file.isFolder ? found.folders : found.files).set(file.name, file)
      }
    )
    return found
  })

  return {
    create: (name, parentFileId) =>
      Effect.tap(
        call(({ files }) => files.createFolder({ name, parentFileId, checkNameMode: "refuse" })),
        (fileId) =>
          provided(Effect.flatMap(DriveEvents, (events) =>
            events.publish(filesChanged(spaceId, { kind: "created", fileIds: [fileId], folderIds: [parentFileId] }))))
      ),
    names
  }
}
