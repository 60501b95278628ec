/**
 * What uploads, loaded with the first upload.
 */
export { uploads as runs } from "../../transfer/upload/uploadRuns.js"
export * from "./loadedBefore.js"
