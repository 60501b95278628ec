/**
 * Spaces on S3, for `Drive.layer({ providers: { s3: S3.layer() } })`.
 *
 * Needs `@aws-sdk/client-s3` and `@aws-sdk/s3-request-presigner`, loaded with the first upload in parts to an s3 space
 * or the first call to its bucket. A file that is sent with one PUT needs neither, nor does any upload of a page,
 * unless only the SDK knows the bucket's host (names with dots, access points).
 *
 * @since 1.0.7
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as Positive from "../../domain/Positive.js"
import type { Credentials } from "../../services/Credentials.js"
import type { DriveApi } from "../../services/DriveApi.js"
import { layerOf } from "../../services/inOrder.js"
import { S3Driver } from "../../services/StorageProviders.js"
import { opening } from "../storage/bucket/BucketSpaces.js"
import * as LazyCode from "./LazyCode.js"

/**
 * The storage-side settings of spec point 9. A credential without an expiry is refreshed after the drive's own option
 * `credentials.refreshInterval`, 300,000 ms.
 *
 * @since 1.0.7
 * @category models
 */
export interface S3Options {
  /** Bucket in the path, not in the host name. Default: yes for endpoints that are not Amazon's. */
  readonly forcePathStyle?: boolean | undefined
  /**
   * Whether the storage verifies checksums that are sent with bodies (`x-amz-checksum-crc32`). Default: yes at Amazon,
   * except in pages, where the bucket's CORS rules would have to allow and expose that header; elsewhere the MD5 of
   * each body is compared with its ETag. Do not set it for a server that accepts the header without comparing it
   * (Ceph).
   */
  readonly checksums?: boolean | undefined
  /** Time limit of a control call (list, head, …; a complete has 10 min). Default 60,000 ms. */
  readonly timeout?: Duration.DurationInput | undefined
  /** How long an address of `drive.bucket.presign` is valid without an `expiresIn`. Default 900 s, at most one week. */
  readonly signedUrlExpiry?: Duration.DurationInput | undefined
  /** Part size of programs that work with the bucket themselves, bytes. Default 5,242,880, which is the least too. */
  readonly partSize?: number | undefined
  /** Parts at once of programs that work with the bucket themselves. Default 5. */
  readonly parallel?: number | undefined
}

const code = LazyCode.make("s3 spaces", () => import("./s3Code.js"))

/**
 * Opens s3 spaces. Its `HttpClient` carries the storage's control calls, so it must be one without cookies. Without the
 * SDK's packages every use of a bucket that needs them fails with `UnsupportedOperation` 'aws s3 command required'
 * (spec point 5). A `timeout` that is not above 0 is `InvalidInput`. Other invalid options fail the first call that
 * needs them.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: S3Options = {}
): Layer.Layer<S3Driver, InvalidInput, Credentials | DriveApi | HttpClient.HttpClient> =>
  layerOf(
    S3Driver,
    Effect.gen(function*() {
      const timeout = options.timeout === undefined
        ? undefined
        : yield* Positive.duration("timeout", options.timeout)
      const open = yield* opening(code, {
        checksums: options.checksums,
        forcePathStyle: options.forcePathStyle,
        timeout,
        signedUrlExpiry: options.signedUrlExpiry,
        uploads: { partSize: options.partSize, parallel: options.parallel }
      })
      return { platform: "s3" as const, open }
    })
  )
