/**
 * ali-oss as its own users use it, with each signature version, on our endpoint over each backing; and on another one
 * too when its address is given (`OSS_ENDPOINT`, `OSS_REGION`, `OSS_BUCKET`, `OSS_KEY`, `OSS_SECRET`, and
 * `OSS_COMPARE=1`), to see how the two differ.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import type { AccessKey } from "../../src/AccessKeys.js"
import { AccessKeys } from "../../src/AccessKeys.js"
import type { BlobStore } from "../../src/blobs/BlobStore.js"
import * as BlobStoreDirectory from "../../src/blobs/BlobStoreDirectory.js"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import { failure, make } from "./aliOss.js"
import { scenarios, type Target } from "./aliOssScenarios.js"
import { clientOf, layer, start } from "./endpoint.js"

const byName = (endpoint: string): string => endpoint.replace("127.0.0.1", "localhost")

const ours = (store: () => Promise<Layer.Layer<BlobStore, { readonly _tag: string }>>, authorizationV4: boolean) => {
  let server: { readonly origin: string; readonly key: AccessKey } | undefined
  const scope = Effect.runSync(Scope.make())

  beforeAll(async () => {
    const services = Layer.merge(await store(), AccessKeys.layer)
    server = await Effect.gen(function*() {
      const context = yield* Layer.build(services)
      const { keys, origin } = yield* Effect.provide(start({ bucket: "scenarios" }), context)
      return { origin, key: yield* keys.issue({ buckets: "all", lifetime: "1 hour" }) }
    }).pipe(Scope.extend(scope), Effect.runPromise)
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const target = (): Target => {
    if (server === undefined) throw new Error("the server is not up")
    const { key, origin } = server
    const bucket = "scenarios"
    return {
      bucket,
      client: clientOf({ endpoint: origin, bucket }, key, { authorizationV4 }),
      named: clientOf({ endpoint: byName(origin), bucket }, key, { authorizationV4, sldEnable: true })
    }
  }
  for (const { name, run } of scenarios) it(name, () => run(target()))
}

const directories: Array<string> = []
afterAll(() => Promise.all(directories.map((one) => fs.rm(one, { recursive: true, force: true }))))

const inDirectory = async () => {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), "oss-"))
  directories.push(directory)
  return BlobStoreDirectory.layer({ directory })
}

describe("ali-oss on our endpoint", () => {
  describe("signature V1, over memory", () => ours(() => Promise.resolve(BlobStoreMemory.layer()), false))
  describe("signature V4, over memory", () => ours(() => Promise.resolve(BlobStoreMemory.layer()), true))
  describe("signature V4, over a directory", () => ours(inDirectory, true))

  for (const authorizationV4 of [false, true]) {
    it.scopedLive(`refuses wrong and ended keys, signature V${authorizationV4 ? 4 : 1}`, () =>
      Effect.gen(function*() {
        const { bucket, keys, origin } = yield* start({ bucket: "guarded" })
        const permanent = yield* keys.issue({ buckets: "all" })
        const temporary = yield* keys.issue({ buckets: [bucket], lifetime: "1 hour" })
        const put = (key: Parameters<typeof clientOf>[1], where = bucket) =>
          Effect.promise(() =>
            failure(clientOf({ endpoint: origin, bucket: where }, key, { authorizationV4 }).put("k", Buffer.from("x")))
          )
        assert.deepStrictEqual(yield* put({ ...permanent, accessKeyId: "nobody" }), {
          code: "InvalidAccessKeyId",
          status: 403
        })
        assert.deepStrictEqual(yield* put({ ...permanent, secretAccessKey: "wrong" }), {
          code: "SignatureDoesNotMatch",
          status: 403
        })
        assert.deepStrictEqual(yield* put(temporary, "other-bucket"), { code: "AccessDenied", status: 403 })
        assert.deepStrictEqual(yield* put(permanent, "no-such-bucket"), { code: "NoSuchBucket", status: 404 })
        const { accessKeyId, secretAccessKey } = temporary
        assert.deepStrictEqual(yield* put({ accessKeyId, secretAccessKey }), {
          code: "InvalidAccessKeyId",
          status: 403
        })
        assert.deepStrictEqual(yield* put({ ...temporary, sessionToken: "another" }), {
          code: "InvalidSecurityToken",
          status: 403
        })
        yield* keys.expireAll()
        assert.deepStrictEqual(yield* put(temporary), { code: "SecurityTokenExpired", status: 403 })
        const late = clientOf({ endpoint: origin, bucket }, permanent, {
          authorizationV4,
          amendTimeSkewed: -3_600_000
        })
        assert.deepStrictEqual(yield* Effect.promise(() => failure(late.put("k", Buffer.from("x")))), {
          code: "RequestTimeTooSkewed",
          status: 403
        })
      }).pipe(Effect.provide(layer)))
  }

  const { OSS_BUCKET, OSS_COMPARE, OSS_ENDPOINT, OSS_KEY, OSS_REGION, OSS_SECRET } = process.env
  if (OSS_COMPARE !== undefined && OSS_ENDPOINT !== undefined) {
    const options = {
      endpoint: OSS_ENDPOINT,
      region: OSS_REGION ?? "",
      bucket: OSS_BUCKET ?? "",
      accessKeyId: OSS_KEY ?? "",
      accessKeySecret: OSS_SECRET ?? "",
      authorizationV4: true
    }
    const client = make(options)
    describe(`on ${OSS_ENDPOINT}`, () => {
      for (const { name, run } of scenarios) it(name, () => run({ bucket: options.bucket, client, named: client }))
    })
  }
})
