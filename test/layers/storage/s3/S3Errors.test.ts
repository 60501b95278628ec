import { assert, describe, it } from "@effect/vitest"
import type { RefusedCall } from "../../../../src/layers/storage/bucket/BucketErrors.js"
import * as BucketErrors from "../../../../src/layers/storage/bucket/BucketErrors.js"
import { s3Errors } from "../../../../src/layers/storage/s3/S3Errors.js"

const now = Date.parse("2026-11-20T12:00:00Z")

const call = (change: Partial<RefusedCall> = {}): RefusedCall => ({
  method: "PUT",
  path: "https://s3.example.com/bucket/key",
  objectKey: "key",
  uploadId: undefined,
  credential: { version: 7, temporary: true, expiresAt: now + 3_600_000 },
  now,
  ...change
})

const reply = (status: number, code?: string, headers: Record<string, string> = {}, more = "") => ({
  status,
  headers,
  body: code === undefined ? "" : `<?xml version="1.0"?><Error><Code>${code}</Code><Message></Message>${more}</Error>`
})

const temporary = { version: 7, temporary: true, expiresAt: now - 1 }
const permanent = { version: 7, temporary: false, expiresAt: undefined }

describe("the errors of S3", () => {
  const cases: ReadonlyArray<readonly [string, RefusedCall, ReturnType<typeof reply>, object]> = [
    ["a part list that is gone, by code", call({ uploadId: "u" }), reply(404, "NoSuchUpload"), {
      _tag: "NoSuchUpload",
      uploadId: "u",
      objectKey: "key"
    }],
    ["a part list that is gone, as Ceph says it", call({ uploadId: "u" }), reply(404, "NoSuchKey"), {
      _tag: "NoSuchUpload"
    }],
    ["a bucket that is gone is no gone upload", call({ uploadId: "u" }), reply(404, "NoSuchBucket"), {
      _tag: "StorageError",
      reason: "ObjectNotFound",
      code: "NoSuchBucket"
    }],
    ["an object that is not there", call(), reply(404, "NoSuchKey"), { reason: "ObjectNotFound" }],
    ["an expired token", call(), reply(400, "ExpiredToken"), { _tag: "CredentialExpired", version: 7 }],
    ["a token to be refreshed", call(), reply(400, "TokenRefreshRequired"), { _tag: "CredentialExpired" }],
    ["a denial after the credential's end", call({ credential: temporary }), reply(403, "AccessDenied"), {
      _tag: "CredentialExpired"
    }],
    ["an unknown key after the credential's end", call({ credential: temporary }), reply(403, "InvalidAccessKeyId"), {
      _tag: "CredentialExpired"
    }],
    ["a denial within the credential's life", call(), reply(403, "AccessDenied"), {
      _tag: "StorageError",
      reason: "AccessDenied",
      retry: "never"
    }],
    ["a denial of a lasting key", call({ credential: permanent }), reply(403, "AccessDenied"), {
      reason: "AccessDenied"
    }],
    ["a wrong signature", call({ credential: permanent }), reply(403, "SignatureDoesNotMatch"), {
      reason: "AccessDenied",
      code: "SignatureDoesNotMatch"
    }],
    ["a clock that is off, by code", call(), reply(403, "RequestTimeTooSkewed"), { reason: "ClockSkew", retry: "now" }],
    [
      "a clock that is off, by the Date header",
      call({ credential: permanent }),
      reply(403, "AccessDenied", { date: "Fri, 20 Nov 2026 13:00:00 GMT" }),
      { reason: "ClockSkew" }
    ],
    ["a condition that was not met", call(), reply(412, "PreconditionFailed"), { reason: "PreconditionFailed" }],
    ["too many requests", call(), reply(503, "SlowDown", { "retry-after": "7" }), {
      reason: "SlowDown",
      retry: "later",
      retryAfter: 7000
    }],
    ["429", call(), reply(429), { reason: "SlowDown" }],
    ["a full disk", call(), reply(507), { _tag: "QuotaExceeded", action: "freeSpace" }],
    ["a full quota", call(), reply(403, "QuotaExceeded"), { _tag: "QuotaExceeded" }],
    ["bytes that were damaged on the way", call(), reply(400, "BadDigest"), { _tag: "IntegrityError", subject: "key" }],
    ["a body that came too slowly", call(), reply(400, "RequestTimeout"), {
      _tag: "TransportError",
      reason: "Timeout",
      retry: "later"
    }],
    ["a failure of the storage", call(), reply(500, "InternalError"), {
      reason: "Rejected",
      status: 500,
      retry: "later"
    }],
    ["an error in a 200", call({ uploadId: "u" }), reply(200, "InternalError"), { reason: "Rejected", retry: "later" }],
    ["a gone upload in a 200", call({ uploadId: "u" }), reply(200, "NoSuchUpload"), { _tag: "NoSuchUpload" }],
    ["anything else", call(), reply(400, "EntityTooSmall"), {
      reason: "Rejected",
      code: "EntityTooSmall",
      retry: "never"
    }],
    ["a page of HTML", call(), { status: 502, headers: {}, body: "<html><h1>Bad Gateway</h1></html>" }, {
      reason: "Rejected",
      code: undefined,
      retry: "later"
    }]
  ]

  for (const [what, refused, answer, expected] of cases) {
    it(what, () => {
      const problem = s3Errors.problemOf(refused, answer)
      for (const [field, value] of Object.entries(expected)) {
        assert.strictEqual(Reflect.get(problem, field), value, field)
      }
    })
  }

  it("carries the storage's id of the request", () => {
    const header = s3Errors.problemOf(call(), reply(400, "X", { "x-amz-request-id": "r-1" }))
    const element = s3Errors.problemOf(call(), reply(400, "X", {}, "<RequestId>r-2</RequestId>"))
    assert.strictEqual(Reflect.get(header, "requestId"), "r-1")
    assert.strictEqual(Reflect.get(element, "requestId"), "r-2")
  })

  it("reads the storage's time from the body where browsers hide the header", () => {
    const body = reply(403, "RequestTimeTooSkewed", {}, "<ServerTime>2026-11-20T13:00:00Z</ServerTime>")
    assert.strictEqual(BucketErrors.serverTime(body), Date.parse("2026-11-20T13:00:00Z"))
    assert.isUndefined(BucketErrors.serverTime(reply(403)))
  })
})
