/**
 * The application's options, checked, with their defaults filled in.
 *
 * @since 1.0.7
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import {
  credentialCheckInterval,
  credentialRefreshInterval,
  credentialRefreshThreshold,
  defaultAssetSizeLimit
} from "../../domain/Constants.js"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as Positive from "../../domain/Positive.js"
import * as Shape from "../../domain/Shape.js"
import type { DriveConfigShape, HeaderNames } from "../../services/DriveConfig.js"
import { DriveConfig } from "../../services/DriveConfig.js"
import { layerOf } from "../../services/inOrder.js"
import * as ApiHost from "./ApiHost.js"

/**
 * What an application says about itself and the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveOptions {
  /**
   * Origin of the product API, or a function of the page's address. Default in a page: `api.` before the site's
   * registrable domain, the page's own origin on localhost or an IP address. Required where there is no page.
   */
  readonly apiHost?: string | ((location: URL) => string) | undefined
  /** Sent with every call to the product API. */
  readonly product: { readonly id: string; readonly version: string }
  /** Language of the service's messages. Default `en`. */
  readonly language?: string | undefined
  /** Default `X-Prod-Id`, `X-Prod-Ver`, `X-Lang` and `X-Client-Type`. */
  readonly headerNames?: Partial<HeaderNames> | undefined
  /** Send trace headers to the product API. Default false. */
  readonly traceHeaders?: boolean | undefined
  /** Batch restore gives empty `successItems` and `errorItems`, as the specification has it. Default false. */
  readonly legacyBatchResult?: boolean | undefined
  readonly assets?: {
    /** Bytes above which new content of an asset is sent in parts. Default 5,242,880. */
    readonly sizeLimit?: number | undefined
  } | undefined
  readonly credentials?: {
    /** How often credentials are checked for their expiry. Default 10 s. */
    readonly checkInterval?: Duration.DurationInput | undefined
    /** Credentials that expire within this time are refreshed. Default 10 min. */
    readonly refreshThreshold?: Duration.DurationInput | undefined
    /** After this time a credential without an expiry is refreshed. Default 5 min. */
    readonly refreshInterval?: Duration.DurationInput | undefined
  } | undefined
}

const defaultHeaderNames: HeaderNames = {
  productId: "X-Prod-Id",
  productVersion: "X-Prod-Ver",
  language: "X-Lang",
  clientType: "X-Client-Type"
}

/** Printable ASCII: all that a header carries unharmed. */
const headerValue = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

const headerName = /^[\w!#$%&'*+.^`|~-]+$/

const matching =
  (pattern: RegExp, field: string, what: string) => (text: unknown): Effect.Effect<string, InvalidInput> =>
    Shape.wanted(field, text as string, typeof text === "string" && pattern.test(text), what)

const headerText = (field: string, text: string): Effect.Effect<string, InvalidInput> =>
  matching(headerValue, field, "printable ASCII text")(text)

const headerNameText = (text: string, field: string): Effect.Effect<string, InvalidInput> =>
  matching(headerName, `headerNames.${field}`, "the name of a header")(text)

const defaultCredentialTimes = {
  checkInterval: credentialCheckInterval,
  refreshThreshold: credentialRefreshThreshold,
  refreshInterval: credentialRefreshInterval
}

/**
 * The configuration for a page, or for none.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  options: DriveOptions,
  page: ApiHost.Page | undefined
): Effect.Effect<DriveConfigShape, InvalidInput> => {
  const names = { ...defaultHeaderNames, ...options.headerNames }
  const times = options.credentials ?? {}
  const only = (field: "assets" | "credentials" | "headerNames", known: ReadonlyArray<string>) =>
    FieldNames.only(field, options[field] ?? {}, known)
  const given = Either.all([
    only("headerNames", Object.keys(defaultHeaderNames)),
    only("assets", ["sizeLimit"]),
    only("credentials", Object.keys(defaultCredentialTimes))
  ])
  return Effect.zipRight(
    given,
    Effect.all({
      apiHost: Effect.map(ApiHost.resolve(options.apiHost, page), (origin) => () => origin),
      product: Effect.all({
        id: headerText("product.id", options.product?.id),
        version: headerText("product.version", options.product?.version)
      }),
      language: headerText("language", options.language ?? "en"),
      headerNames: Effect.all(Record.map(names, headerNameText)),
      traceHeaders: Effect.succeed(options.traceHeaders ?? false),
      legacyBatchResult: Effect.succeed(options.legacyBatchResult ?? false),
      assets: Effect.all({
        sizeLimit: Positive.integer("assets.sizeLimit", options.assets?.sizeLimit ?? defaultAssetSizeLimit)
      }),
      credentials: Effect.all(
        Record.map(
          defaultCredentialTimes,
          (usual, field) => Positive.finiteDuration(`credentials.${field}`, times[field] ?? usual)
        )
      )
    })
  )
}

/**
 * The configuration for where this code runs. Fails with `InvalidInput`, which names the invalid option.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: DriveOptions): Layer.Layer<DriveConfig, InvalidInput> =>
  layerOf(DriveConfig, Effect.suspend(() => make(options, ApiHost.currentPage())))
