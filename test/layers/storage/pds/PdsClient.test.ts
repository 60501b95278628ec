import { assert, describe, it } from "@effect/vitest"
import type { Duration } from "effect"
import { Effect, Fiber, Schema, TestClock } from "effect"
import { inspect } from "node:util"
import type { PdsRequest } from "../../../../src/layers/storage/pds/PdsClient.js"
import { keepingTracer } from "../../../keepingTracer.js"
import { type Answer, refusal, scripted } from "./scriptedPds.js"

const request: PdsRequest<unknown, unknown> = {
  operation: "Test.call",
  path: "/file/get",
  body: (drive_id) => ({ drive_id, file_id: "f" }),
  response: Schema.Unknown
}

const harmless = { ...request, repeat: "harmless" as const }

describe("The pds client", () => {
  it.effect("sends token, drive and JSON, and no header that CORS would refuse", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({ body: { ok: true } }))
      assert.deepStrictEqual(yield* pds.client.call(request), { ok: true })
      const [asked] = pds.asked
      assert.strictEqual(asked?.url, "https://d.api.example.com/v2/file/get")
      assert.deepStrictEqual(asked?.body, { drive_id: "42", file_id: "f" })
      assert.deepStrictEqual(
        Object.keys(asked?.headers ?? {}).filter((name) => name !== "content-length").sort(),
        ["authorization", "content-type"]
      )
      assert.strictEqual(asked?.headers["authorization"], "Bearer token-1")
    }))

  it.effect("tells spans nothing of what was answered", () =>
    Effect.gen(function*() {
      const told: Array<unknown> = []
      const pds = scripted(() => ({ body: { upload_url: "https://d.example.com/k?sign=s3cret" } }))
      const answer = yield* Effect.withTracer(pds.client.call(request), keepingTracer(told))
      assert.deepStrictEqual(answer, { upload_url: "https://d.example.com/k?sign=s3cret" })
      assert.include(inspect(told), "PdsClient.call")
      assert.notInclude(inspect(told, { depth: null, showHidden: true }), "s3cret")
    }))

  for (const code of ["AccessTokenInvalid", "AccessTokenExpired", "TokenExpired", "SomethingNew", ""]) {
    it.effect(`fetches the token anew once after 401 ${code}`, () =>
      Effect.gen(function*() {
        const pds = scripted((_path, { headers }) =>
          headers["authorization"] === "Bearer token-1"
            ? code === "" ? { status: 401 } : refusal(401, code)
            : { body: 1 }
        )
        assert.strictEqual(yield* pds.client.call(request), 1)
        assert.strictEqual(pds.calls.refresh, 1)
      }))
  }

  it.effect("does not go by the status: a 403 whose code says that the token is over is one", () =>
    Effect.gen(function*() {
      const pds = scripted((_path, _asked, count) => count === 0 ? refusal(403, "AccessTokenExpired") : { body: 1 })
      assert.strictEqual(yield* pds.client.call(request), 1)
    }))

  it.effect("ends when the fresh token is refused too, and signs nobody out", () =>
    Effect.gen(function*() {
      const pds = scripted(() => refusal(401, "AccessTokenInvalid"))
      const error = yield* Effect.flip(pds.client.call(harmless))
      assert.deepInclude(error, { _tag: "StorageError", reason: "AccessDenied", code: "AccessTokenInvalid" })
      assert.deepStrictEqual([pds.asked.length, pds.calls.refresh], [2, 1])
    }))

  const until = (answers: ReadonlyArray<Answer>, call: PdsRequest<unknown, unknown>, wait: Duration.DurationInput) =>
    Effect.gen(function*() {
      const pds = scripted((_path, _asked, count) => answers[count] ?? { body: "\"done\"" })
      const answer: { value?: unknown } = {}
      yield* Effect.fork(Effect.map(pds.client.call(call), (value) => Object.assign(answer, { value })))
      yield* TestClock.adjust(wait)
      return answer.value
    })

  it.effect("repeats harmless calls after faults of the gateway, three times", () =>
    Effect.gen(function*() {
      const gateway: Answer = { status: 504, headers: { "x-ca-error-code": "D504TO", "x-ca-error-message": "timeout" } }
      const faults = [gateway, { status: 502, body: "<html>" }, gateway]
      assert.strictEqual(yield* until(faults, harmless, "1 minute"), "done")
      const tired = scripted(() => gateway)
      const fiber = yield* Effect.fork(Effect.flip(tired.client.call(harmless)))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(fiber)
      assert.deepInclude(error, { _tag: "TransportError", status: 504, detail: "D504TO: timeout", retry: "later" })
      assert.strictEqual(tired.asked.length, 4)
    }))

  it.effect("does not repeat a call that may have been done", () =>
    Effect.gen(function*() {
      const pds = scripted(() => refusal(500, "InternalError"))
      assert.deepInclude(yield* Effect.flip(pds.client.call(request)), { _tag: "TransportError", status: 500 })
      assert.strictEqual(pds.asked.length, 1)
    }))

  it.effect("waits as long as Retry-After says, also for a call that 429 says was not done", () =>
    Effect.gen(function*() {
      const slow: Answer = { ...refusal(429, "TooManyRequests"), headers: { "retry-after": "7" } }
      assert.isUndefined(yield* until([slow], request, "6900 millis"))
      assert.strictEqual(yield* until([slow], request, "7 seconds"), "done")
    }))

  it.effect("breaks off a call that is not answered within 60 s", () =>
    Effect.gen(function*() {
      const pds = scripted(() => "cut")
      const fiber = yield* Effect.fork(Effect.flip(pds.client.call(request)))
      yield* TestClock.adjust("60 seconds")
      assert.deepInclude(yield* Fiber.join(fiber), {
        _tag: "TransportError",
        reason: "Timeout",
        path: "https://d.api.example.com/v2/file/get"
      })
    }))

  it.effect("names the field that it cannot read, and never its value", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({ body: { file_id: 17, secret: "s3cret" } }))
      const response = Schema.Struct({ file_id: Schema.String })
      const error = yield* Effect.flip(pds.client.call({ ...request, response }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "file_id" })
      assert.notInclude(JSON.stringify(error), "17")
    }))
})
