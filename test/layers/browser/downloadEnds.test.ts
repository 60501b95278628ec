/** The last moments of downloads of pages: what the browser did not take is no success, and what it is still taking stays. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, Scope, TestClock } from "effect"
import { afterEach, vi } from "vitest"
import type { ToPage } from "../../../src/layers/browser/download/DownloadWorkerProtocol.js"
import * as PrivateFileSink from "../../../src/layers/browser/download/PrivateFileSink.js"
import * as ServiceWorkerSink from "../../../src/layers/browser/download/ServiceWorkerSink.js"
import { servedWorker } from "./servedWorker.js"

afterEach(() => {
  vi.unstubAllGlobals()
})

const plan = { key: "k", name: "a.bin", size: 3, sha1: false }

/** Lets messages arrive. */
const arrive = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** What of this library's service worker is not as it is by itself. */
interface OddWorker {
  /** Gets the worker's port: closed, it is as if the browser had ended the worker. */
  readonly withPort?: (port: MessagePort) => void
  /** It is of a version that answered neither pings nor ends. */
  readonly isEarlier?: boolean
}

/** What a worker says that is of an earlier version. */
const earlierWords: ReadonlyArray<ToPage["type"]> = ["begun", "pull", "cancel"]

/** Takes from what it says all that an earlier version did not say. */
const asEarlier = (port: MessagePort): MessagePort => {
  const say = port.postMessage.bind(port)
  port.postMessage = ({ type }: ToPage) => {
    if (type === "ready" || earlierWords.includes(type)) say({ type })
  }
  return port
}

/** A browser with this library's service worker, that saves what a frame leads to. Gives the answer that it saves. */
const withServiceWorker = ({ isEarlier = false, withPort }: OddWorker): Promise<Response> => {
  const listeners = servedWorker()
  const active = {
    postMessage: (data: unknown, ports: ReadonlyArray<MessagePort>) => {
      for (const port of ports) withPort?.(port)
      listeners.get("message")?.({ data, ports: isEarlier ? ports.map(asEarlier) : ports })
    }
  }
  const registration = { active, scope: "http://page.test/" }
  vi.stubGlobal("navigator", { serviceWorker: { register: () => Promise.resolve(registration) } })
  return new Promise((respondWith) => {
    const element = () => {
      const made = {
        href: "",
        remove: () => {},
        click: () => listeners.get("fetch")?.({ request: { url: made.href }, respondWith })
      }
      return made
    }
    vi.stubGlobal("document", { createElement: element, body: { append: () => {} } })
  })
}

describe("a download through the service worker", () => {
  const open = Effect.fnUntraced(function*(odd: OddWorker = {}) {
    const answer = withServiceWorker(odd)
    const scope = yield* Scope.make()
    const opening = yield* Effect.fork(Scope.extend(ServiceWorkerSink.open(plan, "/worker.js"), scope))
    const { body } = yield* Effect.promise(() => answer)
    const sink = yield* Fiber.join(opening)
    const write = sink.write(0, [new Uint8Array([1, 2, 3])]) ?? Effect.void
    return { body: body ?? new ReadableStream(), sink, write, close: Scope.close(scope, Exit.void) }
  })

  const begin = Effect.fnUntraced(function*(odd?: OddWorker) {
    const { body, close, sink, write } = yield* open(odd)
    yield* write
    yield* sink.finish
    const publishing = yield* Effect.fork(Effect.uninterruptible(sink.publish))
    yield* arrive
    return { body, publishing, close }
  })

  const stopped = { _tag: "SaveFailed", detail: "the browser has stopped saving" } as const

  it.effect("ends well once the browser has taken the last bytes", () =>
    Effect.gen(function*() {
      const { body, close, publishing } = yield* begin()
      assert.isTrue(Option.isNone(yield* Fiber.poll(publishing)))
      const read = new Response(body).arrayBuffer()
      yield* Fiber.join(publishing)
      assert.deepStrictEqual([...new Uint8Array(yield* Effect.promise(() => read))], [1, 2, 3])
      yield* close
    }))

  it.effect("fails when the browser stops before that, as on a full disk", () =>
    Effect.gen(function*() {
      const { body, close, publishing } = yield* begin()
      yield* Effect.promise(() => body.cancel())
      yield* arrive
      assert.deepInclude(yield* Effect.flip(Fiber.join(publishing)), stopped)
      yield* close
    }))

  it.effect("fails when the browser has ended the worker, with all bytes on their way or in the middle of them", () =>
    Effect.gen(function*() {
      const ports: Array<MessagePort> = []
      const last = yield* begin({ withPort: (port) => ports.push(port) })
      for (const port of ports) port.close()
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* Effect.flip(Fiber.join(last.publishing)), stopped)
      yield* last.close

      const middle = yield* open({ withPort: (port) => ports.push(port) })
      yield* middle.write
      yield* arrive
      for (const port of ports) port.close()
      const writing = yield* Effect.fork(middle.write)
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* Effect.flip(Fiber.join(writing)), stopped)
      yield* middle.close
    }))

  it.effect("fails when the browser stops while the end is on its way", () =>
    Effect.gen(function*() {
      const { body, close, sink, write } = yield* open()
      const reader = body.getReader()
      yield* write
      yield* Effect.promise(() => reader.read())
      yield* arrive
      // the worker hears of the end after that
      const publishing = yield* Effect.fork(Effect.uninterruptible(sink.publish))
      yield* Effect.promise(() => reader.cancel())
      assert.deepInclude(yield* Effect.flip(Fiber.join(publishing)), stopped)
      yield* close
    }))

  it.effect("goes on as long as the worker answers, and with one of an earlier version that never does", () =>
    Effect.gen(function*() {
      for (const isEarlier of [false, true]) {
        const { body, close, sink, write } = yield* open({ isEarlier })
        yield* write
        for (let pings = 0; pings < 6; pings++) {
          yield* TestClock.adjust("10 seconds")
          yield* arrive
        }
        const read = new Response(body).arrayBuffer()
        yield* arrive
        yield* sink.publish
        assert.strictEqual((yield* Effect.promise(() => read)).byteLength, 3)
        yield* close
      }
    }))

  it.effect("does not wait for ever for one that has paused", () =>
    Effect.gen(function*() {
      const { body, close, publishing } = yield* begin()
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(publishing)
      yield* arrive
      assert.deepStrictEqual([...new Uint8Array(yield* Effect.promise(() => new Response(body).arrayBuffer()))], [
        1,
        2,
        3
      ])
      yield* close
    }))
})

describe("the private file system", () => {
  const hour = 3_600_000
  const day = 24 * hour

  it.effect("is cleared of what nobody has written to for a day, and of nothing else", () =>
    Effect.gen(function*() {
      const now = 100 * day
      yield* TestClock.setTime(now)
      const nameOf = (begun: number, what: string) => `effect-drive-save-${begun.toString(36)}-${what}`
      // Each with the time of its last bytes.
      const files = new Map([
        [nameOf(now - 2 * day, "locked"), now - 2 * day],
        [nameOf(now - 2 * day, "old"), now - 2 * day],
        [nameOf(now - 2 * day, "slow"), now - hour],
        [nameOf(now - hour, "young"), now - hour],
        ["somebody's", 0]
      ])
      const folder = {
        async *keys() {
          yield* [...files.keys()]
        },
        removeEntry: (name: string) =>
          name.endsWith("locked")
            ? Promise.reject(new DOMException("in use", "NoModificationAllowedError"))
            : Promise.resolve(files.delete(name)),
        getFileHandle: (name: string) => {
          if (!files.has(name)) files.set(name, now)
          return Promise.resolve({
            getFile: () => Promise.resolve({ lastModified: files.get(name) }),
            createWritable: () => Promise.resolve({ abort: () => Promise.resolve() })
          })
        }
      }
      vi.stubGlobal("navigator", { storage: { getDirectory: () => Promise.resolve(folder) } })
      yield* Effect.scoped(PrivateFileSink.open(plan))
      assert.deepStrictEqual([...files.keys()].map((name) => name.split("-").at(-1)), [
        "locked",
        "slow",
        "young",
        "somebody's"
      ])
    }))
})
