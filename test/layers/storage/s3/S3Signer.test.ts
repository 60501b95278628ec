import { assert, describe, it } from "@effect/vitest"
import type * as S3QuerySigner from "../../../../src/layers/storage/s3/S3QuerySigner.js"
import type { S3Sdk } from "../../../../src/layers/storage/s3/S3Sdk.js"
import * as S3Signer from "../../../../src/layers/storage/s3/S3Signer.js"
import { credentialOf } from "./fakeNetwork.js"
import { sdk } from "./sdk.js"

const signingDate = new Date("2026-11-20T12:00:00Z")

const places = [
  { name: "in the path, with a token", endpoint: "http://storage.test:9000", forcePathStyle: true, token: "to/k=n" },
  { name: "in the host's name, without", endpoint: "https://storage.test", forcePathStyle: false, token: undefined },
  {
    name: "below a path, on the usual port",
    endpoint: "https://storage.test:443/below/it",
    forcePathStyle: true,
    token: "t"
  },
  { name: "Amazon's", endpoint: undefined, forcePathStyle: false, token: "t" }
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

const open = async ({ endpoint, forcePathStyle, token }: (typeof places)[number]) => {
  const all = await sdk()
  const client = new all.S3Client({
    region: "eu-1",
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: {
      accessKeyId: "key/id",
      secretAccessKey: "s",
      ...(token === undefined ? {} : { sessionToken: token })
    },
    requestChecksumCalculation: "WHEN_REQUIRED"
  })
  const credential = credentialOf()
  const { bucket } = credential
  if (bucket === undefined) throw new Error("a credential without a bucket")
  return {
    session: { sdk: all, client, bucket, credential },
    signer: await S3Signer.make({ sdk: all, client, bucket, credential })
  }
}

const signing = (
  headers: Readonly<Record<string, string>>
): NonNullable<Parameters<S3Sdk["getSignedUrl"]>[2]> & S3QuerySigner.SigningTime => ({
  expiresIn: 3600,
  signingDate,
  signableHeaders: new Set(Object.keys(headers)),
  unhoistableHeaders: new Set(Object.keys(headers))
})

describe("the signer of S3", () => {
  for (const place of places) {
    it(`signs what the SDK signs, bucket ${place.name}`, async () => {
      const { session: { client, sdk }, signer } = await open(place)
      const headers = {
        "content-type": "text/plain; charset=utf-8",
        "x-amz-meta-effect-drive": "m",
        "content-md5": "AAAAAAAAAAAAAAAAAAAAAA=="
      }
      for (const key of keys) {
        const at = { Bucket: "bucket", Key: key }
        const command = new sdk.PutObjectCommand({
          ...at,
          ContentType: headers["content-type"],
          Metadata: { "effect-drive": "m" },
          ContentMD5: headers["content-md5"]
        })
        assert.strictEqual(
          await signer({ key, query: { "x-id": "PutObject" }, headers }, signing(headers)),
          await sdk.getSignedUrl(client, command, signing(headers))
        )
        const part = new sdk.UploadPartCommand({ ...at, UploadId: "u~+/= *", PartNumber: 7 })
        const query = { "x-id": "UploadPart", partNumber: "7", uploadId: "u~+/= *" }
        assert.strictEqual(
          await signer({ key, query, headers: {} }, signing({})),
          await sdk.getSignedUrl(client, part, signing({}))
        )
      }
    })
  }
})
