/**
 * What most pages call late or never, loaded together with the first call of any of it.
 */
export { assetFolders, assets, fileChanges, migration, recycleBin, sharing, tasks } from "./announced.js"
export { furnishAsset } from "./assets/furnish.js"
export { make as bucket } from "./bucket/make.js"
export { loadedBefore } from "../services/DriveServices.js"
export { make as fileViews } from "./files/FileViews.js"
export { make as newFolders } from "./files/newFolders.js"
