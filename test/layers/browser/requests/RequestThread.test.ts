/** The page's side of the worker that makes requests, with a worker that does what the test says. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import type { HashAnswer } from "../../../../src/layers/browser/hash/HashProtocol.js"
import type { HashWorker } from "../../../../src/layers/browser/hash/HashWorkers.js"
import type { PagePuts } from "../../../../src/layers/browser/requests/pageRequests.js"
import type { ThreadAnswer, ThreadRequest } from "../../../../src/layers/browser/requests/RequestProtocol.js"
import type { Tenure, WhyEnded } from "../../../../src/layers/browser/requests/RequestQueue.js"
import { makeThread } from "../../../../src/layers/browser/requests/RequestThread.js"
import { pagePuts } from "../../../../src/layers/browser/transport/xhrPut.js"
import type { SignedAddress } from "../../../../src/services/Transport.js"

const address: SignedAddress = {
  url: Redacted.make("https://storage.test/a.txt?signature=secret"),
  headers: { "content-length": "5", "x-mark": "ours" },
  credentialVersion: 1,
  expiresAt: 0
}

const body = new TextEncoder().encode("bytes")

/** What a page would do itself answers with `status`. */
const setUp = (rung: HashWorker["rung"] = "url", status = 200, afterwards?: Tenure) => {
  let listener: (answer: HashAnswer | "lost") => void = () => {}
  const asked: Array<ThreadRequest> = []
  const ends: Array<WhyEnded> = []
  let isEnded = false
  const worker: HashWorker = {
    rung,
    makesRequests: true,
    sendsParts: true,
    post: (message) => {
      if (message.type === "requests") asked.push(...message.requests)
    },
    listen: (_, told) => {
      listener = told
      return () => {}
    },
    terminate: () => {
      if (isEnded) return
      isEnded = true
      listener("lost")
    }
  }
  let byPage = 0
  const put: PagePuts["put"] = () =>
    Effect.sync(() => {
      byPage++
      return { status, headers: {}, body: "by the page" }
    })
  const thread = makeThread(worker, { ...pagePuts, put }, (why) => ends.push(why), afterwards)
  return {
    thread,
    asked,
    ends,
    answer: (...answers: ReadonlyArray<ThreadAnswer>) => listener({ type: "answers", id: 0, answers }),
    lose: () => listener("lost"),
    isEnded: () => isEnded,
    byPage: () => byPage
  }
}

const answerOf = (id: number, status = 200): ThreadAnswer => ({
  type: "put",
  id,
  status,
  headers: "ETag: one\r\n",
  body: ""
})

/** What was asked goes a few microtasks later. */
const asking = Effect.promise(() => Promise.resolve().then(() => {}).then(() => {}))

describe("a worker that makes requests", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    vi.stubGlobal("location", { origin: "https://app.test" })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const begin = (set: ReturnType<typeof setUp>, bytes: Uint8Array | Blob = body) => {
    const sent: Array<number> = []
    const running = Effect.fork(set.thread.put(address, bytes, (count) => sent.push(count)))
    return Effect.map(Effect.zipLeft(running, Effect.zipRight(Effect.yieldNow(), asking)), (fiber) => ({ fiber, sent }))
  }

  it.effect("is asked for many things in one message, and its answers are those of the page", () =>
    Effect.gen(function*() {
      const set = setUp()
      const one = yield* begin(set)
      const [asked] = set.asked
      assert.deepInclude(asked, {
        type: "put",
        url: "https://storage.test/a.txt?signature=secret",
        headers: { "x-mark": "ours" }
      })
      set.answer({ type: "sent", id: 1, loaded: 2 }, answerOf(1))
      assert.deepStrictEqual(yield* Fiber.join(one.fiber), { status: 200, headers: { etag: "one" }, body: "" })
      assert.deepStrictEqual(one.sent, [2, 3])
    }))

  it.effect("copies no more of a buffer than is sent", () =>
    Effect.gen(function*() {
      const set = setUp()
      yield* begin(set, new Uint8Array(1000).subarray(10, 20))
      const [asked] = set.asked
      assert.strictEqual(asked?.type === "put" && !(asked.body instanceof Blob) && asked.body.buffer.byteLength, 10)
    }))

  it.effect("when it is lost: all may have been sent, and nothing more is asked of it", () =>
    Effect.gen(function*() {
      const set = setUp()
      const { fiber, sent } = yield* begin(set)
      const call = set.thread.fetch(new URL("https://api.test/file"), { method: "POST" }).then(() => "", String)
      const digest = yield* Effect.fork(set.thread.digest(new Blob(["a"]), ["sha1"]))
      yield* Effect.yieldNow()
      set.lose()
      const error = yield* Effect.flip(Fiber.join(fiber))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Network", path: "https://storage.test/a.txt" })
      assert.deepStrictEqual(sent, [5])
      assert.match(yield* Effect.promise(() => call), /has ended/)
      assert.isUndefined(yield* Fiber.join(digest))
      assert.deepStrictEqual(set.ends, ["lost"])
      assert.isTrue(set.isEnded())
    }))

  it.effect("that says nothing any more counts as lost, one that answers does not", () =>
    Effect.gen(function*() {
      const set = setUp()
      const { fiber } = yield* begin(set)
      for (let look = 0; look < 5; look++) {
        vi.advanceTimersByTime(10_000)
        yield* asking
        set.answer({ type: "pong", id: 0 })
      }
      assert.deepStrictEqual(set.asked.map(({ type }) => type), ["put", "ping", "ping", "ping", "ping", "ping"])
      assert.deepStrictEqual(set.ends, [])
      vi.advanceTimersByTime(30_000)
      assert.deepStrictEqual(set.ends, ["lost"])
      assert.deepInclude(yield* Effect.flip(Fiber.join(fiber)), { _tag: "TransportError", reason: "Network" })
    }))

  it.effect("with nothing to do ends", () =>
    Effect.gen(function*() {
      const set = setUp()
      const { fiber } = yield* begin(set)
      set.answer(answerOf(1))
      yield* Fiber.join(fiber)
      vi.advanceTimersByTime(10_000)
      assert.deepStrictEqual(set.ends, [])
      vi.advanceTimersByTime(10_000)
      assert.deepStrictEqual(set.ends, ["idle"])
      assert.isTrue(set.isEnded())
    }))

  it.effect("is asked no more after a request that failed; what is under way continues", () =>
    Effect.gen(function*() {
      const set = setUp()
      const one = yield* begin(set)
      const other = yield* begin(set)
      set.answer({ type: "failed", id: 1, loaded: 3 })
      assert.deepInclude(yield* Effect.flip(Fiber.join(one.fiber)), { _tag: "TransportError", reason: "Network" })
      assert.deepStrictEqual(one.sent, [3])
      assert.deepStrictEqual(set.ends, ["failed"])
      set.answer(answerOf(2))
      assert.strictEqual((yield* Fiber.join(other.fiber)).status, 200)
      assert.isFalse(set.isEnded())
      vi.advanceTimersByTime(10_000)
      assert.isTrue(set.isEnded())
    }))

  it.effect("that may not make a request leaves it to the page", () =>
    Effect.gen(function*() {
      const set = setUp()
      const { fiber } = yield* begin(set)
      set.answer({ type: "blocked", id: 1 })
      assert.strictEqual((yield* Fiber.join(fiber)).body, "by the page")
      assert.deepStrictEqual(set.ends, ["blocked"])
    }))

  it.effect("made of text: what is refused to it is sent by the page, for it has no address to come from", () =>
    Effect.gen(function*() {
      const refused = setUp("blob")
      const one = yield* begin(refused)
      refused.answer(answerOf(1, 403))
      assert.strictEqual((yield* Fiber.join(one.fiber)).status, 200)
      assert.deepStrictEqual(refused.ends, ["blocked"])

      const refusedToAll = setUp("blob", 403)
      const other = yield* begin(refusedToAll)
      refusedToAll.answer(answerOf(1, 403))
      assert.strictEqual((yield* Fiber.join(other.fiber)).status, 403)
      assert.deepStrictEqual(refusedToAll.ends, [])

      const ofFile = setUp("url")
      const third = yield* begin(ofFile)
      ofFile.answer(answerOf(1, 403))
      assert.strictEqual((yield* Fiber.join(third.fiber)).status, 403)
      assert.strictEqual(ofFile.byPage(), 0)
    }))

  it.effect("hears when nobody waits any more", () =>
    Effect.gen(function*() {
      const set = setUp()
      const { fiber } = yield* begin(set)
      yield* Fiber.interrupt(fiber)
      const controller = new AbortController()
      const { signal } = controller
      void set.thread.fetch(new URL("https://api.test/file"), { method: "POST", signal })
      controller.abort()
      yield* asking
      assert.deepStrictEqual(set.asked.map(({ id, type }) => [type, id]), [
        ["put", 1],
        ["cancel", 1],
        ["call", 2],
        ["cancel", 2]
      ])
    }))

  it.effect("reads a file once for its digest and its sending; one that cannot be read has not been sent", () =>
    Effect.gen(function*() {
      const set = setUp()
      const file = new Blob(["bytes"])
      assert.isFalse(set.thread.hasRead(file))
      // As it was when it was opened.
      const digest = yield* Effect.fork(set.thread.digest(file, ["sha1", "crc32"], 4))
      yield* Effect.yieldNow()
      set.answer({ type: "digested", id: 1, digest: { sha1: "abc", crc32: "def" } })
      assert.deepStrictEqual(yield* Fiber.join(digest), { sha1: "abc", crc32: "def" })
      assert.isTrue(set.thread.hasRead(file))
      const { fiber, sent } = yield* begin(set, file)
      assert.deepStrictEqual(set.asked.map((request) => "file" in request ? request.file : undefined), [
        { number: 1, size: 4 },
        { number: 1, size: 4, sha1: "abc" }
      ])
      set.answer({ type: "unreadable", id: 2 })
      assert.match((yield* Effect.flip(Fiber.join(fiber))).message, /could not be read/)
      assert.deepStrictEqual(sent, [])

      // The next run opens it again.
      yield* Effect.fork(set.thread.digest(file, ["sha1"], 4))
      yield* Effect.yieldNow()
      yield* Effect.fork(set.thread.digest(file, ["md5"]))
      yield* Effect.yieldNow()
      yield* asking
      assert.deepStrictEqual(set.asked.slice(2).map((request) => "file" in request && request.file), [
        { number: 2, size: 4 },
        { number: 2, size: 4 }
      ])
    }))

  const part = new Blob([new Uint8Array(100_000)])

  it.effect("leaves a part to the browser to read, and asks for its digest in the message of its sending", () =>
    Effect.gen(function*() {
      const set = setUp("url", 200, "kept")
      const { fiber } = yield* begin(set, part)
      const digest = yield* Effect.fork(set.thread.digestPart(part, ["md5"]))
      yield* Effect.yieldNow()
      yield* asking
      assert.deepStrictEqual(set.asked.map((request) => [request.type, "file" in request && request.file]), [
        ["put", undefined],
        ["digest", undefined]
      ])
      set.answer(answerOf(1), { type: "digested", id: 2, digest: { md5: "abc" } })
      assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
      assert.deepStrictEqual(yield* Fiber.join(digest), { md5: "abc" })
    }))

  it.effect("that has other work too is kept: it does not end with nothing to do, and is asked again after a failure", () =>
    Effect.gen(function*() {
      const set = setUp("url", 200, "kept")
      const one = yield* begin(set, part)
      set.answer({ type: "failed", id: 1, loaded: 0 })
      yield* Effect.flip(Fiber.join(one.fiber))
      assert.deepStrictEqual(set.ends, ["failed"])
      vi.advanceTimersByTime(100_000)
      yield* asking
      assert.isFalse(set.isEnded())
      assert.deepStrictEqual(set.asked.map(({ type }) => type), ["put"])
      const other = yield* begin(set, part)
      set.answer(answerOf(2))
      assert.strictEqual((yield* Fiber.join(other.fiber)).status, 200)
    }))

  it.effect("that is kept and says nothing while something is under way counts as lost, and so does what is asked of it later", () =>
    Effect.gen(function*() {
      const set = setUp("url", 200, "kept")
      const { fiber } = yield* begin(set, part)
      vi.advanceTimersByTime(30_000)
      assert.deepStrictEqual(set.ends, ["lost"])
      assert.isTrue(set.isEnded())
      assert.deepInclude(yield* Effect.flip(Fiber.join(fiber)), { _tag: "TransportError", reason: "Network" })
      const later = yield* begin(set, part)
      set.lose()
      assert.deepInclude(yield* Effect.flip(Fiber.join(later.fiber)), { _tag: "TransportError", reason: "Network" })
    }))
})
