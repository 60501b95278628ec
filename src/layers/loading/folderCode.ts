/**
 * What uploads folders, loaded with the first of them.
 */
export { folders } from "../../transfer/folder/folderRuns.js"
export * from "./loadedBefore.js"
