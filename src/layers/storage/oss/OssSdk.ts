/**
 * ali-oss, loaded on first use: an application without oss spaces neither installs nor downloads it.
 */
import * as Effect from "effect/Effect"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import * as Packages from "../../loading/LazyPackages.js"
import * as OptionalSdk from "../bucket/OptionalSdk.js"

/**
 * A part of an object, as the SDK wants it.
 */
export interface OssPart {
  readonly number: number
  readonly etag: string
}

/**
 * What the SDK's `request` takes; a status that is not in `successStatuses` rejects.
 */
export interface OssRequest {
  readonly method: string
  readonly bucket: string
  readonly object?: string | undefined
  readonly subres?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly mime?: string | undefined
  readonly content?: string | undefined
  readonly successStatuses: ReadonlyArray<number>
  readonly xmlResponse?: boolean | undefined
}

/**
 * An answer of the SDK's `request`.
 */
export interface OssAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly data: unknown
}

/**
 * The SDK's network, which it takes from outside.
 */
export interface OssUrllib {
  readonly request: (
    url: string,
    request: {
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly content?: string | Uint8Array | undefined
    }
  ) => Promise<OssAnswer & { readonly res: { readonly status: number; readonly headers: OssAnswer["headers"] } }>
}

/**
 * Options of a client, as far as they are used here. `refreshSTSTokenInterval` without `refreshSTSToken` refreshes
 * nothing, and spares a warning on the console.
 */
export interface OssClientOptions {
  readonly region: string
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly stsToken?: string | undefined
  readonly refreshSTSTokenInterval: number
  readonly secure: boolean
  readonly cname: boolean
  readonly sldEnable: boolean
  readonly authorizationV4: true
  readonly retryMax: 0
  readonly urllib: OssUrllib
}

/**
 * The part of a client that is used here. The package's own types are wrong in places and lag behind, and must not show
 * in ours.
 */
export interface OssClient {
  readonly options: Readonly<Record<string, unknown>>
  readonly request: (request: OssRequest) => Promise<OssAnswer>
  /** The Authorization header of a request; `queries` may hold the date in place of the headers. */
  readonly authorizationV4: (
    method: string,
    request: {
      readonly headers: Readonly<Record<string, string>>
      readonly queries: Readonly<Record<string, string>>
    },
    bucket: string,
    object: string
  ) => string
  readonly initMultipartUpload: (
    name: string,
    options: { readonly mime?: string | undefined; readonly headers: Readonly<Record<string, string>> }
  ) => Promise<{ readonly uploadId?: unknown }>
  readonly listParts: (
    name: string,
    uploadId: string,
    query: Readonly<Record<string, number>>
  ) => Promise<{ readonly parts: unknown; readonly nextPartNumberMarker?: unknown; readonly isTruncated?: unknown }>
  readonly completeMultipartUpload: (
    name: string,
    uploadId: string,
    parts: ReadonlyArray<OssPart>,
    options: { readonly headers: Readonly<Record<string, string>> }
  ) => Promise<{
    readonly res: { readonly headers: Readonly<Record<string, string>> }
    readonly data?: unknown
  }>
  readonly listUploads: (query: Readonly<Record<string, string | number>>) => Promise<{
    readonly uploads: ReadonlyArray<{
      readonly name?: unknown
      readonly uploadId?: unknown
      readonly initiated?: unknown
    }>
  }>
  readonly abortMultipartUpload: (name: string, uploadId: string) => Promise<unknown>
}

/**
 * The constructor that the package exports.
 */
export type OssSdk = new(options: OssClientOptions) => OssClient

const load = (): Promise<OssSdk | undefined> =>
  OptionalSdk.importInstalled(async () => {
    const sdk = await Packages.aliOss()
    const exported = typeof sdk === "object" && sdk !== null && "default" in sdk ? sdk.default : sdk
    // Without an ESM entry and with types of its own that are wrong, nothing says what this is but the README.
    return typeof exported === "function" ? exported as OssSdk : undefined
  })

/**
 * What is missing, and what to do about it.
 */
export const missingSdkMessage = "ali-oss required: npm install ali-oss"

/**
 * The SDK needs a window when it loads in a browser, so that it cannot be used in a worker.
 */
export const workerMessage = "ali-oss works on a page's main thread only, not in a worker"

const isWorker = (): boolean => "WorkerGlobalScope" in globalThis

/**
 * The SDK, or why it is not there.
 */
export const make = (
  import_: () => Promise<OssSdk | undefined> = load,
  inWorker: () => boolean = isWorker
): Effect.Effect<OssSdk, OptionalSdk.SdkFailure> => {
  const sdk = OptionalSdk.make({ platform: "oss", load: import_, missing: missingSdkMessage })
  return Effect.suspend(() =>
    inWorker() ? new UnsupportedOperation({ operation: "oss", platform: "oss", message: workerMessage }) : sdk
  )
}
