/**
 * The error codes of Alibaba OSS.
 */
import * as BucketErrors from "../bucket/BucketErrors.js"

/**
 * A failed callback comes with the status 203: the object is stored, and the service does not know.
 *
 * @see {@link BucketErrors.BucketErrors}
 */
export const ossErrors = BucketErrors.make({
  platform: "oss",
  requestIdHeader: "x-oss-request-id",
  expired: new Set(["SecurityTokenExpired", "InvalidSecurityToken", "ExpiredToken"]),
  full: new Set(["QuotaExceeded", "StorageCapacityExceeded", "BucketQuotaExceeded", "InsufficientStorage"]),
  slow: new Set([
    "SlowDown",
    "Throttling",
    "QpsLimitExceeded",
    "TotalQpsLimitExceeded",
    "UploadTrafficRateLimitExceeded",
    "DownloadTrafficRateLimitExceeded"
  ]),
  corrupt: new Set(["InvalidDigest", "BadDigest"]),
  reasons: {
    CallbackFailed: "CallbackFailed",
    RestoreAlreadyInProgress: "RestoreInProgress",
    InvalidObjectState: "InvalidObjectState"
  }
})
