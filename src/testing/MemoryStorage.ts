/**
 * An in-memory storage behind its network: what the bucket does, reached by requests that can fail.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { PartRules } from "../domain/UploadPlan.js"
import { attachment } from "../layers/storage/bucket/Signing.js"
import type { StoreError } from "../services/PartStore.js"
import type { GetOptions, PartReply } from "../services/Transport.js"
import { md5, MemoryBucket, MemoryBucketRules, Refusal } from "./MemoryBucket.js"
import type { AnsweredFault, MemoryNetwork } from "./MemoryNetwork.js"
import type { Asked } from "./memoryReplies.js"
import { errorOf, faultReply, refusalReply } from "./memoryReplies.js"

const origin = "memory://storage"

/**
 * A control call to the storage.
 *
 * @since 1.0.7
 * @category models
 */
export interface StorageCall<A> {
  readonly method: string
  readonly key: string
  readonly uploadId?: string | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly credentialVersion: number
  readonly work: () => A | Refusal
}

/**
 * The answer to a GET; `bytes` are none where it is a refusal.
 *
 * @since 1.0.7
 * @category models
 */
export interface MemoryBytes {
  readonly reply: PartReply
  readonly bytes: Uint8Array
}

/**
 * @since 1.0.7
 * @category models
 */
export class MemoryStorage {
  readonly bucket: MemoryBucket
  readonly bucketRules = new MemoryBucketRules()
  /** Credentials of lower versions have expired. */
  oldestValidVersion = 1
  /** Called with each part that is about to be stored, to damage it in tests. */
  damage: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes

  constructor(readonly platform: SupportedPlatform, rules: PartRules, readonly network: MemoryNetwork) {
    this.bucket = new MemoryBucket(platform, rules)
  }

  call<A>(call: StorageCall<A>): Effect.Effect<A, StoreError> {
    const { credentialVersion, key, uploadId } = call
    const asked: Asked = { platform: this.platform, credentialVersion, key, uploadId }
    return this.network.request({
      target: this.platform,
      method: call.method,
      path: `${origin}/${call.key}`,
      query: call.query,
      work: Effect.suspend(() => {
        const answer = this.refuses(call.credentialVersion) ?? call.work()
        return answer instanceof Refusal
          ? Effect.fail(errorOf(asked, refusalReply(answer.status, answer.code)))
          : Effect.succeed(answer)
      }),
      instead: (fault) => Effect.fail(errorOf(asked, this.answer(fault, call.credentialVersion)))
    })
  }

  /** An address: all that the server needs is in it. `filename` is the name to save under. */
  address(query: {
    readonly key: string
    readonly version: number
    readonly mark?: string | undefined
    readonly filename?: string | undefined
    readonly uploadId?: string | undefined
    readonly partNumber?: number | undefined
    /** A Content-MD5 goes along, in hex. */
    readonly md5?: string | undefined
  }): string {
    const given = Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]])
    return `${origin}/${query.key}?${new URLSearchParams(given).toString()}`
  }

  put(
    address: string,
    bytes: Uint8Array,
    sent: (bytes: number) => void
  ): Effect.Effect<PartReply, TransportError> {
    const query = Object.fromEntries(new URL(address).searchParams)
    const version = Number(query["version"])
    return this.network.request({
      target: this.platform,
      method: "PUT",
      path: `${origin}/${query["key"] ?? ""}`,
      query,
      body: { size: bytes.length, sent },
      work: Effect.sync(() => {
        const answer = this.refuses(version) ?? this.store(query, this.damage(new Uint8Array(bytes)))
        return answer instanceof Refusal
          ? refusalReply(answer.status, answer.code)
          : { status: 200, headers: { etag: `"${answer}"` }, body: "" }
      }),
      instead: (fault) => Effect.succeed(this.answer(fault, version))
    })
  }

  /** Bytes of an object, with the reply that they come in. */
  get(address: string, options: GetOptions = {}): Effect.Effect<MemoryBytes, TransportError> {
    const query = Object.fromEntries(new URL(address).searchParams)
    const version = Number(query["version"])
    const { key = "", filename } = query
    const none = new Uint8Array()
    return this.network.request({
      target: this.platform,
      method: "GET",
      path: `${origin}/${key}`,
      query,
      work: Effect.sync(() => {
        const found = this.refuses(version) ?? this.bucket.read(key, options)
        if (found instanceof Refusal) return { reply: refusalReply(found.status, found.code), bytes: none }
        const named = filename === undefined ? {} : { "content-disposition": attachment(filename) }
        return {
          reply: { status: found.status, headers: { ...found.headers, ...named }, body: "" },
          bytes: found.bytes
        }
      }),
      instead: (fault) => Effect.succeed({ reply: this.answer(fault, version), bytes: none })
    })
  }

  private store(query: Readonly<Record<string, string>>, bytes: Uint8Array): string | Refusal {
    const { key = "", mark, md5: expected, partNumber, uploadId } = query
    if (expected !== undefined && expected.toLowerCase() !== md5(bytes)) return new Refusal(400, "BadDigest")
    return uploadId === undefined
      ? this.bucket.put(key, bytes, mark)
      : this.bucket.putPart(uploadId, Number(partNumber), bytes)
  }

  private refuses(version: number): Refusal | undefined {
    return version < this.oldestValidVersion ? new Refusal(403, "ExpiredToken") : undefined
  }

  private answer(fault: AnsweredFault, version: number): PartReply {
    if (fault._tag === "expire") this.oldestValidVersion = Math.max(this.oldestValidVersion, version + 1)
    return faultReply(fault)
  }
}
