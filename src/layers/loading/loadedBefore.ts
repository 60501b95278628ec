import { FileNotFound } from "../../domain/errors/FileErrors.js"
import { UploadInUse } from "../../domain/errors/UploadInUse.js"
import { parentPath } from "../../domain/FolderEntry.js"
import { AssetFolders } from "../../services/AssetFolders.js"
import { Assets } from "../../services/Assets.js"
import { Bucket } from "../../services/Bucket.js"
import { FileContents } from "../../services/FileContents.js"
import { FolderReader } from "../../services/FolderReader.js"
import { Hasher } from "../../services/Hasher.js"
import { Migration } from "../../services/Migration.js"
import { RecycleBin } from "../../services/RecycleBin.js"
import { Sharing } from "../../services/Sharing.js"
import { Tasks } from "../../services/Tasks.js"
import { AssetWishes } from "../../services/uploads/AssetWishes.js"
import { layer as driveApi } from "../api/DriveApiHttp.js"
import { layer as driveEvents } from "../api/DriveEventsLayer.js"
import { layer as driveOptions } from "../api/DriveOptions.js"
import { handleAccess } from "../browser/sources/handleAccess.js"
import { layer as driveServices } from "../DriveServices.js"
import { nameOf } from "../files/SourceName.js"
import { make as makeLazyCode } from "./LazyCode.js"

/**
 * What was loaded at once. Each module that is loaded later names it all: then bundlers keep it in one file, and do not cut it up by
 * who needs which part of it. On `DriveServices` hangs nearly all.
 *
 * Not `Drive` itself: it leads to what is loaded later, and back to here.
 */
export const loadedBefore: ReadonlyArray<unknown> = [
  FileNotFound,
  UploadInUse,
  parentPath,
  AssetFolders,
  Assets,
  Bucket,
  FileContents,
  FolderReader,
  Hasher,
  Migration,
  RecycleBin,
  Sharing,
  Tasks,
  AssetWishes,
  driveApi,
  driveEvents,
  driveOptions,
  handleAccess,
  driveServices,
  nameOf,
  makeLazyCode
]
