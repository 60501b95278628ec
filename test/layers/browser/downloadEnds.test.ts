/** The last moments of downloads of pages: what the browser did not take is no success, and what it is still taking stays. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, Scope, TestClock } from "effect"
import { afterEach, vi } from "vitest"
import * as PrivateFileSink from "../../../src/layers/browser/download/PrivateFileSink.js"
import * as ServiceWorkerSink from "../../../src/layers/browser/download/ServiceWorkerSink.js"
import { servedWorker } from "./servedWorker.js"

afterEach(() => {
  vi.unstubAllGlobals()
})

const plan = { key: "k", name: "a.bin", size: 3, sha1: false }

/** Lets messages arrive. */
const arrive = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** A browser with this library's service worker, that saves what a frame leads to. Gives the answer that it saves. */
const withServiceWorker = (): Promise<Response> => {
  const listeners = servedWorker()
  const active = {
    postMessage: (data: unknown, ports: ReadonlyArray<MessagePort>) => listeners.get("message")?.({ data, ports })
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
  const begin = Effect.gen(function*() {
    const answer = withServiceWorker()
    const scope = yield* Scope.make()
    const opening = yield* Effect.fork(Scope.extend(ServiceWorkerSink.open(plan, "/worker.js"), scope))
    const { body } = yield* Effect.promise(() => answer)
    const sink = yield* Fiber.join(opening)
    yield* sink.write(0, [new Uint8Array([1, 2, 3])]) ?? Effect.void
    yield* sink.finish
    const publishing = yield* Effect.fork(Effect.uninterruptible(sink.publish))
    yield* arrive
    return { body: body ?? new ReadableStream(), publishing, close: Scope.close(scope, Exit.void) }
  })

  it.effect("ends well once the browser has taken the last bytes", () =>
    Effect.gen(function*() {
      const { body, close, publishing } = yield* begin
      assert.isTrue(Option.isNone(yield* Fiber.poll(publishing)))
      const read = new Response(body).arrayBuffer()
      yield* Fiber.join(publishing)
      assert.deepStrictEqual([...new Uint8Array(yield* Effect.promise(() => read))], [1, 2, 3])
      yield* close
    }))

  it.effect("fails when the browser stops before that, as on a full disk", () =>
    Effect.gen(function*() {
      const { body, close, publishing } = yield* begin
      yield* Effect.promise(() => body.cancel())
      yield* arrive
      assert.deepInclude(yield* Effect.flip(Fiber.join(publishing)), {
        _tag: "SaveFailed",
        detail: "the browser has stopped saving"
      })
      yield* close
    }))

  it.effect("does not wait for ever for one that has paused", () =>
    Effect.gen(function*() {
      const { body, close, publishing } = yield* begin
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
