import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  announcing,
  call,
  inProcess,
  overSockets,
  productHeaders,
  signedIn,
  store,
  textBytes
} from "./api/ProductCalls.js"

const path = "/api/v2/emulator/faults"

const allOff = { offline: false, slow: false, reset: false, lost: false, expired: false, full: false }

const switchable = overSockets({ faultSwitches: true })

const spaces = "/api/v2/drive/space/s3-files/benefit"

describe("the switches of faults", () => {
  it.live("are not there unless the emulator was started with them", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      assert.strictEqual((yield* api("GET", path)).status, 404)
      assert.strictEqual((yield* api("PUT", path, { offline: true })).status, 404)
      assert.strictEqual((yield* api("GET", spaces)).status, 200)
    }).pipe(Effect.provide(overSockets({}))))

  it.live("are not there for a program that has the emulator in it: that has scripts", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      assert.strictEqual((yield* api("GET", path)).status, 404)
    }).pipe(Effect.provide(inProcess({ faultSwitches: true }))))

  it.live("are read and set by who is signed in, and work while all else is offline", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      assert.deepStrictEqual((yield* api("GET", path)).body.data, allOff)
      const { body } = yield* api("PUT", path, { offline: true, slow: true })
      assert.deepStrictEqual(body.data, { ...allOff, offline: true, slow: true })
      assert.strictEqual((yield* Effect.either(api("GET", spaces)))._tag, "Left")
      assert.deepStrictEqual((yield* api("PUT", path, { offline: false })).body.data, { ...allOff, slow: true })
      assert.strictEqual((yield* api("GET", spaces)).status, 200)
    }).pipe(Effect.provide(switchable)))

  it.live("are refused to who is not signed in, to other methods, and to what is no switch", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      assert.strictEqual((yield* call("GET", path)).status, 401)
      assert.strictEqual((yield* call("PUT", path, { body: { offline: true } })).status, 401)
      assert.strictEqual((yield* call("PUT", path, { body: { offline: true }, headers: {} })).status, 400)
      assert.strictEqual((yield* api("DELETE", path)).status, 405)
      assert.strictEqual((yield* api("PUT", path, { offline: "yes" })).status, 400)
      assert.deepStrictEqual((yield* api("GET", path)).body.data, allOff)
    }).pipe(Effect.provide(switchable)))

  it.live("are not there for who comes through a proxy", () =>
    Effect.gen(function*() {
      yield* signedIn
      const asked = (headers: Readonly<Record<string, string>>) =>
        Effect.map(call("PUT", path, { headers: { ...productHeaders, ...headers } }), ({ status }) => status)
      assert.strictEqual(yield* asked({ "x-forwarded-for": "203.0.113.7" }), 404)
      assert.strictEqual(yield* asked({ forwarded: "for=203.0.113.7" }), 404)
    }).pipe(Effect.provide(switchable)))

  it.live("a full disk takes no bytes, and takes them again when it is not full any more", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const bytes = textBytes("some bytes")
      const { data } = (yield* api("POST", "/api/v2/file/s3-files", announcing("a", bytes))).body
      yield* api("PUT", path, { full: true })
      assert.strictEqual(yield* store("s3-files", data.object_key, bytes), 507)
      yield* api("PUT", path, { full: false })
      assert.strictEqual(yield* store("s3-files", data.object_key, bytes), 200)
    }).pipe(Effect.provide(switchable)))

  it.live("storages reset one request in ten and lose one answer in five", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const bytes = textBytes("x".repeat(100_000))
      const { data } = (yield* api("POST", "/api/v2/file/s3-files", announcing("a", bytes))).body
      const failures = (count: number) =>
        Effect.map(
          Effect.forEach(Array.from({ length: count }), () => Effect.either(store("s3-files", data.object_key, bytes))),
          (all) => all.filter(({ _tag }) => _tag === "Left").length
        )
      assert.strictEqual(yield* failures(10), 0)
      yield* api("PUT", path, { reset: true })
      assert.strictEqual(yield* failures(20), 2)
      yield* api("PUT", path, { reset: false, lost: true })
      assert.strictEqual(yield* failures(20), 4)
    }).pipe(Effect.provide(switchable)))
})
