/**
 * Settings of the application: who it is, where the service is, and its limits.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/**
 * Names of the four product headers; each can be overridden.
 *
 * @since 1.0.7
 * @category models
 */
export interface HeaderNames {
  readonly productId: string
  readonly productVersion: string
  readonly language: string
  readonly clientType: string
}

/**
 * Options of the library, with all defaults filled in.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveConfigShape {
  /** Origin with scheme of the product API, no slash at the end. */
  readonly apiHost: () => string
  readonly product: { readonly id: string; readonly version: string }
  readonly language: string
  readonly headerNames: HeaderNames
  /** Send trace headers to the product API. Default false. */
  readonly traceHeaders: boolean
  /** Batch restore returns the empty lists of the specification. Default false: it reports each file. */
  readonly legacyBatchResult: boolean
  /** Bytes above which new content of an asset is sent in parts (spec point 5). */
  readonly assets: { readonly sizeLimit: number }
  readonly credentials: {
    readonly checkInterval: Duration.Duration
    readonly refreshThreshold: Duration.Duration
    readonly refreshInterval: Duration.Duration
  }
}

/**
 * The application's options, checked, with their defaults filled in.
 *
 * @since 1.0.7
 * @category tags
 */
export class DriveConfig extends Context.Tag("effect-drive/DriveConfig")<DriveConfig, DriveConfigShape>() {}
