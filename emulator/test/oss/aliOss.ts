/**
 * ali-oss as its documentation describes it: its types on the registry lack about half of what is used here.
 */
import OSS from "ali-oss"
import type { Readable } from "node:stream"

export interface Reply {
  readonly res: { readonly status: number; readonly headers: Readonly<Record<string, string | undefined>> }
}

export interface StoredReply extends Reply {
  readonly name: string
  readonly etag?: string
  /** What the callback answered. */
  readonly data?: unknown
}

export interface Checkpoint {
  readonly file: unknown
  readonly name: string
  readonly fileSize: number
  readonly partSize: number
  readonly uploadId: string
  readonly doneParts: ReadonlyArray<{ readonly number: number; readonly etag: string }>
}

export interface CallbackOptions {
  readonly url: string
  readonly host?: string
  readonly body: string
  readonly contentType?: string
  readonly customValue?: Readonly<Record<string, string>>
}

export interface PutOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly meta?: Readonly<Record<string, string>>
  readonly mime?: string
  readonly callback?: CallbackOptions
  readonly contentLength?: number
}

export interface MultipartOptions extends PutOptions {
  readonly partSize?: number
  readonly parallel?: number
  readonly checkpoint?: Checkpoint
  readonly progress?: (done: number, checkpoint: Checkpoint | undefined) => unknown
}

export interface ListedObject {
  readonly name: string
  readonly etag: string
  readonly size: number
  readonly type: string
  readonly storageClass: string
}

interface Listed extends Reply {
  readonly objects: ReadonlyArray<ListedObject>
  readonly prefixes: ReadonlyArray<string> | null
  readonly isTruncated: boolean
}

interface ListedPart {
  readonly PartNumber: string
  readonly ETag: string
  readonly Size: string
}

export interface LifecycleRule {
  readonly id?: string
  readonly prefix: string
  readonly status: string
  readonly expiration?: { readonly days?: number | string; readonly createdBeforeDate?: string }
  readonly transition?: { readonly days?: number | string; readonly storageClass: string }
  readonly abortMultipartUpload?: { readonly days?: number | string }
}

type Query = Readonly<Record<string, string | number>>

export interface AliOss {
  put(name: string, content: Buffer | string, options?: PutOptions): Promise<StoredReply>
  putStream(name: string, stream: Readable, options?: PutOptions): Promise<StoredReply>
  get(name: string, options?: { readonly headers?: Readonly<Record<string, string>> }): Promise<
    Reply & { readonly content: Buffer }
  >
  getStream(name: string): Promise<Reply & { readonly stream: Readable }>
  head(name: string, options?: { readonly headers?: Readonly<Record<string, string>> }): Promise<
    Reply & { readonly status: number; readonly meta: Readonly<Record<string, string>> | null }
  >
  getObjectMeta(name: string): Promise<Reply>
  copy(name: string, source: string, options?: PutOptions): Promise<
    Reply & { readonly data: { readonly etag: string } | null }
  >
  delete(name: string): Promise<Reply>
  deleteMulti(names: ReadonlyArray<string>, options?: { readonly quiet?: boolean }): Promise<
    Reply & { readonly deleted: ReadonlyArray<{ readonly Key: string }> }
  >
  list(query: Query): Promise<Listed & { readonly nextMarker: string | null }>
  listV2(query: Query): Promise<Listed & { readonly keyCount: number; readonly nextContinuationToken: string | null }>
  multipartUpload(name: string, file: Buffer | string, options?: MultipartOptions): Promise<StoredReply>
  multipartUploadCopy(
    name: string,
    source: { readonly sourceKey: string; readonly sourceBucketName: string },
    options?: { readonly partSize?: number }
  ): Promise<StoredReply>
  initMultipartUpload(name: string, options?: PutOptions): Promise<Reply & { readonly uploadId: string }>
  uploadPart(name: string, uploadId: string, partNo: number, file: Buffer, start: number, end: number): Promise<
    Reply & { readonly etag: string }
  >
  uploadPartCopy(
    name: string,
    uploadId: string,
    partNo: number,
    range: string | undefined,
    source: { readonly sourceKey: string; readonly sourceBucketName: string }
  ): Promise<Reply & { readonly etag: string }>
  completeMultipartUpload(
    name: string,
    uploadId: string,
    parts: ReadonlyArray<{ readonly number: number; readonly etag: string }>,
    options?: PutOptions
  ): Promise<StoredReply>
  abortMultipartUpload(name: string, uploadId: string): Promise<Reply>
  listParts(name: string, uploadId: string, query: Query): Promise<
    Reply & {
      readonly parts: ListedPart | ReadonlyArray<ListedPart>
      readonly nextPartNumberMarker: string
      readonly isTruncated: string
    }
  >
  listUploads(query: Query): Promise<
    Reply & {
      readonly uploads: ReadonlyArray<{ readonly name: string; readonly uploadId: string }>
      readonly nextKeyMarker: string
      readonly nextUploadIdMarker: string
      readonly isTruncated: boolean
    }
  >
  signatureUrl(name: string, options?: {
    readonly method?: string
    readonly expires?: number
    readonly "Content-Type"?: string
    readonly response?: Readonly<Record<string, string>>
    readonly callback?: CallbackOptions
  }): string
  signatureUrlV4(
    method: string,
    expires: number,
    request: { readonly headers?: Readonly<Record<string, string>>; readonly queries?: Query } | undefined,
    name: string,
    additionalHeaders?: ReadonlyArray<string>
  ): Promise<string>
  restore(name: string, options?: { readonly type?: string; readonly Days?: number }): Promise<Reply>
  putBucketLifecycle(bucket: string, rules: ReadonlyArray<LifecycleRule>): Promise<Reply>
  getBucketLifecycle(bucket: string): Promise<Reply & { readonly rules: ReadonlyArray<LifecycleRule> | null }>
  deleteBucketLifecycle(bucket: string): Promise<Reply>
  putBucketVersioning(bucket: string, status: string): Promise<Reply>
  getBucketVersioning(bucket: string): Promise<Reply & { readonly versionStatus: string | undefined }>
  putBucketCORS(bucket: string, rules: ReadonlyArray<Readonly<Record<string, string>>>): Promise<Reply>
  getBucketCORS(bucket: string): Promise<Reply & { readonly rules: ReadonlyArray<Readonly<Record<string, string>>> }>
  deleteBucketCORS(bucket: string): Promise<Reply>
  getBucketInfo(bucket: string): Promise<Reply & { readonly bucket: Readonly<Record<string, unknown>> }>
  getBucketLocation(bucket: string): Promise<Reply & { readonly location: string }>
  listBuckets(query: Query): Promise<Reply & { readonly buckets: ReadonlyArray<{ readonly name: string }> }>
  putBucket(bucket: string): Promise<unknown>
  deleteBucket(bucket: string): Promise<Reply>
}

export interface AliOssOptions {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly stsToken?: string
  readonly refreshSTSToken?: () => Promise<never>
  readonly refreshSTSTokenInterval?: number
  readonly authorizationV4?: boolean
  readonly sldEnable?: boolean
  readonly amendTimeSkewed?: number
}

/** The cast is the one place where its types are replaced by ours. */
export const make = (options: AliOssOptions): AliOss => new OSS(options as OSS.Options) as unknown as AliOss

/** How ali-oss reports what the service refused. */
export const failure = async (promise: Promise<unknown>): Promise<{ code: unknown; status: unknown }> => {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof Error) || !("status" in error)) throw error
    return { code: "code" in error ? error.code : undefined, status: error.status }
  }
  throw new Error("it succeeded")
}
