import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { smallRules } from "../../../src/testing/MemoryBucket.js"
import { MemoryNetwork } from "../../../src/testing/MemoryNetwork.js"
import { MemoryStorage } from "../../../src/testing/MemoryStorage.js"
import * as ObjectStoreMemory from "../../../src/testing/ObjectStoreMemory.js"
import { rules } from "./rulesContract.js"

const opened = Effect.gen(function*() {
  const storage = new MemoryStorage("oss", smallRules, new MemoryNetwork({ latency: 0 }))
  const { bucketRules } = ObjectStoreMemory.make(storage, Effect.succeed(1))
  return { storage, bucketRules: bucketRules ?? (yield* Effect.dieMessage("no rules")) }
})

describe("the rules of an in-memory bucket", () => {
  it.effect("come back as they were put, and go", () =>
    Effect.gen(function*() {
      const { bucketRules } = yield* opened
      assert.deepStrictEqual(yield* bucketRules.getLifecycle, [])
      yield* bucketRules.putLifecycle(rules)
      assert.deepStrictEqual(yield* bucketRules.getLifecycle, rules)
      yield* bucketRules.putLifecycle([{ status: "Enabled", expiration: { days: 1 } }])
      assert.isNotEmpty((yield* bucketRules.getLifecycle)[0]?.id)
      yield* bucketRules.removeLifecycle
      assert.deepStrictEqual(yield* bucketRules.getLifecycle, [])
      assert.isUndefined(yield* bucketRules.getVersioning)
      yield* bucketRules.putVersioning("Suspended")
      assert.strictEqual(yield* bucketRules.getVersioning, "Suspended")
    }))

  it.effect("restore what is archived, for as many days as were asked for", () =>
    Effect.gen(function*() {
      const { bucketRules, storage } = yield* opened
      const restore = (key: string) => bucketRules.restore({ key, days: 2, tier: undefined })
      storage.bucket.put("cold", new Uint8Array(1), undefined)
      storage.bucket.put("warm", new Uint8Array(1), undefined)
      storage.bucketRules.archived.add("cold")
      assert.deepStrictEqual(yield* bucketRules.restoreState("cold"), { status: "none", storageClass: "Archive" })
      assert.deepStrictEqual(yield* restore("cold"), { status: "started" })
      assert.deepStrictEqual(yield* restore("cold"), { status: "restored" })
      assert.strictEqual((yield* bucketRules.restoreState("cold")).status, "restored")
      yield* TestClock.adjust("2 days")
      assert.strictEqual((yield* bucketRules.restoreState("cold")).status, "none")
      assert.deepInclude(yield* Effect.flip(restore("warm")), { _tag: "StorageError", reason: "InvalidObjectState" })
      assert.deepInclude(yield* Effect.flip(restore("none")), { _tag: "StorageError", reason: "ObjectNotFound" })
    }))
})
