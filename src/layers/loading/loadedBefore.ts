/**
 * What was loaded at once. Each module that is loaded later names it: then bundlers keep it in one file, and do not cut it up by
 * who needs which part of it.
 */
export { layerServices as loadedBefore } from "../Drive.js"
