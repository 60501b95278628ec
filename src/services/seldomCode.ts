/**
 * What most pages call late or never, loaded together with the first call of any of it.
 */
export { make as assetFolders } from "./assets/folders.js"
export { furnishAsset } from "./assets/furnish.js"
export { make as assets } from "./assets/make.js"
export { make as sharing } from "./assets/sharing.js"
export { make as bucket } from "./bucket/make.js"
export { loadedBefore } from "./DriveServices.js"
export { make as fileChanges } from "./files/FileChanges.js"
export { make as fileViews } from "./files/FileViews.js"
export { make as newFolders } from "./files/newFolders.js"
export { make as migration } from "./upkeep/migration.js"
export { make as recycleBin } from "./upkeep/recycleBin.js"
export { make as tasks } from "./upkeep/tasks.js"
