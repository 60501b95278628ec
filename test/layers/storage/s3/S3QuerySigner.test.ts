import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { BucketAccess } from "../../../../src/domain/StorageCredential.js"
import * as S3QuerySigner from "../../../../src/layers/storage/s3/S3QuerySigner.js"
import * as S3Sdk from "../../../../src/layers/storage/s3/S3Sdk.js"
import { credentialOf, storeOn } from "./fakeNetwork.js"
import { sdk } from "./sdk.js"

const bucketOf = (change: Partial<BucketAccess>): BucketAccess => {
  const { bucket } = credentialOf()
  if (bucket === undefined) throw new Error("a credential without a bucket")
  return { ...bucket, ...change }
}

const places: ReadonlyArray<{ readonly name: string; readonly bucket: BucketAccess; readonly inPath: boolean }> = [
  {
    name: "in the path, with a token",
    bucket: bucketOf({ securityToken: Redacted.make("to/k=n +") }),
    inPath: true
  },
  {
    name: "in the host's name, without a token",
    bucket: bucketOf({ endpoint: "https://storage.test", securityToken: undefined }),
    inPath: false
  },
  { name: "in the path of an address", bucket: bucketOf({ endpoint: "http://127.0.0.1:9000" }), inPath: true },
  {
    name: "below a path, on the usual port",
    bucket: bucketOf({ endpoint: "https://storage.test:443/below/it" }),
    inPath: true
  },
  {
    name: "below a path, in the host's name",
    bucket: bucketOf({ endpoint: "https://Storage.test/below" }),
    inPath: false
  },
  ...["us-east-1", "eu-central-1", "ap-southeast-4", "il-central-1", "mx-central-1"].flatMap((region) => [
    {
      name: `Amazon's ${region}`,
      bucket: bucketOf({ endpoint: undefined, region, bucket: "a-bucket-1" }),
      inPath: false
    },
    { name: `Amazon's ${region}, in the path`, bucket: bucketOf({ endpoint: undefined, region }), inPath: true }
  ]),
  {
    name: "Amazon's by its endpoint",
    bucket: bucketOf({ endpoint: "https://s3.eu-west-1.amazonaws.com", region: "eu-west-1" }),
    inPath: false
  },
  {
    name: "Amazon's in China by its endpoint",
    bucket: bucketOf({ endpoint: "https://s3.cn-north-1.amazonaws.com.cn", region: "cn-north-1" }),
    inPath: false
  }
]

const keys = [
  "k",
  "a b/ü(1)*!'~.txt",
  "probe/probe",
  "/leading",
  "trailing/",
  "x//y/./../z",
  "100%+&=?#.bin",
  "ключ/鍵/🗝"
]

const headers = {
  "content-type": "text/plain;  charset=utf-8",
  "x-amz-meta-effect-drive": "m",
  "content-md5": "AAAAAAAAAAAAAAAAAAAAAA=="
}

const signing = (named: object, day: number) => ({
  expiresIn: 3600,
  signingDate: new Date(`2026-11-${day}T12:00:00Z`),
  signableHeaders: new Set(Object.keys(named)),
  unhoistableHeaders: new Set(Object.keys(named))
})

const clientOf = async (bucket: BucketAccess, forcePathStyle: boolean) => {
  const all = await sdk()
  const client = new all.S3Client({
    region: bucket.region,
    forcePathStyle,
    ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint }),
    credentials: {
      accessKeyId: Redacted.value(bucket.accessKeyId),
      secretAccessKey: Redacted.value(bucket.accessKeySecret),
      ...(bucket.securityToken === undefined ? {} : { sessionToken: Redacted.value(bucket.securityToken) })
    },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED"
  })
  return { all, client }
}

describe("the signer that needs no SDK", () => {
  for (const { bucket, inPath, name } of places) {
    it(`signs what the SDK signs, bucket ${name}`, async () => {
      const { all, client } = await clientOf(bucket, inPath)
      const place = S3QuerySigner.placeOf(bucket, inPath)
      if (place === undefined) throw new Error("the place is not known")
      const sign = S3QuerySigner.make(bucket, place)
      for (const [index, key] of keys.entries()) {
        const day = 10 + index % 3
        const at = { Bucket: bucket.bucket, Key: key }
        const put = new all.PutObjectCommand({
          ...at,
          ContentType: headers["content-type"],
          Metadata: { "effect-drive": "m" },
          ContentMD5: headers["content-md5"]
        })
        assert.strictEqual(
          sign({ key, query: { "x-id": "PutObject" }, headers }, signing(headers, day)),
          await all.getSignedUrl(client, put, signing(headers, day))
        )
        const part = new all.UploadPartCommand({ ...at, UploadId: "u~+/= *", PartNumber: 7 })
        const query = { "x-id": "UploadPart", partNumber: "7", uploadId: "u~+/= *" }
        assert.strictEqual(
          sign({ key, query, headers: {} }, signing({}, day)),
          await all.getSignedUrl(client, part, signing({}, day))
        )
        const ResponseContentDisposition = `attachment; filename="${key}"`
        const get = new all.GetObjectCommand({ ...at, ResponseContentDisposition })
        const disposition = { "response-content-disposition": ResponseContentDisposition }
        assert.strictEqual(
          sign({ method: "GET", key, query: { "x-id": "GetObject", ...disposition }, headers: {} }, signing({}, day)),
          await all.getSignedUrl(client, get, { expiresIn: 3600, signingDate: signing({}, day).signingDate })
        )
      }
    })
  }

  const others: ReadonlyArray<readonly [what: string, change: Partial<BucketAccess>]> = [
    ["a name with dots", { bucket: "my.bucket" }],
    ["a name with capitals", { bucket: "Bucket" }],
    ["an access point's alias", { bucket: "point-abcdefghijklmnop-s3alias" }],
    ["a directory bucket", { bucket: "name--use1-az4--x-s3" }],
    ["an ARN", { bucket: "arn:aws:s3:us-east-1:123456789012:accesspoint/point" }],
    ["a region with a domain of its own", { endpoint: undefined, region: "cn-north-1" }],
    ["a region that is none", { endpoint: undefined, region: "aws-global" }],
    ["a name before an address", { endpoint: "http://127.0.0.1:9000" }],
    ["an endpoint that ends with a slash", { endpoint: "https://storage.test/below/" }],
    ["an endpoint with a query", { endpoint: "https://storage.test/?a=b" }]
  ]
  for (const [what, change] of others) {
    it(`leaves ${what} to the SDK`, () => {
      assert.isUndefined(S3QuerySigner.placeOf(bucketOf(change), false))
    })
  }
})

describe("an address for PUT", () => {
  const absent = S3Sdk.make(() => Promise.reject(new Error("the SDK was loaded")))

  it.effect("needs no SDK, for a file and for a part", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([], { sdk: absent })
      const whole = yield* objects.presign({ method: "PUT", key: "a/b", contentType: "a/b", mark: "m" })
      assert.match(Redacted.value(whole.url), /^http:\/\/storage\.test:9000\/bucket\/a\/b\?/)
      yield* objects.presignPart({ key: "a/b", uploadId: "u", partNumber: 1 })
    }))

  it.effect("of a bucket with dots in its name needs it", () =>
    Effect.gen(function*() {
      const credential = Effect.succeed(credentialOf({ bucket: bucketOf({ bucket: "my.bucket" }) }))
      const { objects } = yield* storeOn([], { sdk: absent, credential })
      const error = yield* Effect.flip(objects.presign({ method: "PUT", key: "k" }))
      assert.deepInclude(error, { _tag: "TransportError", path: "the SDK of s3" })
    }))

  it.effect("that is refused tells bucket and key, and none of the secrets", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([], { sdk: absent })
      const address = yield* objects.presign({ method: "PUT", key: "k" })
      const reply = {
        status: 403,
        headers: { "content-type": "application/xml" },
        body: "<Error><Code>AccessDenied</Code><Message>not with the-token</Message></Error>"
      }
      const part = { number: 1, start: 0, end: 1 }
      const error = yield* Effect.flip(objects.accept({ key: "k", uploadId: undefined }, part, address, reply))
      assert.deepInclude(error, { _tag: "StorageError", reason: "AccessDenied" })
      assert.notInclude(error.message, "the-token")
    }))
})
