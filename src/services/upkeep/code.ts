/**
 * What is loaded with the first call about a space's upkeep.
 */
export { make as bucket } from "../bucket/make.js"
export { make as migration } from "./migration.js"
export { make as recycleBin } from "./recycleBin.js"
export { make as tasks } from "./tasks.js"
