import { assert, describe, it } from "@effect/vitest"
import type { RefusedCall } from "../../../../src/layers/storage/bucket/BucketErrors.js"
import { ossErrors } from "../../../../src/layers/storage/oss/OssErrors.js"

const now = Date.parse("2026-11-20T12:00:00Z")

const call = (change: Partial<RefusedCall> = {}): RefusedCall => ({
  method: "PUT",
  path: "https://bucket.oss-cn-hangzhou.aliyuncs.com/key",
  objectKey: "key",
  uploadId: undefined,
  credential: { version: 7, temporary: true, expiresAt: now + 3_600_000 },
  now,
  ...change
})

const reply = (status: number, code?: string, headers: Record<string, string> = {}, more = "") => ({
  status,
  headers,
  body: code === undefined ? "" : `<?xml version="1.0"?>\n<Error>\n  <Code>${code}</Code>\n  ${more}\n</Error>`
})

const ended = call({ credential: { version: 7, temporary: true, expiresAt: now - 1 } })

describe("the errors of OSS", () => {
  const cases: ReadonlyArray<readonly [string, RefusedCall, ReturnType<typeof reply>, object]> = [
    ["an upload that is gone", call({ uploadId: "u" }), reply(404, "NoSuchUpload"), {
      _tag: "NoSuchUpload",
      uploadId: "u",
      objectKey: "key"
    }],
    ["an object that is not there", call(), reply(404, "NoSuchKey"), { reason: "ObjectNotFound", status: 404 }],
    ["an object that is not there, without a body", call(), reply(404), { reason: "ObjectNotFound" }],
    ["a condition that was not met", call(), reply(412, "PreconditionFailed"), { reason: "PreconditionFailed" }],
    ["an expired token", call(), reply(403, "SecurityTokenExpired"), { _tag: "CredentialExpired", version: 7 }],
    ["a token that is none", call(), reply(403, "InvalidSecurityToken"), { _tag: "CredentialExpired" }],
    ["an unknown key after its end", ended, reply(403, "InvalidAccessKeyId"), { _tag: "CredentialExpired" }],
    ["an address after its end", ended, reply(403, "AccessDenied"), { _tag: "CredentialExpired" }],
    ["a denial", call(), reply(403, "AccessDenied"), { reason: "AccessDenied", retry: "never" }],
    ["a wrong signature", call(), reply(403, "SignatureDoesNotMatch"), { reason: "AccessDenied" }],
    ["a skewed clock", call(), reply(403, "RequestTimeTooSkewed"), { reason: "ClockSkew", retry: "now" }],
    [
      "an address that is over by the storage's clock alone",
      call(),
      reply(403, "AccessDenied", {}, "<ServerTime>2026-11-20T14:00:00.000Z</ServerTime>"),
      { reason: "ClockSkew" }
    ],
    ["bytes that were damaged", call(), reply(400, "InvalidDigest"), { _tag: "IntegrityError", retry: "later" }],
    ["a full bucket", call(), reply(507, "QuotaExceeded"), { _tag: "QuotaExceeded" }],
    ["too many requests", call(), reply(503, "QpsLimitExceeded", { "retry-after": "2" }), {
      reason: "SlowDown",
      retryAfter: 2000
    }],
    ["a failed callback", call(), reply(203, "CallbackFailed"), {
      reason: "CallbackFailed",
      status: 203,
      retry: "never",
      action: "retry"
    }],
    ["a part that is too small", call({ uploadId: "u" }), reply(400, "EntityTooSmall"), {
      reason: "Rejected",
      retry: "never"
    }],
    ["a failure of the storage", call(), reply(500, "InternalError"), { reason: "Rejected", retry: "later" }]
  ]
  for (const [what, asked, answer, expected] of cases) {
    it(`names ${what}`, () => {
      assert.deepInclude(ossErrors.problemOf(asked, answer), expected)
    })
  }

  const codes: ReadonlyArray<readonly [object, number, string]> = [
    [{ _tag: "CredentialExpired" }, 403, "SecurityTokenExpired InvalidSecurityToken ExpiredToken"],
    [
      { _tag: "QuotaExceeded" },
      400,
      "QuotaExceeded StorageCapacityExceeded BucketQuotaExceeded InsufficientStorage"
    ],
    [
      { reason: "SlowDown", retry: "later" },
      400,
      "SlowDown Throttling QpsLimitExceeded TotalQpsLimitExceeded UploadTrafficRateLimitExceeded " +
      "DownloadTrafficRateLimitExceeded"
    ],
    [{ _tag: "IntegrityError" }, 400, "InvalidDigest BadDigest"],
    [{ reason: "RestoreInProgress", retry: "never" }, 409, "RestoreAlreadyInProgress"],
    [{ reason: "InvalidObjectState", retry: "never" }, 403, "InvalidObjectState"]
  ]
  for (const [expected, status, names] of codes) {
    it(`names ${names}`, () => {
      for (const code of names.split(" ")) {
        assert.deepInclude(ossErrors.problemOf(call(), reply(status, code)), expected)
      }
    })
  }

  it("gives the storage's id of the request, from the header or the body", () => {
    assert.deepInclude(ossErrors.problemOf(call(), reply(400, "X", { "x-oss-request-id": "r1" })), { requestId: "r1" })
    const body = reply(400, "X", {}, "<RequestId>r2</RequestId>")
    assert.deepInclude(ossErrors.problemOf(call(), body), { platform: "oss", requestId: "r2" })
  })
})
