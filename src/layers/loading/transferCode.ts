/**
 * What moves bytes, loaded with the first upload or download.
 */
export { runs } from "../../transfer/TransferRunsLayer.js"
export * from "./loadedBefore.js"
