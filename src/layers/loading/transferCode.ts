/**
 * What moves bytes, loaded with the first upload or download.
 */
export { downloads } from "../../transfer/download/downloadRuns.js"
export { folders } from "../../transfer/folder/folderRuns.js"
export { uploads } from "../../transfer/upload/uploadRuns.js"
export * from "./loadedBefore.js"
