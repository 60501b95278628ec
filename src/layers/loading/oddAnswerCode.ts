/**
 * Answers that do not fit at once, as a module that is loaded with the first of them.
 */
export { decodeLoosely } from "../api/decodeLoosely.js"
export { fromParseError as problemOf } from "../api/DecodeProblem.js"
export { loadedWithSpace } from "./loadedWithSpace.js"
