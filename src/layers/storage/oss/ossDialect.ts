/**
 * The words of Alibaba OSS.
 */
import * as Dialect from "../bucket/Dialect.js"

/**
 * A failed callback comes with the status 203: the object is stored, and the service was not told.
 *
 * @see {@link Dialect.Dialect}
 */
export const ossDialect = Dialect.make({
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
