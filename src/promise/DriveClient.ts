/**
 * A drive whose services return promises.
 *
 * @since 1.0.7
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { AsyncTask } from "../domain/AsyncTask.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import type { DriveServices } from "../layers/Drive.js"
import { AssetFolders } from "../services/AssetFolders.js"
import { Assets } from "../services/Assets.js"
import { Bucket } from "../services/Bucket.js"
import { checkListener } from "../services/checkListener.js"
import { Downloads } from "../services/Downloads.js"
import type { DriveEvent } from "../services/DriveEvents.js"
import { DriveEvents, eventTags } from "../services/DriveEvents.js"
import { FileContents } from "../services/FileContents.js"
import { Files } from "../services/Files.js"
import { FolderUploads } from "../services/FolderUploads.js"
import { Migration } from "../services/Migration.js"
import { Network } from "../services/Network.js"
import { RecycleBin } from "../services/RecycleBin.js"
import { Session } from "../services/Session.js"
import { Sharing } from "../services/Sharing.js"
import { Spaces } from "../services/Spaces.js"
import { Tasks } from "../services/Tasks.js"
import { Uploads } from "../services/Uploads.js"
import type { AssetsFace, SharingFace } from "./AssetsFace.js"
import * as AssetsFaces from "./AssetsFace.js"
import type { BucketFace } from "./BucketFace.js"
import * as BucketFaces from "./BucketFace.js"
import * as DownloadHandle from "./DownloadHandle.js"
import type {
  DownloadsFace,
  EventsFace,
  FilesFace,
  SessionFace,
  SpacesFace,
  TaskLink,
  TasksFace
} from "./DriveFaces.js"
import * as Face from "./Face.js"
import type { Runner } from "./Runner.js"
import * as Runners from "./Runner.js"
import type { UploadsFace } from "./UploadHandle.js"
import * as UploadHandle from "./UploadHandle.js"

export type { DriveServices }

export type * from "./DriveFaces.js"

/**
 * A drive. Nothing is built before the first call. A promise rejects with an error of the catalogue (`error._tag`),
 * with the signal's reason if it was aborted, and with `DriveDisposed` after `dispose`.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveClient {
  /** The drive's name among the drives of this program, an option of `createDrive`; default `drive`. */
  readonly id: string
  readonly session: SessionFace
  readonly spaces: SpacesFace
  readonly files: FilesFace
  readonly uploads: UploadsFace
  readonly downloads: DownloadsFace
  readonly tasks: TasksFace
  readonly migration: Face.Face<Migration.Service>
  readonly assets: AssetsFace
  readonly assetFolders: Face.Face<AssetFolders.Service>
  readonly sharing: SharingFace
  readonly recycleBin: Face.Face<RecycleBin.Service>
  readonly bucket: BucketFace
  readonly network: Network.Service
  readonly events: EventsFace
  /** The services themselves, for programs with Effect in them. */
  readonly runtime: ManagedRuntime.ManagedRuntime<DriveServices, unknown>
  /** Runs an Effect that needs services of this drive. Its promise rejects as all promises of the drive do. */
  readonly run: Runner<DriveServices>["run"]
  /**
   * Stops everything that runs, keeps the sessions of uploads, closes connections and files. Calling it twice is fine.
   */
  readonly dispose: () => Promise<void>
}

const withHref = <A extends { readonly url: Redacted.Redacted<string> }>(address: A): A & { readonly href: string } =>
  Object.defineProperty({ ...address, href: "" }, "href", {
    enumerable: false,
    get: () => Redacted.value(address.url)
  })

const withArchive = (task: AsyncTask): TaskLink =>
  task.url === undefined ? { ...task, href: undefined } : withHref({ ...task, url: task.url })

const lazy = <A>(build: () => A): () => A => {
  let built: { readonly value: A } | undefined
  return () => (built ??= { value: build() }).value
}

type Faces = Omit<DriveClient, "dispose" | "events" | "id" | "run" | "runtime">

type LazyFaces = { readonly [K in keyof Faces]: () => Faces[K] }

const withGetters = (faces: LazyFaces): Faces => {
  const client = {}
  for (const [name, get] of Object.entries(faces)) {
    Object.defineProperty(client, name, { configurable: true, enumerable: true, get })
  }
  // the loop has defined what the mapped type names
  return client as Faces
}

/**
 * The client of a composition; `createDrive` of each environment is this over its own.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <E>(
  layer: Layer.Layer<DriveServices, E>,
  { id = "drive" }: { readonly id?: string | undefined } = {}
): DriveClient => {
  const runtime = ManagedRuntime.make(layer)
  const runner = Runners.make(runtime)
  // every layer builds synchronously, so a service can be had between two lines of the caller
  const service = <I extends DriveServices, S>(tag: Context.Tag<I, S>): S => runner.runSync(tag)
  const derived = <I extends DriveServices, S extends object>(tag: Context.Tag<I, S>) => Face.make(runner, service(tag))

  const faces: LazyFaces = {
    session: lazy(() => {
      const { state } = service(Session)
      return { ...derived(Session), state: () => runner.runSync(state()) }
    }),
    spaces: lazy(() => {
      const { current } = service(Spaces)
      return { ...derived(Spaces), current: () => runner.runSync(current()) }
    }),
    files: lazy(() => {
      const face = derived(Files)
      return {
        ...face,
        saveContent: derived(FileContents).save,
        thumbnail: (fileId, options) => face.thumbnail(fileId, options).then((picture) => picture && withHref(picture))
      }
    }),
    uploads: lazy(() => UploadHandle.make(runner, service(Uploads), service(FolderUploads), derived(Uploads))),
    downloads: lazy(() => {
      const face = DownloadHandle.make(runner, service(Downloads), derived(Downloads))
      return {
        ...face,
        url: (fileId, options) => face.url(fileId, options).then(withHref),
        batch: (fileIds, options) =>
          face.batch(fileIds, options).then((found) => ({ ...found, successItems: found.successItems.map(withHref) }))
      }
    }),
    tasks: lazy(() => {
      const { poll } = service(Tasks)
      const { get, wait } = derived(Tasks)
      return {
        get: (taskId, options) => get(taskId, options).then(withArchive),
        wait: (taskId, options) => wait(taskId, options).then(withArchive),
        poll: (taskId, options) => runner.iterate(Stream.map(poll(taskId, options), withArchive), options)
      }
    }),
    migration: lazy(() => derived(Migration)),
    assets: lazy(() => AssetsFaces.make(runner, { assets: service(Assets), uploads: service(Uploads) }, withHref)),
    assetFolders: lazy(() => derived(AssetFolders)),
    sharing: lazy(() => AssetsFaces.makeSharing(runner, service(Sharing), withHref)),
    recycleBin: lazy(() => derived(RecycleBin)),
    bucket: lazy(() => BucketFaces.make(runner, service(Bucket))),
    network: lazy(() => service(Network))
  }

  const events: EventsFace = {
    on: (tag, listener) => {
      if (!eventTags.includes(tag)) {
        throw new InvalidInput({ field: "tag", message: `tag must be one of ${eventTags.join(", ")}` })
      }
      checkListener(listener)
      const isWanted = (event: DriveEvent): event is Parameters<typeof listener>[0] => event._tag === tag
      const listen = Effect.flatMap(
        service(DriveEvents).on((event) => isWanted(event) && listener(event)),
        () => Effect.never
      )
      return runner.start(Effect.scoped(listen))
    }
  }

  const dispose = () => {
    // what nobody used is built now, so that a call made later rejects like all others and does not throw
    if (Exit.isSuccess(runtime.runSyncExit(Effect.void))) { for (const face of Object.values(faces)) face() }
    return runner.dispose()
  }

  return Object.assign(withGetters(faces), { id, events, runtime, run: runner.run, dispose })
}
