/**
 * The words of S3 servers: Amazon's, and those of Ceph, MinIO and others.
 */
import * as Dialect from "../bucket/Dialect.js"

/**
 * @see {@link Dialect.Dialect}
 */
export const s3Dialect = Dialect.make({
  platform: "s3",
  requestIdHeader: "x-amz-request-id",
  expired: new Set(["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "InvalidToken"]),
  full: new Set(["QuotaExceeded", "InsufficientStorage", "InsufficientCapacity", "XMinioStorageFull"]),
  slow: new Set(["SlowDown", "TooManyRequests", "RequestLimitExceeded", "Throttling", "ThrottlingException"]),
  corrupt: new Set(["BadDigest", "XAmzContentChecksumMismatch"]),
  reasons: { RestoreAlreadyInProgress: "RestoreInProgress", InvalidObjectState: "InvalidObjectState" }
})
