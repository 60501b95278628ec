/**
 * The code of a drive for programs that load each part of it with its first use.
 *
 * @since 1.0.7
 */
import type { DriveCode } from "../DriveServices.js"
import * as LazyCode from "./LazyCode.js"
import { seldom } from "./seldomOnFirstUse.js"
import { transfersOf } from "./transfersOf.js"

const code = LazyCode.make("transfers", () => import("./transferCode.js"))

/**
 * @since 1.0.7
 * @category code
 */
export const onFirstUse: DriveCode = {
  ...seldom,
  transfers: transfersOf({ uploads: code, downloads: code, folders: code })
}
