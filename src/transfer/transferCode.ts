/**
 * What is loaded with the first upload or download. As every module that is loaded later it names all that was loaded before:
 * then bundlers keep that in one file, and do not cut it up by who needs what.
 */
export { runDownload } from "./download/batch.js"
export { openBytes } from "./download/bytes.js"
export { loadedBefore } from "../services/DriveServices.js"
export { toStream } from "./download/resumableBytes.js"
export { walk } from "./folder/walk.js"
export { abandon, sweepOne } from "./upload/abandon.js"
export { run as runUpload } from "./upload/run.js"
