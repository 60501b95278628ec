import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, TestClock } from "effect"
import * as FaultScript from "../../src/testing/FaultScript.js"
import * as BlobStoreMemory from "../src/blobs/BlobStoreMemory.js"
import { Emulator } from "../src/Emulator.js"
import * as FaultyApp from "../src/faults/FaultyApp.js"
import { presign } from "../src/s3/presign.js"
import { call, inProcess, overSockets, signedIn, store, textBytes } from "./api/ProductCalls.js"

const script = (...faults: ReadonlyArray<FaultScript.Fault>) =>
  Effect.map(Emulator, (emulator) => emulator.faults.add(faults))

const consumed = Effect.map(Emulator, (emulator) => assert.deepStrictEqual(emulator.faults.remaining(), []))

const urlOf = (method: "GET" | "PUT", key: string) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    return presign({
      method,
      endpoint: emulator.origins.s3,
      region: "us-east-1",
      bucket: "drive-s3-files",
      key,
      credential: emulator.directKey,
      now: yield* Clock.currentTimeMillis
    })
  })

const client = Effect.map(HttpClient.HttpClient, HttpClient.withTracerPropagation(false))

const failed = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

const list = "/api/v2/drive/space/list"

for (const [where, make] of [["in-process", inProcess], ["over sockets", overSockets]] as const) {
  describe(`faults ${where}`, () => {
    it.live("status answers in place of the work, so many times, and leaves preflights alone", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        yield* script({
          match: { target: "api", path: "/create", method: "POST" },
          action: { _tag: "status", status: 503, body: "busy" }
        }, {
          match: { target: "api", path: list },
          times: 2,
          skip: 1,
          action: { _tag: "status", status: 503, body: "{\"code\":\"Busy\"}", headers: { "retry-after": "2" } }
        })
        assert.strictEqual((yield* call("OPTIONS", list)).status, 204)
        assert.strictEqual((yield* api("POST", list, {})).status, 200)
        const busy = yield* api("POST", list, {})
        assert.deepStrictEqual([busy.status, busy.headers["retry-after"], busy.body.code], [503, "2", "Busy"])
        assert.strictEqual((yield* api("POST", list, {})).status, 503)
        assert.strictEqual((yield* api("POST", list, {})).status, 200)
        assert.strictEqual((yield* Emulator).faults.remaining().length, 1)
      }).pipe(Effect.provide(make())))

    it.live("expire: 401 of the product API, ExpiredToken of S3", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        yield* script({ match: { target: "api" }, action: { _tag: "expire" } }, {
          match: { target: "s3" },
          action: { _tag: "expire" }
        })
        const expired = yield* api("POST", list, {})
        assert.deepStrictEqual([expired.status, expired.body.code], [401, "TokenExpired"])
        assert.strictEqual((yield* api("POST", list, {})).status, 200)
        const response = yield* (yield* client).get(yield* urlOf("GET", "x"))
        assert.strictEqual(response.status, 400)
        assert.include(yield* response.text, "<Code>ExpiredToken</Code>")
        yield* consumed
      }).pipe(Effect.provide(make())))

    it.live("reset before any byte: nothing is done", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        yield* script({ match: { method: "POST", path: "/file/" }, action: { _tag: "reset" } })
        const folder = { file_name: "a", file_type: 2 }
        assert.strictEqual(yield* failed(api("POST", "/api/v2/file/s3-files", folder)), "RequestError")
        assert.strictEqual((yield* api("GET", "/api/v2/file/s3-files/list")).body.data.total, 0)
        yield* consumed
      }).pipe(Effect.provide(make())))

    it.live("reset in mid-body: the object is not there", () => {
      const blobs = BlobStoreMemory.make()
      return Effect.gen(function*() {
        const bucket = yield* blobs.bucket("drive-s3-files")
        for (const afterBytes of [1, 400_000, 1_000_000, 9_000_000]) {
          yield* script({ match: { target: "s3", method: "PUT" }, action: { _tag: "reset", afterBytes } })
          const put = HttpClientRequest.put(yield* urlOf("PUT", "cut")).pipe(
            HttpClientRequest.bodyUint8Array(new Uint8Array(1_000_000), "")
          )
          assert.strictEqual(yield* failed((yield* client).execute(put)), "RequestError")
          assert.strictEqual((yield* Effect.flip(bucket.head("cut")))._tag, "BlobNotFound")
        }
        assert.strictEqual(yield* blobs.usage, 0)
        yield* consumed
      }).pipe(Effect.provide(make({ blobs })))
    })

    it.live("dropReply: the work is done, the answer never comes", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        yield* script({ match: { method: "POST", path: "/file/" }, action: { _tag: "dropReply" } })
        const folder = { file_name: "a", file_type: 2 }
        assert.strictEqual(yield* failed(api("POST", "/api/v2/file/s3-files", folder)), "RequestError")
        assert.strictEqual((yield* api("POST", "/api/v2/file/s3-files", folder)).body.code, 380505)
        yield* consumed
      }).pipe(Effect.provide(make())))

    it.live("truncate: the answer breaks off after so many bytes", () =>
      Effect.gen(function*() {
        const size = 700_000
        yield* store("s3-files", "big", new Uint8Array(size).fill(7))
        for (const afterBytes of [0, 1, 300_000]) {
          yield* script({ match: { target: "s3", method: "GET" }, action: { _tag: "truncate", afterBytes } })
          const read = Effect.gen(function*() {
            const response = yield* (yield* client).get(yield* urlOf("GET", "big"))
            assert.strictEqual(response.headers["content-length"], String(size))
            return yield* response.arrayBuffer
          })
          assert.match(yield* failed(read), /^Re(sponse|quest)Error$/)
        }
        const whole = yield* (yield* client).get(yield* urlOf("GET", "big"))
        assert.strictEqual((yield* whole.arrayBuffer).byteLength, size)
        yield* consumed
      }).pipe(Effect.provide(make())))

    it.live("skew: the server's clock is off, in what it accepts and in its Date", () =>
      Effect.gen(function*() {
        const hour = 3_600_000
        yield* script(
          { match: { target: "s3" }, action: { _tag: "skew", millis: hour } },
          { match: { target: "api" }, action: { _tag: "skew", millis: -hour } }
        )
        const before = yield* (yield* client).get(yield* urlOf("GET", "x"))
        assert.strictEqual(before.status, 403)
        assert.isAbove(Date.parse(before.headers.date ?? ""), Date.now() + hour / 2)
        const after = yield* (yield* client).get(yield* urlOf("GET", "x"))
        assert.strictEqual(after.status, 404)
        const api = yield* call("POST", list, { body: {} })
        assert.isBelow(Date.parse(api.headers.date ?? ""), Date.now() - hour / 2)
        yield* consumed
      }).pipe(Effect.provide(make())))
  })
}

describe("faults of answers that can have no body", () => {
  it.effect("truncate: the connection is cut, since nothing else can break off", () =>
    Effect.gen(function*() {
      const faults = FaultScript.make([{ match: {}, action: { _tag: "truncate", afterBytes: 10 } }])
      const app = FaultyApp.make(Effect.succeed(HttpServerResponse.empty({ status: 204 })), faults, {
        target: "s3",
        expired: () => HttpServerResponse.empty(),
        headers: () => ({})
      })
      const request = HttpServerRequest.fromWeb(new Request("http://localhost/k", { method: "DELETE" }))
      const ask = Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
      assert.strictEqual((yield* Effect.flip(Effect.scoped(ask)))._tag, "ConnectionCut")
      assert.strictEqual((yield* Effect.scoped(ask)).status, 204)
    }))
})

describe("faults and the clock", () => {
  it.effect("delay waits on the caller's clock", () =>
    Effect.gen(function*() {
      yield* script({ match: { target: "api" }, action: { _tag: "delay", millis: 60_000 } })
      const calling = yield* Effect.fork(call("POST", list, { body: {} }))
      yield* TestClock.adjust("59 seconds")
      assert.isNull(yield* Effect.map(Fiber.poll(calling), (exit) => exit._tag === "None" ? null : exit))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(calling)).status, 401)
      yield* consumed
    }).pipe(Effect.provide(inProcess())))

  it.effect("interrupting the caller reaches the handler", () =>
    Effect.gen(function*() {
      yield* script({ match: { target: "s3", method: "PUT" }, action: { _tag: "delay", millis: 60_000 } })
      const putting = yield* Effect.fork(store("s3-files", "late", textBytes("late")))
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.interrupt(putting)
      yield* TestClock.adjust("60 seconds")
      const response = yield* (yield* client).get(yield* urlOf("GET", "late"))
      assert.strictEqual(response.status, 404)
    }).pipe(Effect.provide(inProcess())))
})
