/**
 * What was loaded at once. Each module that is loaded later names it all: then bundlers keep it in one file, and do not cut it up by
 * who needs which part of it. On `DriveServices` hangs nearly all.
 *
 * Not `Drive` itself: it leads to what is loaded later, and back to here.
 */
export { FileNotFound } from "../../domain/errors/FileErrors.js"
export { UploadInUse } from "../../domain/errors/UploadInUse.js"
export { parentPath } from "../../domain/FolderEntry.js"
export { AssetFolders } from "../../services/AssetFolders.js"
export { Assets } from "../../services/Assets.js"
export { Bucket } from "../../services/Bucket.js"
export { FileContents } from "../../services/FileContents.js"
export { FolderReader } from "../../services/FolderReader.js"
export { Hasher } from "../../services/Hasher.js"
export { Migration } from "../../services/Migration.js"
export { RecycleBin } from "../../services/RecycleBin.js"
export { Sharing } from "../../services/Sharing.js"
export { Tasks } from "../../services/Tasks.js"
export { Transport } from "../../services/Transport.js"
export { AssetWishes } from "../../services/uploads/AssetWishes.js"
export { layer as driveApi } from "../api/DriveApiHttp.js"
export { layer as driveEvents } from "../api/DriveEventsLayer.js"
export { layer as driveOptions } from "../api/DriveOptions.js"
export { handleAccess } from "../browser/sources/handleAccess.js"
export { layer as driveServices } from "../DriveServices.js"
export { nameOf } from "../files/SourceName.js"
export { make as makeLazyCode } from "./LazyCode.js"
