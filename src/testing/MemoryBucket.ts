/**
 * The server side of a storage, in memory: objects, multipart uploads, and the rules of a platform. Plain and synchronous.
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"
import * as crypto from "node:crypto"
import type { VersioningStatus } from "../domain/BucketVersioning.js"
import { joinBytes } from "../domain/joinBytes.js"
import type { LifecycleRule } from "../domain/LifecycleRule.js"
import type { RestoreState, StartedRestore } from "../domain/ObjectRestore.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { PartRules } from "../domain/UploadPlan.js"
import type { GetOptions } from "../services/Transport.js"

/**
 * Small enough for tests: parts of at least 10 bytes, at most 10,000 of them.
 *
 * @since 1.0.7
 * @category constants
 */
export const smallRules: PartRules = {
  minSize: 10,
  maxSize: 5 * 1024 ** 3,
  maxCount: 10_000,
  multipleOf: 1,
  order: "any"
}

/**
 * @since 1.0.7
 * @category models
 */
export interface MemoryObject {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly mark: string | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export interface MemoryMultipart {
  readonly key: string
  /** Epoch milliseconds. */
  readonly begunAt: number
  readonly mark: string | undefined
  readonly parts: Map<number, { readonly bytes: Uint8Array; readonly etag: string }>
}

/**
 * What a storage answers when it refuses: a status and its own word for it.
 *
 * @since 1.0.7
 * @category models
 */
export class Refusal {
  readonly _tag = "Refusal"
  constructor(readonly status: number, readonly code: string) {}
}

/**
 * Lower-case hex.
 */
export const md5 = (bytes: Uint8Array): string => crypto.createHash("md5").update(bytes).digest("hex")

/**
 * s3: ETags are digests, of a multipart object too. oss: the ETag of a multipart object is opaque. pds: all are.
 *
 * @since 1.0.7
 * @category models
 */
export class MemoryBucket {
  readonly objects = new Map<string, MemoryObject>()
  readonly uploads = new Map<string, MemoryMultipart>()
  private counter = 0

  constructor(readonly platform: SupportedPlatform, readonly rules: PartRules) {}

  put(key: string, bytes: Uint8Array, mark: string | undefined): string {
    const etag = this.etagOf(bytes)
    this.objects.set(key, { bytes, etag, mark })
    return etag
  }

  /** An object or a range of it, if it is the version that is wanted. */
  read(key: string, { ifMatch, range }: GetOptions): Refusal | {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly bytes: Uint8Array
  } {
    const object = this.objects.get(key)
    if (object === undefined) return new Refusal(404, "NoSuchKey")
    if (ifMatch !== undefined && ifMatch !== `"${object.etag}"`) return new Refusal(412, "PreconditionFailed")
    const size = object.bytes.length
    const bytes = range === undefined ? object.bytes : object.bytes.subarray(range.start, range.end)
    if (range !== undefined && bytes.length === 0) return new Refusal(416, "InvalidRange")
    const headers = { etag: `"${object.etag}"`, "content-length": String(bytes.length) }
    return range === undefined ? { status: 200, headers, bytes } : {
      status: 206,
      headers: { ...headers, "content-range": `bytes ${range.start}-${range.start + bytes.length - 1}/${size}` },
      bytes
    }
  }

  begin(key: string, mark: string | undefined, begunAt: number): string {
    const uploadId = `multipart-${++this.counter}`
    this.uploads.set(uploadId, { key, begunAt, mark, parts: new Map() })
    return uploadId
  }

  putPart(uploadId: string, number: number, bytes: Uint8Array): string | Refusal {
    const upload = this.uploads.get(uploadId)
    if (upload === undefined) return new Refusal(404, "NoSuchUpload")
    if (bytes.length > this.rules.maxSize) return new Refusal(400, "EntityTooLarge")
    if (this.rules.order === "ascending") {
      if (upload.parts.has(number)) return new Refusal(409, "PartAlreadyExist")
      if (number > upload.parts.size + 1) return new Refusal(400, "PartNotSequential")
    }
    const etag = this.etagOf(bytes)
    upload.parts.set(number, { bytes, etag })
    return etag
  }

  complete(
    uploadId: string,
    wanted: ReadonlyArray<{ readonly number: number; readonly etag?: string | undefined }>
  ): MemoryObject | Refusal {
    const upload = this.uploads.get(uploadId)
    if (upload === undefined) return new Refusal(404, "NoSuchUpload")
    const parts = []
    for (const [index, { etag, number }] of wanted.entries()) {
      const part = upload.parts.get(number)
      if (part === undefined || number !== index + 1) return new Refusal(400, "InvalidPart")
      if (etag !== undefined && part.etag !== etag) return new Refusal(400, "InvalidPart")
      const last = index === wanted.length - 1
      if (!last && part.bytes.length < this.rules.minSize) return new Refusal(400, "EntityTooSmall")
      parts.push(part)
    }
    this.uploads.delete(uploadId)
    const object = {
      bytes: joinBytes(parts.map((part) => part.bytes)),
      etag: this.etagOfParts(parts.map((part) => part.etag)),
      mark: upload.mark
    }
    this.objects.set(upload.key, object)
    return object
  }

  abort(uploadId: string): Refusal | undefined {
    return this.uploads.delete(uploadId) ? undefined : new Refusal(404, "NoSuchUpload")
  }

  private etagOf(bytes: Uint8Array): string {
    return this.platform === "pds" ? `pds-${crypto.createHash("sha256").update(bytes).digest("base64url")}` : md5(bytes)
  }

  private etagOfParts(etags: ReadonlyArray<string>): string {
    if (this.platform === "s3") {
      return `${md5(joinBytes(etags.map((etag) => Buffer.from(etag, "hex"))))}-${etags.length}`
    }
    return `${md5(new TextEncoder().encode(etags.join()))}-opaque`
  }
}

/**
 * `archived` are the keys of objects that have to be restored before they can be read; times in epoch milliseconds.
 */
export class MemoryBucketRules {
  lifecycle: ReadonlyArray<LifecycleRule> = []
  versioning: VersioningStatus | undefined
  readonly archived = new Set<string>()
  private readonly restored = new Map<string, number>()
  private named = 0

  putLifecycle(rules: ReadonlyArray<LifecycleRule>): void {
    this.lifecycle = rules.map((rule) => ({ ...rule, id: rule.id ?? `rule-${++this.named}` }))
  }

  restore(key: string, days: number, now: number): StartedRestore | Refusal {
    if (!this.archived.has(key)) return new Refusal(403, "InvalidObjectState")
    const { status } = this.restoreState(key, now)
    this.restored.set(key, now + Duration.toMillis(Duration.days(days)))
    return { status: status === "restored" ? "restored" : "started" }
  }

  restoreState(key: string, now: number): RestoreState {
    const until = this.restored.get(key) ?? 0
    const known = this.archived.has(key) ? { storageClass: "Archive" } : {}
    return now < until ? { ...known, status: "restored", until } : { ...known, status: "none" }
  }
}
