/**
 * An endpoint with a bucket, and requests to it signed by hand: with version 4 as the emulator writes it, with version 1 as
 * the documentation does, in headers and in addresses.
 */
import { Effect, TestClock } from "effect"
import { createHmac } from "node:crypto"
import { type AccessKey, AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import { presign, type PresignOptions } from "../../src/oss/presign.js"
import { app } from "./endpoint.js"
import { send, sendSigned, type Unsigned } from "./signedRequest.js"

export const bucket = "my-bucket"
export const start = Date.parse("2026-11-21T12:00:00Z")

export const withEndpoint = Effect.gen(function*() {
  yield* TestClock.setTime(start)
  const store = yield* BlobStore
  const keys = yield* AccessKeys
  yield* store.makeBucket(bucket)
  const key = yield* keys.issue({ buckets: "all" })
  const endpoint = yield* app
  const ask = (request: Omit<Unsigned, "bucket"> & { readonly bucket?: string }) =>
    sendSigned(endpoint, key, { bucket, ...request })
  return { ask, endpoint, key, keys, store }
})

type Endpoint = Effect.Effect.Success<typeof app>

export const presigned = (
  key: AccessKey,
  of: Pick<PresignOptions, "method" | "now"> & Partial<PresignOptions>
): string =>
  presign({
    endpoint: "http://127.0.0.1",
    region: "oss-cn-hangzhou",
    bucket,
    key: "k",
    credential: {
      accessKeyId: key.accessKeyId,
      accessKeySecret: key.secretAccessKey,
      securityToken: key.sessionToken
    },
    expiresIn: "1 hour",
    ...of
  }).slice("http://127.0.0.1".length)

const signatureV1 = (key: AccessKey, lines: ReadonlyArray<string>): string =>
  createHmac("sha1", key.secretAccessKey).update(lines.join("\n")).digest("base64")

/** An address of version 1, which ends at `expires` (seconds since the epoch). */
export const presignedV1 = (key: AccessKey, expires: number, signed = ""): string => {
  const token = key.sessionToken === undefined ? "" : `security-token=${key.sessionToken}`
  const resource = `/${bucket}/k${token === "" && signed === "" ? "" : "?"}${[signed, token].filter(Boolean).join("&")}`
  const signature = signatureV1(key, ["GET", "", "", String(expires), resource])
  const query = [
    `OSSAccessKeyId=${key.accessKeyId}`,
    `Expires=${expires}`,
    `Signature=${encodeURIComponent(signature)}`,
    ...signed === "" ? [] : [signed],
    ...key.sessionToken === undefined ? [] : [`security-token=${encodeURIComponent(key.sessionToken)}`]
  ]
  return `/${bucket}/k?${query.join("&")}`
}

/** A request signed in its headers with version 1, at a time of its own. */
export const sendV1 = (endpoint: Endpoint, key: AccessKey, request: {
  readonly method: string
  readonly key: string
  readonly at: number
  readonly body?: string
  readonly md5?: string
  readonly type?: string
}) => {
  const { md5 = "", type = "" } = request
  const date = new Date(request.at).toUTCString()
  const token = key.sessionToken
  const signature = signatureV1(key, [
    request.method,
    md5,
    type,
    date,
    ...token === undefined ? [] : [`x-oss-security-token:${token}`],
    `/${bucket}/${request.key}`
  ])
  return send(endpoint, {
    method: request.method,
    target: `/${bucket}/${request.key}`,
    ...request.body === undefined ? {} : { body: request.body },
    headers: {
      authorization: `OSS ${key.accessKeyId}:${signature}`,
      date,
      "content-length": String(Buffer.byteLength(request.body ?? "")),
      ...md5 === "" ? {} : { "content-md5": md5 },
      ...type === "" ? {} : { "content-type": type },
      ...token === undefined ? {} : { "x-oss-security-token": token }
    }
  })
}
