/**
 * The code of a drive for programs that load each part of it with its first use, such as pages.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TransportError } from "../../domain/errors/TransportError.js"
import { AssetFolders } from "../../services/AssetFolders.js"
import { Assets } from "../../services/Assets.js"
import { Bucket } from "../../services/Bucket.js"
import { Connectivity } from "../../services/Connectivity.js"
import { FileContents } from "../../services/FileContents.js"
import { FileActions } from "../../services/files/FileActions.js"
import { Migration } from "../../services/Migration.js"
import { RecycleBin } from "../../services/RecycleBin.js"
import { Sharing } from "../../services/Sharing.js"
import { Tasks } from "../../services/Tasks.js"
import { TransferRuns } from "../../services/TransferRuns.js"
import { defaultRetryPolicy } from "../../services/transfers/RetryPolicy.js"
import { AssetWishes } from "../../services/uploads/AssetWishes.js"
import type { DriveCode } from "../DriveServices.js"
import * as LazyCode from "./LazyCode.js"

/** They are few and large: each module more is one more way to split what it shares with the rest, and small files compress badly. */
const code = LazyCode.make("this service", () => import("./seldomCode.js"))

const seldom: Omit<DriveCode, "transfers"> = {
  oddAnswers: LazyCode.make("odd answers", () => import("./oddAnswerCode.js")).load,
  assetWishes: LazyCode.service(AssetWishes, code, (module) => module.assetWishes, { fulfil: "effect" }),
  fileActions: LazyCode.service(FileActions, code, (module) => module.fileActions, {
    createFolder: "effect",
    ensureFolder: "effect",
    breadcrumb: "effect",
    thumbnail: "effect",
    copy: "effect",
    move: "effect",
    remove: "effect",
    rename: "effect",
    star: "effect",
    updateInfo: "effect"
  }),
  seldom: Layer.mergeAll(
    LazyCode.service(AssetFolders, code, (module) => module.assetFolders, {
      list: "effect",
      create: "effect",
      rename: "effect",
      remove: "effect",
      pin: "effect"
    }),
    LazyCode.service(Assets, code, (module) => module.assets, {
      create: "effect",
      update: "effect",
      list: "effect",
      get: "effect",
      file: "effect",
      downloadUrl: "effect",
      recycle: "effect",
      star: "effect",
      setPermission: "effect"
    }),
    LazyCode.service(Bucket, code, (module) => module.bucket, {
      resume: "effect",
      cancel: "effect",
      presign: "effect",
      lifecycle: { get: "effect", put: "effect", remove: "effect" },
      versioning: { get: "effect", put: "effect" },
      restore: "effect",
      restoreState: "effect"
    }),
    LazyCode.service(FileContents, code, (module) => module.fileContents, { save: "effect" }),
    LazyCode.service(Migration, code, (module) => module.migration, { status: "effect", start: "effect" }),
    LazyCode.service(RecycleBin, code, (module) => module.recycleBin, {
      list: "effect",
      listAll: "stream",
      recycle: "effect",
      restore: "effect",
      clear: "effect"
    }),
    LazyCode.service(Sharing, code, (module) => module.sharing, {
      open: "effect",
      set: "effect",
      update: "effect",
      cancel: "effect"
    }),
    LazyCode.service(Tasks, code, (module) => module.tasks, { get: "effect", poll: "stream", wait: "effect" })
  )
}

/** Half a minute in all, with the pauses between them. Attempts made while offline do not count. */
const mostFailures = 6

const firstPause = 1000

/** Asks again when the machine is online again; `waits` is told each time that it is not. */
const loadWhenOnline = <A>(
  get: Effect.Effect<A, TransportError>,
  { online, whenOnline }: Connectivity.Service,
  waits: () => void
): Effect.Effect<A, TransportError> => {
  const untilOnline = Effect.raceFirst(whenOnline, Effect.sleep(defaultRetryPolicy.offlineProbe))
  const attempt = (failures: number): Effect.Effect<A, TransportError> =>
    Effect.catchAll(get, (error) =>
      Effect.flatMap(online, (isOnline) => {
        if (!isOnline) return Effect.zipRight(Effect.zipRight(Effect.sync(waits), untilOnline), attempt(failures))
        if (failures + 1 === mostFailures) return Effect.fail(error)
        return Effect.zipRight(Effect.sleep(firstPause * 2 ** failures), attempt(failures + 1))
      }))
  return attempt(0)
}

/**
 * What moves bytes, out of a module that has it as `runs`.
 *
 * @since 1.0.7
 * @category layers
 */
export const transfersOf = (
  module: LazyCode.LazyCode<{ readonly runs: TransferRuns.Runs }>
): Layer.Layer<TransferRuns, never, Connectivity> =>
  Layer.effect(
    TransferRuns,
    Effect.map(Connectivity, (connectivity): TransferRuns.Service => {
      const get = Effect.map(module.load, ({ runs }) => runs)
      return {
        get,
        load: (waits = () => {}) => loadWhenOnline(get, connectivity, waits)
      }
    })
  )

/**
 * @since 1.0.7
 * @category code
 */
export const onFirstUse: DriveCode = {
  ...seldom,
  transfers: transfersOf(LazyCode.make("transfers", () => import("./transferCode.js")))
}
