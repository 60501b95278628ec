/**
 * What most pages call late or never, loaded together with the first call of any of it.
 */
export { assetFolders, assets, migration, recycleBin, sharing, tasks } from "../../seldom/announced.js"
export { make as assetWishes } from "../../seldom/assets/wishes.js"
export { make as bucket } from "../../seldom/bucket/make.js"
export { make as fileActions } from "../../seldom/files/FileActions.js"
export * from "./loadedBefore.js"
