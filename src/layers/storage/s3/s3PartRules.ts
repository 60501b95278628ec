/**
 * What S3 asks of parts.
 */
import { s3MinPartSize } from "../../../domain/Constants.js"
import type { PartRules } from "../../../domain/UploadPlan.js"
import * as S3Like from "../bucket/BucketOptions.js"

/**
 * 5 MiB to 5 GiB, the last one excepted, at most 10,000, in any order.
 */
export const partRules: PartRules = S3Like.partRules(s3MinPartSize)
