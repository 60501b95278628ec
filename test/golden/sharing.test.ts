import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { layer as sharingLayer } from "../../src/seldom/assets/SharingLayer.js"
import { Sharing } from "../../src/services/Sharing.js"
import { Spaces } from "../../src/services/Spaces.js"
import { clientLayer, serve } from "./harness.js"

const noSpace = Layer.mock(Spaces, { current: () => Effect.succeed(undefined) })

const options = { spaceId: "space 1" }

const sharingAt = (origin: string) => sharingLayer.pipe(Layer.provide(noSpace), Layer.provide(clientLayer(origin)))

describe("golden requests of sharing", () => {
  it.scopedLive("open, set, update and cancel", () =>
    Effect.gen(function*() {
      const golden = yield* serve("sharing.json", [
        "open",
        "openPlain",
        "set",
        "setNothing",
        "update",
        "cancel",
        "openWithoutUrl"
      ])
      yield* Effect.gen(function*() {
        const sharing = yield* Sharing
        const settings = { expiresIn: "7 days", code: Redacted.make("s3cr3t!"), permission: "view" } as const
        const share = yield* sharing.open("a/1", settings, options)
        assert.strictEqual(Redacted.value(share.url), "https://drive.example/s/abc")
        assert.deepInclude<object>(share, {
          shareId: "s-1",
          expiresAt: Date.parse("2026-11-28T00:00:00Z"),
          hasCode: true,
          permission: "view"
        })
        assert.isUndefined((yield* sharing.open("a-1", {}, options)).hasCode)
        yield* sharing.set("a-1", { expiresIn: "1001 millis" }, options)
        yield* sharing.set("a-1", {}, options)
        yield* sharing.update("a-1", { code: null, permission: 1 }, options)
        yield* sharing.cancel("a-1", options)
        const error = yield* Effect.flip(sharing.open("a-2", {}, options))
        assert.deepInclude<object>(error, { _tag: "TransportError", reason: "Decode", field: "data.share_url" })
      }).pipe(Effect.provide(sharingAt(golden.origin)))
      yield* golden.verify
    }))

  it.scopedLive("bad input is refused before any call, and a code stays out of its error", () =>
    Effect.gen(function*() {
      const golden = yield* serve("sharing.json", [])
      yield* Effect.gen(function*() {
        const sharing = yield* Sharing
        const refusals: ReadonlyArray<readonly [string, Effect.Effect<unknown, { readonly _tag: string }>]> = [
          ["spaceId", sharing.open("a-1")],
          ["assetId", sharing.open("", {}, options)],
          ["assetId", sharing.set("..", {}, options)],
          ["assetId", sharing.cancel("", options)],
          ["expiresIn", sharing.open("a-1", { expiresIn: 0 }, options)],
          ["expiresIn", sharing.open("a-1", { expiresIn: "-1 seconds" as "1 seconds" }, options)],
          ["expiresIn", sharing.set("a-1", { expiresIn: Infinity }, options)],
          ["code", sharing.open("a-1", { code: "abc" }, options)],
          ["code", sharing.update("a-1", { code: "with space" }, options)],
          ["code", sharing.set("a-1", { code: Redacted.make("ü".repeat(8)) }, options)],
          ["code", sharing.open("a-1", { code: "x".repeat(65) }, options)],
          ["permission", sharing.open("a-1", { permission: "" }, options)],
          ["permission", sharing.update("a-1", { permission: 0.5 }, options)],
          ["changes", sharing.update("a-1", {}, options)]
        ]
        for (const [field, call] of refusals) {
          const error = yield* Effect.flip(call)
          assert.deepInclude<object>(error, { _tag: "InvalidInput", field })
          assert.notMatch(JSON.stringify(error), /abc|with space/)
        }
      }).pipe(Effect.provide(sharingAt(golden.origin)))
      yield* golden.verify
    }))
})
