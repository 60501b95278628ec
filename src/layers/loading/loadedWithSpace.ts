/**
 * What a space needs, of whichever platform. Each module that is loaded later names it all, since a space has been opened by then: so
 * bundlers keep it in one file.
 */
export { CheckNameMode } from "../../domain/CheckNameMode.js"
export { isSameDigest } from "../../domain/Etag.js"
export { ofStorage } from "../../domain/ForeignStorageAnswer.js"
export { make as listOrder } from "../../domain/ListOrder.js"
export { pageOf as recyclePageOf } from "../../domain/RecycleItem.js"
export { expiryOfSignedUrl } from "../../domain/SignedUrl.js"
export { WireFile } from "../../domain/WireFile.js"
export { makeMark } from "../../services/makeMark.js"
export { forwardProgress } from "../http/forwardProgress.js"
export { partRules } from "../storage/bucket/BucketOptions.js"
export { notFound } from "../storage/product/MissingFiles.js"
export { make as productTasks } from "../storage/product/ProductTasks.js"
export { withNeeded } from "../storage/product/withNeeded.js"
export { workers } from "./LazyDigests.js"
export * from "./loadedBefore.js"
