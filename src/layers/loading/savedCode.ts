/**
 * What keeps uploads for the next run of the program, loaded when one waits for a moment, or may have been left by an earlier run.
 */
export { saved as runs } from "../../transfer/saved/findRecoverable.js"
export { loadedBefore } from "./loadedBefore.js"
