/**
 * Spaces of pds, loaded when the first of them opens.
 */
export * from "../storage/pds/PdsProvider.js"
export { loadedWithSpace } from "./loadedWithSpace.js"
