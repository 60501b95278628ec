/** Signed addresses, signatures, CORS and errors as the AWS SDK meets them. */
import {
  GetBucketCorsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { assert } from "@effect/vitest"
import { request as httpRequest } from "node:http"
import { md5, pattern } from "../blobs/blobStoreContract.js"
import type { Scenario, Target } from "./sdkTarget.js"
import { begin, clientOf, failure, quietly, same } from "./sdkTarget.js"

export const accessScenarios: ReadonlyArray<Scenario> = [
  {
    name: "presigned PUT, UploadPart and GET, with a name for the download",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const at = { Bucket: target.bucket, Key: "signed/ü 1.txt" }
      const put = await fetch(await getSignedUrl(client, new PutObjectCommand(at), { expiresIn: 60 }), {
        method: "PUT",
        body: Buffer.from(pattern(1000))
      })
      assert.deepStrictEqual([put.status, put.headers.get("etag")], [200, `"${md5(pattern(1000))}"`])
      const command = new GetObjectCommand({ ...at, ResponseContentDisposition: "attachment; filename=\"x.txt\"" })
      const get = await fetch(await getSignedUrl(client, command, { expiresIn: 60 }))
      assert.strictEqual(get.headers.get("content-disposition"), "attachment; filename=\"x.txt\"")
      same(new Uint8Array(await get.arrayBuffer()), pattern(1000))

      const UploadId = await begin(client, at.Bucket, at.Key)
      const part = await fetch(
        await getSignedUrl(client, new UploadPartCommand({ ...at, UploadId, PartNumber: 1 }), { expiresIn: 60 }),
        { method: "PUT", body: Buffer.from(pattern(300, 3)) }
      )
      assert.deepStrictEqual([part.status, part.headers.get("etag")], [200, `"${md5(pattern(300, 3))}"`])
    }
  },
  {
    name: "a presigned PUT holds its signed content type",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const command = new PutObjectCommand({ Bucket: target.bucket, Key: "signed/typed", ContentType: "image/png" })
      const url = await getSignedUrl(client, command, { expiresIn: 60, signableHeaders: new Set(["content-type"]) })
      const send = (type: string) =>
        fetch(url, { method: "PUT", body: "x", headers: { "content-type": type } }).then((reply) => reply.status)
      assert.strictEqual(await send("image/png"), 200)
      assert.strictEqual(await send("text/html"), 403)
    }
  },
  {
    name: "a presigned PUT with a content type that was not signed is refused",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const command = new PutObjectCommand({ Bucket: target.bucket, Key: "signed/untyped" })
      const reply = await fetch(await getSignedUrl(client, command, { expiresIn: 60 }), {
        method: "PUT",
        body: "x",
        headers: { "content-type": "image/png", origin: "http://page.test" }
      })
      assert.strictEqual(reply.status, 403)
      assert.match(await reply.text(), /AccessDenied/)
    }
  },
  {
    name: "a presigned URL that was changed or has expired is refused",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const command = new GetObjectCommand({ Bucket: target.bucket, Key: "signed/x" })
      const url = await getSignedUrl(client, command, { expiresIn: 60 })
      const changed = await fetch(url.replace("signed/x", "signed/y"))
      assert.deepStrictEqual(
        [changed.status, /<Code>(.*)<\/Code>/.exec(await changed.text())?.[1]],
        [403, "SignatureDoesNotMatch"]
      )
      const signingDate = new Date(Date.now() - 120_000)
      const expired = await fetch(await getSignedUrl(client, command, { expiresIn: 60, signingDate }))
      assert.deepStrictEqual(
        [expired.status, /<Code>(.*)<\/Code>/.exec(await expired.text())?.[1]],
        [403, "AccessDenied"]
      )
    }
  },
  {
    name: "a wrong secret is SignatureDoesNotMatch, an unknown key InvalidAccessKeyId",
    run: async (target) => {
      const list = (changes: Partial<Target>) =>
        failure(clientOf({ ...target, ...changes }).send(new ListObjectsV2Command({ Bucket: target.bucket })))
      assert.deepStrictEqual(await list({ secretAccessKey: "wrong" }), { name: "SignatureDoesNotMatch", status: 403 })
      assert.deepStrictEqual(await list({ accessKeyId: "unknown" }), { name: "InvalidAccessKeyId", status: 403 })
    }
  },
  {
    name: "a clock that is an hour off is told",
    run: async (target) => {
      const client = clientOf(target, { systemClockOffset: 3_600_000 })
      const refused = client.send(new ListObjectsV2Command({ Bucket: target.bucket }))
      assert.deepStrictEqual(await failure(refused), { name: "RequestTimeTooSkewed", status: 403 })
    }
  },
  {
    name: "CORS rules are kept and applied to preflights and answers",
    run: async (target) => {
      const client = clientOf(target)
      const Bucket = target.bucket
      const rule = {
        AllowedOrigins: ["http://page.test"],
        AllowedMethods: ["GET", "PUT"],
        AllowedHeaders: ["*"],
        ExposeHeaders: ["ETag"],
        MaxAgeSeconds: 100
      }
      await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
      const { CORSRules } = await client.send(new GetBucketCorsCommand({ Bucket }))
      assert.deepStrictEqual(
        CORSRules?.map((one) => [one.AllowedOrigins, one.AllowedMethods, one.ExposeHeaders, one.MaxAgeSeconds]),
        [[["http://page.test"], ["GET", "PUT"], ["ETag"], 100]]
      )
      const preflight = (origin: string) =>
        fetch(`${target.endpoint}/${Bucket}/k`, {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": "PUT",
            "access-control-request-headers": "content-type"
          }
        })
      const allowed = await preflight("http://page.test")
      assert.deepStrictEqual(
        [allowed.status, allowed.headers.get("access-control-allow-origin")],
        [200, "http://page.test"]
      )
      assert.strictEqual((await preflight("http://other.test")).status, 403)
      const url = await getSignedUrl(clientOf(target, quietly), new PutObjectCommand({ Bucket, Key: "cors" }))
      const put = await fetch(url, { method: "PUT", body: Buffer.from("x"), headers: { origin: "http://page.test" } })
      assert.strictEqual(put.headers.get("access-control-allow-origin"), "http://page.test")
      assert.match(put.headers.get("access-control-expose-headers") ?? "", /etag/i)
    }
  },
  {
    name: "a bucket as a subdomain",
    run: async (target) => {
      const { port } = new URL(target.endpoint)
      const client = clientOf(target, { ...quietly, endpoint: `http://localhost:${port}`, forcePathStyle: false })
      await clientOf(target).send(new PutObjectCommand({ Bucket: target.bucket, Key: "hosted/ü", Body: "hosted" }))
      const url = new URL(
        await getSignedUrl(client, new GetObjectCommand({ Bucket: target.bucket, Key: "hosted/ü" }), { expiresIn: 60 })
      )
      assert.strictEqual(url.hostname, `${target.bucket}.localhost`)
      const status = await new Promise((resolve, reject) => {
        const path = `${url.pathname}${url.search}`
        httpRequest({ host: "127.0.0.1", port, path, headers: { host: url.host } }, (reply) => {
          reply.resume()
          resolve(reply.statusCode)
        }).on("error", reject).end()
      })
      assert.strictEqual(status, 200)
    }
  },
  {
    name: "errors carry a message and a request id",
    run: async (target) => {
      try {
        await clientOf(target).send(new GetObjectCommand({ Bucket: target.bucket, Key: "no such key" }))
      } catch (error) {
        assert.instanceOf(error, S3ServiceException)
        assert.strictEqual(error.message, "The specified key does not exist.")
        assert.isNotEmpty(error.$metadata.requestId)
        return
      }
      assert.fail("it succeeded")
    }
  }
]
