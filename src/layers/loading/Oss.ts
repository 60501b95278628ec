/**
 * Spaces on Alibaba OSS, for `Drive.layer({ providers: { oss: Oss.layer() } })`.
 *
 * Needs `ali-oss`, loaded when the first oss space is used, and on a page's main thread only.
 *
 * @since 1.0.7
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { ossDefaultPartSize, ossSignedUrlExpiry } from "../../domain/Constants.js"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as Positive from "../../domain/Positive.js"
import type { Credentials } from "../../services/Credentials.js"
import type { DriveApi } from "../../services/DriveApi.js"
import { layerOf } from "../../services/inOrder.js"
import { OssDriver } from "../../services/StorageProviders.js"
import { opening } from "../storage/bucket/BucketSpaces.js"
import * as LazyCode from "./LazyCode.js"

/**
 * The storage-side settings of spec point 9. A credential without an expiry is refreshed after the drive's own option
 * `credentials.refreshInterval`, 300,000 ms.
 *
 * @since 1.0.7
 * @category models
 */
export interface OssOptions {
  /**
   * Where an address names the bucket. `host`: as a subdomain of the endpoint, as OSS wants it. `path`: as the first
   * part of the path. `endpoint`: nowhere, because the endpoint is a custom domain of the bucket. Default: `endpoint`
   * if the host begins with the bucket's name, `path` for numeric hosts and localhost, else `host`.
   */
  readonly bucketIn?: "endpoint" | "host" | "path" | undefined
  /** Time limit of a control call (list, head, …; a complete has 10 min). Default 60,000 ms. */
  readonly timeout?: Duration.DurationInput | undefined
  /**
   * How long an address of `drive.bucket.presign` is valid without an `expiresIn`. Default 1800 s, at most one week.
   * Addresses that the drive itself makes are valid for 900 s for downloads, 3600 s for uploads (spec point 9).
   */
  readonly signedUrlExpiry?: Duration.DurationInput | undefined
  /** Part size of programs that work with the bucket themselves, bytes. Default 1,048,576, at least 102,400. */
  readonly partSize?: number | undefined
  /** Parts at once of programs that work with the bucket themselves. Default 5. */
  readonly parallel?: number | undefined
}

const code = LazyCode.make("oss spaces", () => import("./ossCode.js"))

/**
 * Opens oss spaces. Its `HttpClient` carries the storage's control calls, so it must be one without cookies. Without
 * the package every use of a space's bucket fails with `UnsupportedOperation`, which names it. A `timeout` that is not
 * above 0 is `InvalidInput`. Other invalid options fail the first call that needs them.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: OssOptions = {}
): Layer.Layer<OssDriver, InvalidInput, Credentials | DriveApi | HttpClient.HttpClient> =>
  layerOf(
    OssDriver,
    Effect.gen(function*() {
      const timeout = options.timeout === undefined
        ? undefined
        : yield* Positive.duration("timeout", options.timeout)
      const open = yield* opening(code, {
        bucketIn: options.bucketIn,
        timeout,
        signedUrlExpiry: options.signedUrlExpiry ?? ossSignedUrlExpiry,
        uploads: { partSize: options.partSize ?? ossDefaultPartSize, parallel: options.parallel }
      })
      return { platform: "oss" as const, open }
    })
  )
