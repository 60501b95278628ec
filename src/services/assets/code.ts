/**
 * What is loaded with the first call about assets.
 */
export { make as assetFolders } from "./folders.js"
export { make as assets } from "./make.js"
export { make as sharing } from "./sharing.js"
