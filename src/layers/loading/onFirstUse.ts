/**
 * The code of a drive for programs that load each part of it with its first use.
 *
 * @since 1.0.7
 */
import type { DriveCode } from "../DriveServices.js"
import * as LazyCode from "./LazyCode.js"
import { seldom, seldomCode } from "./seldomOnFirstUse.js"
import { transfersOf } from "./transfersOf.js"

/**
 * A function, so that bundles of those who do not call it have nothing of it.
 *
 * @since 1.0.7
 * @category code
 */
export const onFirstUse = (): DriveCode => ({
  ...seldom,
  transfers: transfersOf({
    uploads: LazyCode.make("uploads", () => import("./uploadCode.js")),
    parts: LazyCode.make("uploads in parts", () => import("./partsCode.js")),
    downloads: LazyCode.make("downloads", () => import("./downloadCode.js")),
    folders: seldomCode,
    saved: LazyCode.make("saved uploads", () => import("./savedCode.js"))
  })
})
