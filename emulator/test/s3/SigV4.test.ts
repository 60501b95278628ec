import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SigningText from "../../src/bucketHttp/SigningText.js"
import { presign } from "../../src/s3/presign.js"
import * as SigV4 from "../../src/s3/SigV4.js"

/** The examples of the S3 API reference ("Signature Calculations for the Authorization Header", "Query Parameters"). */
const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
const accessKeyId = "AKIAIOSFODNN7EXAMPLE"
const scope: SigV4.Scope = { date: "20130524", region: "us-east-1", service: "s3" }
const amzDate = "20130524T000000Z"
const host = "examplebucket.s3.amazonaws.com"

const signatureOf = (request: Omit<SigV4.Signable, "signedHeaders">): string =>
  SigV4.sign(
    SigV4.signingKey(secret, scope),
    SigV4.stringToSign(
      amzDate,
      scope,
      SigV4.canonicalRequest({ ...request, signedHeaders: Object.keys(request.headers).sort() })
    )
  )

describe("SigV4", () => {
  it("signs the documented GET of a range", () => {
    const signature = signatureOf({
      method: "GET",
      path: "/test.txt",
      query: [],
      headers: { host, range: "bytes=0-9", "x-amz-content-sha256": SigV4.emptyHash, "x-amz-date": amzDate },
      payloadHash: SigV4.emptyHash
    })
    assert.strictEqual(signature, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  })

  it("signs the documented PUT", () => {
    const payloadHash = SigningText.sha256("Welcome to Amazon S3.")
    const signature = signatureOf({
      method: "PUT",
      path: "/test$file.text",
      query: [],
      headers: {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        host,
        "x-amz-content-sha256": payloadHash,
        "x-amz-date": amzDate,
        "x-amz-storage-class": "REDUCED_REDUNDANCY"
      },
      payloadHash
    })
    assert.strictEqual(signature, "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  })

  it("signs the documented queries", () => {
    const headers = { host, "x-amz-content-sha256": SigV4.emptyHash, "x-amz-date": amzDate }
    const request = { method: "GET", path: "/", headers, payloadHash: SigV4.emptyHash }
    assert.strictEqual(
      signatureOf({ ...request, query: [["lifecycle", ""]] }),
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
    )
    assert.strictEqual(
      signatureOf({ ...request, query: [["max-keys", "2"], ["prefix", "J"]] }),
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
    )
  })

  it("signs the documented presigned GET", () => {
    const url = new URL(presign({
      method: "GET",
      endpoint: "https://s3.amazonaws.com",
      region: "us-east-1",
      bucket: "examplebucket",
      key: "test.txt",
      credential: { accessKeyId, secretAccessKey: secret },
      now: Date.UTC(2013, 4, 24),
      expiresIn: "1 day"
    }))
    // The documented URL stands on the bucket's own host, so its signature is made from the parts.
    const query = Array.from(url.searchParams).filter(([name]) => name !== "X-Amz-Signature")
    assert.strictEqual(
      signatureOf({ method: "GET", path: "/test.txt", query, headers: { host }, payloadHash: SigV4.unsignedPayload }),
      "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
    )
  })

  it("signs the documented chunks", () => {
    const key = SigV4.signingKey(secret, scope)
    const seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"
    const first = SigV4.sign(
      key,
      SigV4.chunkStringToSign(amzDate, scope, seed, SigningText.sha256("a".repeat(65_536)))
    )
    assert.strictEqual(first, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648")
    const second = SigV4.sign(key, SigV4.chunkStringToSign(amzDate, scope, first, SigningText.sha256("a".repeat(1024))))
    assert.strictEqual(second, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497")
    const last = SigV4.sign(key, SigV4.chunkStringToSign(amzDate, scope, second, SigV4.emptyHash))
    assert.strictEqual(last, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9")
  })

  it.effect("presigns as the SDK does", () =>
    Effect.gen(function*() {
      const now = Date.UTC(2026, 10, 20, 12)
      const credential = { accessKeyId, secretAccessKey: secret, sessionToken: "to/ken+=" }
      const key = "a b/ü (1)!'*~&=+?#.txt"
      const client = new S3Client({
        endpoint: "http://127.0.0.1:4455",
        region: "eu-west-1",
        forcePathStyle: true,
        credentials: credential,
        requestChecksumCalculation: "WHEN_REQUIRED"
      })
      const options = { endpoint: "http://127.0.0.1:4455", region: "eu-west-1", bucket: "b", key, credential, now }
      const theirs = (command: GetObjectCommand) =>
        Effect.promise(() => getSignedUrl(client, command, { expiresIn: 600, signingDate: new Date(now) }))
      const disposition = "attachment; filename*=UTF-8''%C3%BC.txt"

      const get = yield* theirs(
        new GetObjectCommand({ Bucket: "b", Key: key, ResponseContentDisposition: disposition })
      )
      const ours = presign({
        ...options,
        method: "GET",
        expiresIn: "600 seconds",
        query: {
          "response-content-disposition": disposition,
          // What the SDK says of itself is signed too.
          "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD",
          "x-amz-checksum-mode": "ENABLED",
          "x-id": "GetObject"
        }
      })
      const pairs = (url: string) => Array.from(new URL(url).searchParams).sort()
      assert.deepStrictEqual(pairs(ours), pairs(get))
      assert.strictEqual(new URL(ours).pathname, new URL(get).pathname)
    }))

  it("reads and writes dates", () => {
    assert.strictEqual(SigningText.parseDate("20130524T000000Z"), Date.UTC(2013, 4, 24))
    assert.strictEqual(SigningText.formatDate(Date.UTC(2013, 4, 24, 1, 2, 3, 4)), "20130524T010203Z")
    assert.strictEqual(SigningText.parseDate("Fri, 24 May 2013 00:00:00 GMT"), Date.UTC(2013, 4, 24))
    assert.isUndefined(SigningText.parseDate("yesterday"))
  })
})
