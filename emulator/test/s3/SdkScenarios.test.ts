/**
 * The SDK scenarios on our endpoint, over each backing; and on another server too when its address is given
 * (`S3_ENDPOINT`, `S3_REGION`, `S3_KEY`, `S3_SECRET`, and `S3_COMPARE=1`), to see how the two differ.
 */
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { AccessKeys } from "../../src/AccessKeys.js"
import type { BlobStore } from "../../src/blobs/BlobStore.js"
import * as BlobStoreDirectory from "../../src/blobs/BlobStoreDirectory.js"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import { region, start } from "./endpoint.js"
import { scenarios } from "./sdkScenarios.js"
import type { Target } from "./sdkTarget.js"

const compare = (name: string, target: () => Target) =>
  describe(name, () => {
    for (const { name, run } of scenarios) it(name, () => run(target()))
  })

const ours = (name: string, store: () => Promise<Layer.Layer<BlobStore, { readonly _tag: string }>>) => {
  let target: Target | undefined
  const scope = Effect.runSync(Scope.make())

  beforeAll(async () => {
    const layer = Layer.merge(await store(), AccessKeys.layer)
    target = await Effect.gen(function*() {
      const context = yield* Layer.build(layer)
      const server = yield* Effect.provide(start({ bucket: "unused" }), context)
      const key = yield* server.keys.issue({ buckets: "all" })
      return { ...key, endpoint: server.origin, region, bucket: `scenarios-${randomUUID().slice(0, 8)}` }
    }).pipe(Scope.extend(scope), Effect.runPromise)
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  compare(name, () => {
    if (target === undefined) throw new Error("the server is not up")
    return target
  })
}

describe("the AWS SDK", () => {
  describe("memory", () => ours("on our endpoint over memory", () => Promise.resolve(BlobStoreMemory.layer())))

  describe("directory", () => {
    const directories: Array<string> = []
    afterAll(() => Promise.all(directories.map((one) => fs.rm(one, { recursive: true, force: true }))))
    ours("on our endpoint over a directory", async () => {
      const directory = await fs.mkdtemp(path.join(os.tmpdir(), "s3-"))
      directories.push(directory)
      return BlobStoreDirectory.layer({ directory })
    })
  })

  const { S3_COMPARE, S3_ENDPOINT, S3_KEY, S3_REGION, S3_SECRET } = process.env
  if (S3_COMPARE !== undefined && S3_ENDPOINT !== undefined) {
    const target: Target = {
      endpoint: S3_ENDPOINT,
      region: S3_REGION ?? "us-east-1",
      bucket: `scenarios-${randomUUID().slice(0, 8)}`,
      accessKeyId: S3_KEY ?? "",
      secretAccessKey: S3_SECRET ?? ""
    }
    compare(`on ${S3_ENDPOINT}`, () => target)
  }
})
