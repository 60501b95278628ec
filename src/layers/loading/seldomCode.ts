/**
 * What most pages call late or never, loaded together with the first call of any of it. Who uploads a folder makes folders, by
 * `fileActions`.
 */
export { assetFolders, assets, migration, recycleBin, sharing, tasks } from "../../seldom/AnnouncedServices.js"
export { make as assetWishes } from "../../seldom/assets/AssetWishesLayer.js"
export { make as fileActions } from "../../seldom/files/FileActionsLayer.js"
export { make as fileContents } from "../../seldom/files/FileContentsLayer.js"
export { folders as runs } from "../../transfer/folder/walkFolder.js"
export { loadedWithCalls } from "./loadedWithCalls.js"
