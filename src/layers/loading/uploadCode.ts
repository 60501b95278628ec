/**
 * What uploads, loaded with the first upload.
 */
export { uploadRuns } from "../../transfer/upload/uploadRuns.js"
export * from "./loadedBefore.js"
