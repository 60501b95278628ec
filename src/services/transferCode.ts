/**
 * What is loaded with the first upload or download.
 */
export { openBytes } from "./downloads/bytes.js"
export { run as runDownload } from "./downloads/run.js"
export { toStream } from "./engine/resumableBytes.js"
export { walk } from "./folders/walk.js"
export { abandon, sweepOne } from "./uploads/abandon.js"
export { run as runUpload } from "./uploads/run.js"
