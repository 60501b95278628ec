/** The GET of pages, on the `fetch` of Node, which is the same one. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, FiberId } from "effect"
import { fetchGet } from "../../../src/layers/browser/transport/fetchGet.js"
import { testServer } from "./TestServer.js"

describe("a refusal to a GET of a page", () => {
  it.scopedLive("is reported with its text", () =>
    Effect.gen(function*() {
      const server = yield* testServer((_, response) => response.writeHead(403).end("<Error>é</Error>"))
      const reply = yield* fetchGet(server.address("/k"), {})
      assert.deepInclude(reply, { status: 403, problem: "<Error>é</Error>" })
    }))

  it.scopedLive("that has no end is cut, and its connection closed", () =>
    Effect.gen(function*() {
      const closed = Deferred.unsafeMake<void>(FiberId.none)
      const server = yield* testServer((_, response) => {
        const go = () => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        }
        response.on("close", () => Deferred.unsafeDone(closed, Effect.void)).on("drain", go)
        response.writeHead(500)
        go()
      })
      const reply = yield* fetchGet(server.address("/k"), {})
      assert.strictEqual(reply.status, 500)
      assert.lengthOf(reply.problem, 65_536)
      yield* Deferred.await(closed)
    }))

  it.scopedLive("that breaks off is reported as far as it came", () =>
    Effect.gen(function*() {
      const server = yield* testServer((_, response) => {
        response.writeHead(503, { "content-length": 100 })
        response.write("busy", () => response.destroy())
      })
      const reply = yield* fetchGet(server.address("/k"), {})
      assert.strictEqual(reply.status, 503)
      assert.include(["busy", ""], reply.problem)
    }))
})
