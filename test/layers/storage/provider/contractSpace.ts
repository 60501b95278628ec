/** What a provider says of its space. */
import { assert } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { Transport } from "../../../../src/services/Transport.js"
import type { AddCase } from "./cases.js"
import { upload } from "./storing.js"
import { platform, provider } from "./underTest.js"

export const cases = (add: AddCase) => {
  add(["space", "platform"], "knows its space and platform", () =>
    Effect.gen(function*() {
      const open = yield* provider
      assert.strictEqual(open.platform, open.space.platform)
      assert.deepInclude(yield* upload(randomBytes(10)), { platform: open.platform, spaceId: open.space.spaceId })
    }))

  add(["objects"], "gives access to the bucket behind the space, where there is one", () =>
    Effect.gen(function*() {
      const { files, objects, platform: name } = yield* provider
      assert.strictEqual(objects !== undefined, (yield* platform).bucket)
      if (objects === undefined) return
      assert.strictEqual(objects.platform, name)
      const bytes = randomBytes(1234)
      const { fileId } = yield* upload(bytes)
      const key = (yield* files.info(fileId)).objectKey ?? ""
      assert.strictEqual(Option.getOrUndefined(yield* objects.head(key))?.size, 1234)
      const transport = yield* Transport
      const stored = Effect.gen(function*() {
        const reply = yield* transport.get(yield* objects.presign({ method: "GET", key }))
        return Buffer.concat([...yield* Stream.runCollect(reply.bytes)])
      })
      assert.deepStrictEqual(yield* Effect.scoped(stored), bytes)
      assert.isTrue(Option.isNone(yield* objects.head("no/such/object")))
    }))

  add(["usage"], "says how much the drive holds, where the storage itself knows", () =>
    Effect.gen(function*() {
      const { usage } = yield* provider
      assert.strictEqual(usage !== undefined, (yield* platform).usage)
      if (usage === undefined) return
      const before = (yield* usage).usedSize ?? 0
      yield* upload(randomBytes(4321))
      assert.strictEqual((yield* usage).usedSize, before + 4321)
    }))
}
