/**
 * Answers that do not fit at once, as a module that is loaded with the first of them.
 */
export { fromParseError as problemOf } from "../api/DecodeProblem.js"
export { decodeLoosely } from "../api/mendAnswer.js"
export * from "./loadedBefore.js"
