import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Layer, ManagedRuntime, Stream } from "effect"
import { FileNotFound } from "../../src/domain/errors/FileErrors.js"
import { DriveDisposed } from "../../src/promise/DriveDisposed.js"
import { unlessFailed } from "../../src/promise/endPromise.js"
import * as Face from "../../src/promise/Face.js"
import * as Runner from "../../src/promise/Runner.js"
import { atOnce, mapAtOnce } from "../../src/services/atOnce.js"
import type { Ending } from "../../src/services/Ending.js"
import { onEnd } from "../../src/services/Ending.js"
import type { InSpace } from "../../src/services/Spaces.js"

interface Library {
  readonly title: (id: string, options?: InSpace) => Effect.Effect<string, FileNotFound>
  readonly find: (query?: { readonly author?: string }, options?: InSpace) => Effect.Effect<ReadonlyArray<unknown>>
  readonly close: (id: string) => Effect.Effect<void>
  readonly pages: (id: string, options?: InSpace) => Stream.Stream<number, FileNotFound>
  readonly count: () => number
  readonly inner: Effect.Effect<void>
}
class Books extends Context.Tag("test/Books")<Books, Library>() {}

const setup = (overrides: Partial<Library> = {}) => {
  const log: Array<unknown> = []
  const books: Library = {
    title: (id, options) =>
      id === "gone" ? Effect.fail(new FileNotFound({ fileId: id })) : Effect.succeed(`${id}@${options?.spaceId}`),
    find: (...args) => Effect.succeed(args),
    close: () => Effect.void,
    pages: () => Stream.range(1, 3).pipe(Stream.rechunk(1), Stream.ensuring(Effect.sync(() => log.push("closed")))),
    count: () => 3,
    inner: Effect.void,
    ...overrides
  }
  const runner = Runner.make(ManagedRuntime.make(Layer.succeed(Books, books)))
  return { log, runner, face: Face.make(runner, books) }
}

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => assert.fail("it should have rejected"), (error: unknown) => error)

const never = (ended: () => void) => Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(ended)))

describe("Face", () => {
  it("gives the value, and passes the space on", async () => {
    const { face } = setup()
    assert.strictEqual(await face.title("a"), "a@undefined")
    assert.strictEqual(await face.title("a", { spaceId: "s1" }), "a@s1")
    assert.strictEqual(await face.title("a", { spaceId: "s1", signal: new AbortController().signal }), "a@s1")
  })

  it("takes options off the arguments when they hold a signal alone", async () => {
    const { face } = setup()
    const { signal } = new AbortController()
    assert.deepStrictEqual(await face.find(undefined, { signal }), [undefined])
    assert.deepStrictEqual(await face.find({ author: "x" }, { signal, spaceId: "s" }), [{ author: "x" }, {
      spaceId: "s"
    }])
    assert.deepStrictEqual(await face.find({ author: "x" }), [{ author: "x" }])
  })

  it("rejects with the error of the catalogue itself", async () => {
    const error = await rejected(setup().face.title("gone"))
    assert.instanceOf(error, FileNotFound)
    assert.strictEqual(error._tag, "FileNotFound")
  })

  it("rejects with a defect itself", async () => {
    const defect = new TypeError("a bug")
    const { face } = setup({ close: () => Effect.die(defect) })
    assert.strictEqual(await rejected(face.close("a")), defect)
  })

  it("leaves plain methods alone and shows no fields", () => {
    const { face } = setup()
    assert.strictEqual(face.count(), 3)
    assert.isFalse("inner" in face)
  })

  it("an aborted signal rejects with its reason, after the work has ended", async () => {
    const log: Array<string> = []
    const { face } = setup({ close: () => never(() => log.push("ended")) })
    await face.title("a") // the runtime is built, so the next call runs up to its wait
    const controller = new AbortController()
    const reason = new Error("the user left")
    const call = rejected(face.close("a", { signal: controller.signal }))
    controller.abort(reason)
    assert.strictEqual(await call, reason)
    assert.deepStrictEqual(log, ["ended"])
  })

  it("an abort without a reason is an AbortError, and one before the call starts nothing", async () => {
    const log: Array<string> = []
    const { face } = setup({ close: () => Effect.sync(() => log.push("ran")) })
    const error = await rejected(face.close("a", { signal: AbortSignal.abort() }))
    assert.strictEqual((error as DOMException).name, "AbortError")
    assert.deepStrictEqual(log, [])
  })

  it("an interruption from within is an AbortError", async () => {
    const { face } = setup({ close: () => Effect.interrupt })
    assert.strictEqual((await rejected(face.close("a")) as DOMException).name, "AbortError")
  })

  it("calls that share a signal put one listener on it, which leaves with the last of them", async () => {
    const { face } = setup({ close: (id) => id === "now" ? Effect.void : Effect.never })
    const controller = new AbortController()
    const { signal } = controller
    const listeners = { added: 0, removed: 0 }
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners.added++, add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners.removed++, remove(...args))
    await face.close("now", { signal })
    assert.deepStrictEqual(listeners, { added: 1, removed: 1 })
    const calls = Array.from({ length: 20 }, () => rejected(face.close("later", { signal })))
    assert.deepStrictEqual(listeners, { added: 2, removed: 1 })
    const reason = new Error("all of them")
    controller.abort(reason)
    for (const call of calls) assert.strictEqual(await call, reason)
  })
})

describe("streams", () => {
  const collect = async <A>(items: AsyncIterable<A>): Promise<Array<A>> => {
    const all: Array<A> = []
    for await (const item of items) all.push(item)
    return all
  }

  it("give all items and run finalizers at the end", async () => {
    const { face, log } = setup()
    assert.deepStrictEqual(await collect(face.pages("a")), [1, 2, 3])
    assert.deepStrictEqual(log, ["closed"])
  })

  it("break runs the finalizers before the loop ends", async () => {
    const { face, log } = setup()
    for await (const _ of face.pages("a")) break
    assert.deepStrictEqual(log, ["closed"])
  })

  it("throw the error itself, after the items before it", async () => {
    const seen: Array<number> = []
    const failing = Stream.concat(Stream.make(1, 2), Stream.fail(new FileNotFound({ fileId: "a" })))
    const { face } = setup({ pages: () => failing })
    const error = await rejected((async () => {
      for await (const page of face.pages("a")) seen.push(page)
    })())
    assert.instanceOf(error, FileNotFound)
    assert.deepStrictEqual(seen, [1, 2])
  })

  it("end with the reason of an abort, between items and while waiting for one", async () => {
    const log: Array<string> = []
    const waiting = Stream.concat(Stream.make(1), Stream.never).pipe(
      Stream.ensuring(Effect.sync(() => log.push("closed")))
    )
    const { face } = setup({ pages: () => waiting })
    const reason = new Error("enough")
    for (const abortLater of [(f: () => void) => f(), (f: () => void) => setImmediate(f)]) {
      const controller = new AbortController()
      const loop = rejected((async () => {
        for await (const _ of face.pages("a", { signal: controller.signal })) abortLater(() => controller.abort(reason))
      })())
      assert.strictEqual(await loop, reason)
    }
    assert.deepStrictEqual(log, ["closed", "closed"])
  })

  it("answer every `next`, also those asked for together and after the end", async () => {
    const pages = setup().face.pages("a")
    const answers = await Promise.all([pages.next(), pages.next(), pages.next(), pages.next(), pages.next()])
    assert.deepStrictEqual(answers.map((answer) => answer.value), [1, 2, 3, undefined, undefined])
  })

  it("read nothing before the first `next`", async () => {
    let reads = 0
    const { face } = setup({ pages: () => Stream.fromEffect(Effect.sync(() => ++reads)) })
    const pages = face.pages("a")
    await Promise.resolve()
    assert.strictEqual(reads, 0)
    await collect(pages)
    assert.strictEqual(reads, 1)
  })
})

describe("dispose", () => {
  it("interrupts what runs, waits for it, and rejects it and later calls with DriveDisposed", async () => {
    const log: Array<string> = []
    const { face, runner } = setup({ close: () => never(() => log.push("ended")) })
    await face.title("a")
    const running = rejected(face.close("a"))
    await runner.dispose()
    assert.deepStrictEqual(log, ["ended"])
    assert.instanceOf(await running, DriveDisposed)
    assert.instanceOf(await rejected(face.title("a")), DriveDisposed)
    assert.instanceOf(await rejected(face.pages("a").next()), DriveDisposed)
    assert.throws(() => runner.runSync(Effect.void), DriveDisposed)
  })

  it("closes loops that stand between two items", async () => {
    const { face, log, runner } = setup()
    const pages = face.pages("a")
    await pages.next()
    await runner.dispose()
    assert.deepStrictEqual(log, ["closed"])
    assert.instanceOf(await rejected(pages.next()), DriveDisposed)
  })

  it("may be called twice", async () => {
    const { runner } = setup()
    await Promise.all([runner.dispose(), runner.dispose()])
  })

  it("ends with the layers: their finalizers have run", async () => {
    const closed = Deferred.unsafeMake<void>(undefined as never)
    const layer = Layer.scopedDiscard(Effect.addFinalizer(() => Deferred.succeed(closed, undefined)))
    const runner = Runner.make(ManagedRuntime.make(layer))
    await runner.run(Effect.void)
    await runner.dispose()
    assert.isTrue(Effect.runSync(Deferred.isDone(closed)))
  })
})

describe("runSync", () => {
  it("takes the plain step of an effect that has one, and no fiber", () => {
    const { runner } = setup()
    const both = mapAtOnce(atOnce(Effect.die("in a fiber"), () => 1), (value) => value + 1)
    assert.strictEqual(runner.runSync(both), 2)
    assert.strictEqual(runner.runSync(Effect.map(Effect.succeed(1), (value) => value + 1)), 2)
  })

  it("takes none once the client is disposed", async () => {
    const { runner } = setup()
    await runner.dispose()
    assert.throws(() => runner.runSync(atOnce(Effect.void, () => undefined)), DriveDisposed)
  })
})

describe("what ends, and can be waited for without a fiber", () => {
  const waiting = () => {
    const callbacks = new Set<(exit: Exit.Exit<number, FileNotFound>) => void>()
    const register = (done: (exit: Exit.Exit<number, FileNotFound>) => void) => {
      callbacks.add(done)
      return () => void callbacks.delete(done)
    }
    const started: Ending<number, FileNotFound> = {
      await: Effect.async((resume) => Effect.sync(register(resume))),
      [onEnd]: register
    }
    return {
      callbacks,
      started,
      call: (exit: Exit.Exit<number, FileNotFound>) => callbacks.forEach((done) => done(exit))
    }
  }

  it("is a promise without a fiber", async () => {
    const { call, callbacks, started } = waiting()
    const { runner } = setup()
    const promise = runner.runToEnd({ ...started, await: Effect.dieMessage("a fiber waits") })
    assert.strictEqual(callbacks.size, 1)
    call(Exit.succeed(1))
    call(Exit.succeed(2))
    assert.strictEqual(await promise, 1)
    const failure = rejected(runner.runToEnd(started))
    call(Exit.fail(new FileNotFound({ fileId: "x" })))
    assert.instanceOf(await failure, FileNotFound)
  })

  it("is waited for by a fiber where it has no such function", async () => {
    const { call, callbacks, started } = waiting()
    const { runner } = setup()
    const promise = runner.runToEnd({ await: started.await })
    await new Promise((done) => setImmediate(done))
    assert.strictEqual(callbacks.size, 1)
    call(Exit.succeed(1))
    assert.strictEqual(await promise, 1)
    await runner.dispose()
  })

  it("may be called back at once", async () => {
    const { runner } = setup()
    let stops = 0
    assert.strictEqual(
      await runner.runToEnd<number, never>({
        await: Effect.never,
        [onEnd]: (done) => {
          done(Exit.succeed(1))
          return () => {
            stops++
          }
        }
      }),
      1
    )
    await runner.dispose()
    assert.strictEqual(stops, 0, "it does not wait any more")
  })

  it("stops waiting, and rejects with the reason, when its signal is aborted", async () => {
    const { call, callbacks, started } = waiting()
    const { runner } = setup()
    const controller = new AbortController()
    const promise = rejected(runner.run(started.await, { signal: controller.signal }))
    controller.abort("enough")
    call(Exit.succeed(1))
    assert.strictEqual(callbacks.size, 0)
    assert.strictEqual(await promise, "enough")
  })

  it("stops waiting, and rejects with DriveDisposed, when the client is disposed", async () => {
    const { callbacks, started } = waiting()
    const { runner } = setup()
    const promise = rejected(runner.run(started.await))
    await runner.dispose()
    assert.strictEqual(callbacks.size, 0)
    assert.instanceOf(await promise, DriveDisposed)
  })

  it("rejects with DriveDisposed without a fiber too, whatever comes afterwards", async () => {
    const { call, started } = waiting()
    const { runner } = setup()
    const before = rejected(runner.runToEnd(started))
    await runner.dispose()
    call(Exit.succeed(1))
    assert.instanceOf(await before, DriveDisposed)
    assert.instanceOf(await rejected(runner.runToEnd(started)), DriveDisposed)
  })

  it("may be left alone when it fails, and is asked for anew afterwards", async () => {
    const { call, started } = waiting()
    const { runner } = setup()
    const unheard: Array<unknown> = []
    const hear = (error: unknown) => void unheard.push(error)
    process.on("unhandledRejection", hear)
    const others: Ending<number, FileNotFound> = { await: Effect.fail(new FileNotFound({ fileId: "y" })) }
    const first = [started, others].map((ending) => runner.runToEnd(ending))
    assert.deepStrictEqual(first.map((end) => unlessFailed(end)), first)
    call(Exit.fail(new FileNotFound({ fileId: "x" })))
    await new Promise((done) => setImmediate(done))
    await new Promise((done) => setImmediate(done))
    process.off("unhandledRejection", hear)
    assert.deepStrictEqual(unheard, [])
    assert.deepStrictEqual(first.map((end) => unlessFailed(end)), [undefined, undefined])
    await Promise.allSettled(first)
    await runner.dispose()
  })
})
