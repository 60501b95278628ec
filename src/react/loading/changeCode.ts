/**
 * What is needed when something changes, in one module.
 */
export { change } from "../changes/allChanges.js"
export { ChangedReads } from "../changes/ChangedReads.js"
