/**
 * The code of a drive for programs that load each part of it with its first use: what is called late or never, and transfers.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { AssetFolders } from "../../services/AssetFolders.js"
import { Assets } from "../../services/Assets.js"
import { Bucket } from "../../services/Bucket.js"
import { FileContents } from "../../services/FileContents.js"
import { FileActions } from "../../services/files/FileActions.js"
import { layerOfContext } from "../../services/inOrder.js"
import { Migration } from "../../services/Migration.js"
import { RecycleBin } from "../../services/RecycleBin.js"
import { Sharing } from "../../services/Sharing.js"
import { Tasks } from "../../services/Tasks.js"
import { AssetWishes } from "../../services/uploads/AssetWishes.js"
import type { DriveCode } from "../DriveServices.js"
import * as LazyCode from "./LazyCode.js"
import { transfersOf } from "./transfersOf.js"

/** They are few and large: each module more is one more way to split what it shares with the rest, and small files compress badly. */
export const seldomCode = LazyCode.make("this service", () => import("./seldomCode.js"))

const bucketCode = LazyCode.make("the bucket", () => import("./bucketCode.js"))

/**
 * @since 1.0.7
 * @category code
 */
export const seldom: Omit<DriveCode, "transfers"> = {
  oddAnswers: LazyCode.make("odd answers", () => import("./oddAnswerCode.js")).load,
  assetWishes: layerOfContext(
    LazyCode.service(AssetWishes, seldomCode, (module) => module.assetWishes, { fulfil: "effect" })
  ),
  fileActions: layerOfContext(LazyCode.service(FileActions, seldomCode, (module) => module.fileActions, {
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
  })),
  // One layer for all of them: what a page builds before it signs in should be little.
  seldom: layerOfContext(Effect.map(
    Effect.all([
      LazyCode.service(AssetFolders, seldomCode, (module) => module.assetFolders, {
        list: "effect",
        create: "effect",
        rename: "effect",
        remove: "effect",
        pin: "effect"
      }),
      LazyCode.service(Assets, seldomCode, (module) => module.assets, {
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
      LazyCode.service(Bucket, bucketCode, (module) => module.bucket, {
        resume: "effect",
        cancel: "effect",
        presign: "effect",
        lifecycle: { get: "effect", put: "effect", remove: "effect" },
        versioning: { get: "effect", put: "effect" },
        restore: "effect",
        restoreState: "effect"
      }),
      LazyCode.service(FileContents, seldomCode, (module) => module.fileContents, { save: "effect" }),
      LazyCode.service(Migration, seldomCode, (module) => module.migration, { status: "effect", start: "effect" }),
      LazyCode.service(RecycleBin, seldomCode, (module) => module.recycleBin, {
        list: "effect",
        listAll: "stream",
        recycle: "effect",
        restore: "effect",
        clear: "effect"
      }),
      LazyCode.service(Sharing, seldomCode, (module) => module.sharing, {
        open: "effect",
        set: "effect",
        update: "effect",
        cancel: "effect"
      }),
      LazyCode.service(Tasks, seldomCode, (module) => module.tasks, { get: "effect", poll: "stream", wait: "effect" })
    ]),
    (services) => Context.mergeAll(...services)
  ))
}

/**
 * A function, so that bundles of those who do not call it have nothing of it.
 *
 * @since 1.0.7
 * @category code
 */
export const onFirstUse = (): DriveCode => ({
  ...seldom,
  transfers: transfersOf({
    uploads: LazyCode.make("uploads", () => import("./uploadCode.js")),
    parts: LazyCode.make("uploads in parts", () => import("./partsCode.js")),
    downloads: LazyCode.make("downloads", () => import("./downloadCode.js")),
    folders: seldomCode,
    saved: LazyCode.make("saved uploads", () => import("./savedCode.js"))
  })
})
