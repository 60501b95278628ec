/**
 * What most pages call late or never, loaded together with the first call of any of it.
 */
export { assetFolders, assets, migration, recycleBin, sharing, tasks } from "../../seldom/AnnouncedServices.js"
export { make as assetWishes } from "../../seldom/assets/AssetWishesLayer.js"
export { make as fileActions } from "../../seldom/files/FileActionsLayer.js"
export * from "./loadedBefore.js"
