/**
 * The code of a drive for programs that have all of it from the start, such as those of Node.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as announced from "../seldom/AnnouncedServices.js"
import * as assetWishes from "../seldom/assets/AssetWishesLayer.js"
import * as bucket from "../seldom/bucket/BucketLayer.js"
import * as fileActions from "../seldom/files/FileActionsLayer.js"
import * as fileContents from "../seldom/files/FileContentsLayer.js"
import { AssetFolders } from "../services/AssetFolders.js"
import { Assets } from "../services/Assets.js"
import { inOrder, layerOf } from "../services/inOrder.js"
import { Migration } from "../services/Migration.js"
import { RecycleBin } from "../services/RecycleBin.js"
import { Sharing } from "../services/Sharing.js"
import { Tasks } from "../services/Tasks.js"
import * as transfers from "../transfer/TransferRunsLayer.js"
import { decodeLoosely } from "./api/decodeLoosely.js"
import { fromParseError } from "./api/DecodeProblem.js"
import type { DriveCode } from "./DriveServices.js"

/**
 * @since 1.0.7
 * @category code
 */
export const everythingAtOnce: DriveCode = {
  transfers: transfers.layer,
  oddAnswers: Effect.succeed({ decodeLoosely, problemOf: fromParseError }),
  assetWishes: assetWishes.layer,
  fileActions: fileActions.layer,
  seldom: inOrder(
    bucket.layer,
    fileContents.layer,
    layerOf(AssetFolders, announced.assetFolders),
    layerOf(Assets, announced.assets),
    layerOf(Migration, announced.migration),
    layerOf(RecycleBin, announced.recycleBin),
    layerOf(Sharing, announced.sharing),
    layerOf(Tasks, announced.tasks)
  )
}
