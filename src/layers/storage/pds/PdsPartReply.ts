/**
 * What the reply to the PUT of a part means. Parts go to an OSS behind pds, which answers in its own XML.
 */
import * as Redacted from "effect/Redacted"
import { QuotaExceeded } from "../../../domain/errors/FileErrors.js"
import { NoSuchUpload, StorageError } from "../../../domain/errors/StorageErrors.js"
import * as Etag from "../../../domain/Etag.js"
import { retryAfterMillis } from "../../../domain/retryAfterMillis.js"
import * as ServerText from "../../../domain/ServerText.js"
import * as SignedUrl from "../../../domain/SignedUrl.js"
import type { PartRange } from "../../../domain/UploadPlan.js"
import type { StoredPart, StoreError } from "../../../services/PartStore.js"
import type { PartReply, SignedAddress } from "../../../services/Transport.js"
import { meaningOf } from "./PdsCodes.js"

/**
 * `IsThere`: the storage says that it has this part already.
 */
export type PartOutcome =
  | { readonly _tag: "Stored"; readonly part: StoredPart }
  | { readonly _tag: "IsThere" }
  | { readonly _tag: "Refused"; readonly error: StoreError }

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() || undefined

/** The ETag is not needed, so that a bucket whose CORS rules hide it is no hindrance. */
const storedPartOf = (part: PartRange, { headers }: PartReply): StoredPart => {
  const etag = Etag.make(headers["etag"])
  const crc64 = headers["x-oss-hash-crc64ecma"]
  return {
    number: part.number,
    size: part.end - part.start,
    ...(etag === undefined ? {} : { etag }),
    ...(crc64 === undefined || crc64 === "" ? {} : { digest: { crc64 } })
  }
}

/** The same status and code say that an address is over and that a policy forbids it; only the words differ. */
const isExpired = (code: string | undefined, message: string | undefined, address: SignedAddress, now: number) =>
  /expired/i.test(message ?? "") || (code === "AccessDenied" && message === undefined && address.expiresAt <= now)

const refusal = (
  about: { readonly uploadId: string; readonly fileId: string; readonly address: SignedAddress; readonly now: number },
  reply: PartReply
): StoreError => {
  const secrets = SignedUrl.secretsOf(Redacted.value(about.address.url))
  const code = ServerText.cleanIfGiven(element(reply.body, "Code"), secrets)
  const detail = ServerText.cleanIfGiven(element(reply.body, "Message"), secrets)
  const { status } = reply
  const known = {
    platform: "pds" as const,
    status,
    code,
    detail,
    requestId: ServerText.cleanIfGiven(reply.headers["x-oss-request-id"] ?? element(reply.body, "RequestId"), secrets)
  }
  const errorOf = (reason: StorageError["reason"]) => new StorageError({ ...known, reason })
  switch (meaningOf(code ?? "")) {
    case "NoSuchUpload":
      return new NoSuchUpload({ uploadId: about.uploadId, objectKey: about.fileId })
    case "StorageError PartsOutOfOrder":
      return errorOf("PartsOutOfOrder")
    case "QuotaExceeded":
      return new QuotaExceeded({})
  }
  if (status === 429 || status === 503) {
    const retryAfter = retryAfterMillis(reply.headers["retry-after"], about.now)
    return new StorageError({ ...known, reason: "SlowDown", retryAfter })
  }
  if (status === 401 || status === 403) {
    return errorOf(isExpired(code, detail, about.address, about.now) ? "AddressExpired" : "AccessDenied")
  }
  if (status === 404) return new NoSuchUpload({ uploadId: about.uploadId, objectKey: about.fileId })
  return errorOf("Rejected")
}

/**
 * Reads a reply; `now` in epoch milliseconds.
 */
export const read = (
  about: {
    readonly uploadId: string
    readonly fileId: string
    readonly part: PartRange
    readonly address: SignedAddress
    readonly now: number
  },
  reply: PartReply
): PartOutcome => {
  if (reply.status >= 200 && reply.status < 300) return { _tag: "Stored", part: storedPartOf(about.part, reply) }
  if (meaningOf(element(reply.body, "Code") ?? "") === "PartIsThere") return { _tag: "IsThere" }
  return { _tag: "Refused", error: refusal(about, reply) }
}
