import { filesChanged } from "../../services/Announce.js"
import { checkRequest } from "../../transfer/checkRequest.js"
import { makeRequest } from "../../transfer/parts/makeRequest.js"
import { loadedWithSpace } from "./loadedWithSpace.js"

/**
 * What makes calls and repeats them: what transfers and calls that are seldom made share. Each module of either names it all: so
 * bundlers keep it in one file.
 */
export const loadedWithCalls: ReadonlyArray<unknown> = [
  filesChanged,
  checkRequest,
  makeRequest,
  loadedWithSpace
]
