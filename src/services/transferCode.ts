/**
 * What is loaded with the first upload or download. As every module that is loaded later it names all that was loaded before:
 * then bundlers keep that in one file, and do not cut it up by who needs what.
 */
export { runDownload } from "./downloads/batch.js"
export { openBytes } from "./downloads/bytes.js"
export { loadedBefore } from "./DriveServices.js"
export { toStream } from "./engine/resumableBytes.js"
export { walk } from "./folders/walk.js"
export { abandon, sweepOne } from "./uploads/abandon.js"
export { run as runUpload } from "./uploads/run.js"
