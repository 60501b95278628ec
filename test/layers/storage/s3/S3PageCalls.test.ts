/** What a page asks and reads without the SDK, compared with what the SDK asks and reads. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Redacted, Ref, Stream, TestClock } from "effect"
import * as S3Sdk from "../../../../src/layers/storage/s3/S3Sdk.js"
import type { Answer, Asked } from "./fakeNetwork.js"
import { credentialOf, storeOn } from "./fakeNetwork.js"
import { useReaderOfXml } from "./readerOfXml.js"

const now = Date.parse("2026-11-20T12:00:00Z")

type Store = Effect.Effect.Success<ReturnType<typeof storeOn>>["objects"]

type Call = (objects: Store, key: string) => Effect.Effect<unknown, object>

const calls = {
  head: (objects, key) => objects.head(key),
  begin: (objects, key) => objects.createMultipart({ key, contentType: "a/b; c=\"ü\"", mark: "m", checksum: "crc32" }),
  parts: (objects, key) => Stream.runCollect(objects.listParts({ key, uploadId: "u~+/= &", after: 3 })),
  complete: (objects, key) =>
    objects.complete({
      key,
      uploadId: "u~+/= &",
      parts: [{ number: 1, size: 5, etag: "e<1>", digest: { crc32: "AA==" } }]
    }),
  uploads: (objects, key) => objects.listUploads(key),
  abort: (objects, key) => objects.abort({ key, uploadId: "u~+/= &" })
} satisfies Record<string, Call>

const named = Object.entries<Call>(calls)

const error = (code: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>why</Message>${more}</Error>`

const html = { "content-type": "text/html" }

const answers: Readonly<Record<string, Answer>> = {
  "a refusal": { status: 403, body: error("AccessDenied") },
  "a wrong clock": {
    status: 403,
    body: error("RequestTimeTooSkewed", "<ServerTime>2026-11-20T13:00:00Z</ServerTime>")
  },
  "an address that has ended": {
    status: 403,
    body: error("AccessDenied", "<ServerTime>2026-11-20T14:00:00Z</ServerTime>")
  },
  "an expired token": { status: 400, body: error("ExpiredToken") },
  "slow down": { status: 503, body: error("SlowDown"), headers: { "retry-after": "7" } },
  "too many": { status: 429 },
  "a full disk": { status: 507 },
  "no such upload": { status: 404, body: error("NoSuchUpload") },
  "no such bucket": { status: 404, body: error("NoSuchBucket") },
  "not found": { status: 404 },
  "an error in a 200": { status: 200, body: error("InternalError") },
  "a slow error in a 200": { status: 200, body: error("SlowDown") },
  "a page of a gateway": { status: 502, body: "<html>Bad Gateway</html>", headers: html },
  "a page of a network": { status: 200, body: "<!doctype html><html><body>Sign in</body></html>", headers: html },
  "a page with no type": { status: 200, body: "<!doctype html><html><body>Sign in</body></html>" },
  "a refusal in HTML": { status: 403, body: "<html>Forbidden</html>", headers: html },
  "a redirect": { status: 307, body: error("TemporaryRedirect") },
  "no connection": "network",
  "half a document": { status: 200, body: "<ListPartsResult><Part><PartNumber>1</Pa" },
  "something else": { status: 200, body: "{\"code\":1}" },
  "a secret": {
    status: 400,
    body: "<Error><Code>A</Code><Message>the-token of the-key-id with the-secret</Message></Error>"
  }
}

/** The SDK notes on errors that pass through it how often it has tried, and has its own words for what it cannot read. */
const comparable = (error: object) => {
  const { $metadata: _, ...rest } = { $metadata: undefined, ...error }
  return "reason" in rest && rest.reason === "Decode"
    ? { ...rest, detail: "unreadable" }
    : { ...rest, text: String(error) }
}

const outcomeOf = (callsAsPage: boolean, call: Call, answer: Answer, key: string) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(now)
    const { asked, objects } = yield* storeOn([answer, answer, answer], { callsAsPage, listPageSize: 2 })
    const outcome = Either.mapLeft(yield* Effect.either(call(objects, key)), comparable)
    return { asked, outcome }
  })

const sameOutcome = (call: Call, answer: Answer, key = "a/k") =>
  Effect.gen(function*() {
    const bySdk = yield* outcomeOf(false, call, answer, key)
    const byPage = yield* outcomeOf(true, call, answer, key)
    assert.deepStrictEqual(byPage.outcome, bySdk.outcome)
    assert.deepStrictEqual(byPage.asked.map(meaningOf), bySdk.asked.map(meaningOf))
    return byPage.asked
  })

/** What a request asks for, without what says who asks and when. */
const meaningOf = ({ body, headers, method, url }: Asked) => ({
  method,
  place: `${url.origin}${url.pathname}`.replace(/\/bucket\/$/, "/bucket"),
  query: [...url.searchParams].filter(([name]) => !/^x-(?:amz|id)/i.test(name)).sort(),
  body: body.replace("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "").replaceAll("&quot;", "\""),
  headers: Object.entries(headers)
    .filter(([name]) => /^(?:content-type|x-amz-meta-.*|x-amz-checksum-algorithm)$/.test(name))
    .sort()
})

const part = (number: string, size: string) =>
  `<Part><PartNumber>${number}</PartNumber><ETag>&quot;e1&quot;</ETag><Size>${size}</Size></Part>`

const openUpload = (key: string, id: string, time = "2026-11-20T12:00:00.000Z") =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${time}</Initiated></Upload>`

const xmlns = "xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\""

const good: Readonly<Record<keyof typeof calls, Readonly<Record<string, string>>>> = {
  head: {},
  abort: {},
  begin: {
    "an id with signs":
      "<InitiateMultipartUploadResult><UploadId>u&amp;&lt;1&#x7e;</UploadId></InitiateMultipartUploadResult>",
    "no id": `<InitiateMultipartUploadResult ${xmlns}/>`
  },
  parts: {
    "none": `<ListPartsResult ${xmlns}></ListPartsResult>`,
    "one with a checksum": `<ListPartsResult ${xmlns}>${
      part("1", "5").replace("</Part>", "<ChecksumCRC32>AA==</ChecksumCRC32></Part>")
    }</ListPartsResult>`,
    "the checksum of the upload":
      `<ListPartsResult ${xmlns}><ChecksumAlgorithm>SHA256</ChecksumAlgorithm><ChecksumType>COMPOSITE</ChecksumType></ListPartsResult>`,
    "a part of another element": `<ListPartsResult><Owner><Part>1</Part></Owner>${part("2", "6")}</ListPartsResult>`,
    "a size that is no number": `<ListPartsResult>${part("1", "five")}</ListPartsResult>`,
    "more behind it": `<ListPartsResult><IsTruncated>true</IsTruncated>${part("4", "5")}</ListPartsResult>`
  },
  complete: {
    "an ETag": `<CompleteMultipartUploadResult ${xmlns}><ETag>&#34;abc-1&#34;</ETag></CompleteMultipartUploadResult>`,
    "blanks before it": `${
      " \n".repeat(4000)
    }<CompleteMultipartUploadResult><ETag>"abc-1"</ETag></CompleteMultipartUploadResult>`,
    "a declaration, and blanks behind it": `<?xml version="1.0" encoding="UTF-8"?>${
      " ".repeat(5000)
    }<CompleteMultipartUploadResult><ETag>"abc-1"</ETag></CompleteMultipartUploadResult>`
  },
  uploads: {
    "none": `<ListMultipartUploadsResult ${xmlns}/>`,
    "those of keys that begin alike": `<ListMultipartUploadsResult>${openUpload("a/k", "1")}${
      openUpload("a/k2", "2")
    }</ListMultipartUploadsResult>`,
    "a time that is none": `<ListMultipartUploadsResult>${
      openUpload("a/k", "1", "yesterday")
    }</ListMultipartUploadsResult>`
  }
}

const keys = ["a b/ü(1)*!'~.txt", "/leading", "trailing/", "x//y", "100%+&=?#<>\".bin", "ключ/鍵/🗝", "\u0001\r\n"]

describe("a call of a page", () => {
  useReaderOfXml()

  for (const [name, call] of named) {
    for (const [what, answer] of Object.entries(answers)) {
      it.effect(`${name} takes ${what} as the SDK does`, () => sameOutcome(call, answer))
    }
    for (const [what, body] of Object.entries(good[name as keyof typeof calls])) {
      it.effect(`${name} reads ${what} as the SDK does`, () => sameOutcome(call, { status: 200, body }))
    }
    it.effect(`${name} asks for odd keys as the SDK does, with headers that must be signed only`, () =>
      Effect.forEach(keys, (key) =>
        Effect.map(sameOutcome(call, { status: 403 }, key), ([request]) => {
          const signed = request?.url.searchParams.get("X-Amz-SignedHeaders") ?? ""
          const sent = Object.keys(request?.headers ?? {}).filter((header) => header !== "content-length")
          assert.deepStrictEqual(["host", ...sent].sort(), signed.split(";"))
        })))
  }

  const absent = S3Sdk.make(() => Promise.reject(new Error("the SDK was loaded")))
  const pageOn: typeof storeOn = (list, options) => storeOn(list, { callsAsPage: true, sdk: absent, ...options })

  it.effect("needs no SDK where the bucket's place is plain, and else asks for it", () =>
    Effect.gen(function*() {
      const created = "<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>"
      const { asked, objects } = yield* pageOn([{ status: 200, body: created }])
      assert.strictEqual(yield* objects.createMultipart({ key: "k" }), "u-1")
      assert.isTrue(asked[0]?.url.searchParams.has("X-Amz-Signature"))
      assert.isUndefined(asked[0]?.headers["authorization"])
      yield* objects.presign({ method: "GET", key: "k", downloadName: "a" })
      const { bucket } = credentialOf()
      const dotted = credentialOf({ bucket: bucket === undefined ? undefined : { ...bucket, bucket: "my.bucket" } })
      const other = yield* pageOn([], { credential: Effect.succeed(dotted) })
      assert.deepInclude(yield* Effect.flip(other.objects.createMultipart({ key: "k" })), { path: "the SDK of s3" })
    }))

  it.effect("takes another document than the one that was asked for, or none, for no answer", () =>
    Effect.gen(function*() {
      for (const body of ["<ListBucketResult></ListBucketResult>", "", " \n"]) {
        for (const call of [calls.begin, calls.parts, calls.complete, calls.uploads]) {
          const { objects } = yield* pageOn([{ status: 200, body }])
          const error = yield* Effect.flip<unknown, object, never>(call(objects, "k"))
          assert.deepInclude(error, { _tag: "TransportError", reason: "Decode" })
        }
      }
    }))

  it.effect("sees an error behind blanks", () =>
    Effect.gen(function*() {
      const body = `${" ".repeat(5000)}<Error><Code>NoSuchUpload</Code></Error>`
      const { objects } = yield* pageOn([{ status: 200, body }])
      const parts = [{ number: 1, size: 5, etag: "e1" }]
      const error = yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts }))
      assert.strictEqual(error._tag, "NoSuchUpload")
    }))

  it.effect("is signed with the credential of now, and by the storage's clock", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const current = yield* Ref.make(credentialOf())
      const clock = "<ServerTime>2026-11-20T13:00:00Z</ServerTime>"
      const { asked, objects } = yield* pageOn([
        { status: 400, body: error("ExpiredToken") },
        { status: 403, body: error("RequestTimeTooSkewed", clock) },
        { status: 404 }
      ], { credential: Ref.get(current) })
      const begin = Effect.flip(objects.createMultipart({ key: "k" }))
      assert.deepInclude(yield* begin, { _tag: "CredentialExpired", version: 1 })
      const { bucket } = credentialOf()
      yield* Ref.set(
        current,
        credentialOf({
          version: 2,
          bucket: bucket === undefined ? undefined : { ...bucket, securityToken: Redacted.make("the-next-token") }
        })
      )
      assert.deepInclude(yield* begin, { _tag: "StorageError", reason: "ClockSkew" })
      yield* objects.head("k")
      const said = (name: string) => asked.map(({ url }) => url.searchParams.get(name))
      assert.deepStrictEqual(said("X-Amz-Security-Token"), ["the-token", "the-next-token", "the-next-token"])
      assert.deepStrictEqual(said("X-Amz-Date"), ["20261120T120000Z", "20261120T120000Z", "20261120T130000Z"])
    }))

  it.effect("tells nothing of its address that is secret, whatever the storage says of it", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* pageOn([{ status: 404 }])
      yield* objects.head("k")
      const { search } = asked[0]?.url ?? { search: "" }
      const told = yield* pageOn([{ status: 400, body: `<Error><Code>A</Code><Message>${search}</Message></Error>` }])
      const said = String(yield* Effect.flip(told.objects.createMultipart({ key: "k" })))
      assert.notMatch(said, /[0-9a-f]{64}|the-token|the-key-id/)
    }))

  it.effect("ends with an error where it cannot be made or read", () =>
    Effect.gen(function*() {
      const { objects } = yield* pageOn([])
      const halfOfAPair = yield* Effect.flip(objects.head("\ud800"))
      assert.deepInclude(halfOfAPair, { _tag: "TransportError", reason: "Decode" })
      class Forbidding {
        parseFromString() {
          return assert.fail("This document requires 'TrustedHTML' assignment.")
        }
      }
      const kept: unknown = Reflect.get(globalThis, "DOMParser")
      const forbidden = yield* pageOn([{ status: 200, body: "<InitiateMultipartUploadResult/>" }])
      const refused = yield* Effect.acquireUseRelease(
        Effect.sync(() => Object.assign(globalThis, { DOMParser: Forbidding })),
        () => Effect.flip(forbidden.objects.createMultipart({ key: "k" })),
        () => Effect.sync(() => Object.assign(globalThis, { DOMParser: kept }))
      )
      assert.deepInclude(refused, { _tag: "TransportError", reason: "Decode" })
      assert.match(refused.message, /TrustedHTML/)
    }))
})
