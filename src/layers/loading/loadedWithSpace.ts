import { CheckNameMode } from "../../domain/CheckNameMode.js"
import { isSameDigest } from "../../domain/Etag.js"
import { ofStorage } from "../../domain/ForeignStorageAnswer.js"
import { make as listOrder } from "../../domain/ListOrder.js"
import { pageOf as recyclePageOf } from "../../domain/RecycleItem.js"
import { expiryOfSignedUrl } from "../../domain/SignedUrl.js"
import { WireFile } from "../../domain/WireFile.js"
import { makeMark } from "../../services/makeMark.js"
import { forwardProgress } from "../http/forwardProgress.js"
import { partRules } from "../storage/bucket/BucketOptions.js"
import { checkQuery } from "../storage/product/checkQuery.js"
import { notFound } from "../storage/product/MissingFiles.js"
import { make as productTasks } from "../storage/product/ProductTasks.js"
import { withNeeded } from "../storage/product/withNeeded.js"
import { workers } from "./LazyDigests.js"
import { loadedBefore } from "./loadedBefore.js"

/**
 * What a space needs, of whichever platform. Each module that is loaded later names it all, since a space has been opened by then: so
 * bundlers keep it in one file.
 */
export const loadedWithSpace: ReadonlyArray<unknown> = [
  CheckNameMode,
  isSameDigest,
  ofStorage,
  listOrder,
  recyclePageOf,
  expiryOfSignedUrl,
  WireFile,
  makeMark,
  forwardProgress,
  partRules,
  checkQuery,
  notFound,
  productTasks,
  withNeeded,
  workers,
  loadedBefore
]
