import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer as migrationLayer } from "../../src/seldom/MigrationLayer.js"
import { Migration } from "../../src/services/Migration.js"
import { Spaces } from "../../src/services/Spaces.js"
import { clientLayer, serve } from "./harness.js"

const noSpace = Layer.mock(Spaces, { current: () => Effect.succeed(undefined) })

describe("golden requests of migrations", () => {
  it.scopedLive("status and start", () =>
    Effect.gen(function*() {
      const golden = yield* serve("migration.json", ["status", "statusNone", "start"])
      yield* Effect.gen(function*() {
        const migration = yield* Migration
        const inSpace = { spaceId: "space 1" }
        assert.deepStrictEqual(yield* migration.status(inSpace), { status: "1", details: { status: 1, left: 3 } })
        assert.deepStrictEqual(yield* migration.status(inSpace), { status: undefined, details: {} })
        yield* migration.start({ business: "photos" }, inSpace)
      }).pipe(
        Effect.provide(migrationLayer.pipe(Layer.provide(noSpace), Layer.provide(clientLayer(golden.origin))))
      )
      yield* golden.verify
    }))

  it.scopedLive("'spaceId required', 'space_id required' and 'business required', before any call", () =>
    Effect.gen(function*() {
      const golden = yield* serve("migration.json", [])
      yield* Effect.gen(function*() {
        const migration = yield* Migration
        const refused = (call: Effect.Effect<unknown, { readonly _tag: string }>) =>
          Effect.map(Effect.flip(call), (error) => "message" in error ? [error._tag, error.message] : [error._tag])
        for (const options of [undefined, { spaceId: "" }]) {
          assert.deepStrictEqual(yield* refused(migration.status(options)), ["InvalidInput", "spaceId required"])
          assert.deepStrictEqual(yield* refused(migration.start({ business: "b" }, options)), [
            "InvalidInput",
            "space_id required"
          ])
        }
        assert.deepStrictEqual(yield* refused(migration.start({ business: "" }, { spaceId: "s" })), [
          "InvalidInput",
          "business required"
        ])
      }).pipe(
        Effect.provide(migrationLayer.pipe(Layer.provide(noSpace), Layer.provide(clientLayer(golden.origin))))
      )
      yield* golden.verify
    }))
})
