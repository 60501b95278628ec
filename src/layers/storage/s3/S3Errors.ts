/**
 * The error codes of S3 servers: Amazon's, and those of Ceph, MinIO and others.
 */
import * as BucketErrors from "../bucket/BucketErrors.js"

/**
 * @see {@link BucketErrors.BucketErrors}
 */
export const s3Errors = BucketErrors.make({
  platform: "s3",
  requestIdHeader: "x-amz-request-id",
  expired: new Set(["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "InvalidToken"]),
  full: new Set(["QuotaExceeded", "InsufficientStorage", "InsufficientCapacity", "XMinioStorageFull"]),
  slow: new Set(["SlowDown", "TooManyRequests", "RequestLimitExceeded", "Throttling", "ThrottlingException"]),
  corrupt: new Set(["BadDigest", "XAmzContentChecksumMismatch"]),
  reasons: { RestoreAlreadyInProgress: "RestoreInProgress", InvalidObjectState: "InvalidObjectState" }
})
