/** A service that still tells the size of the version before: the storage has another one by now. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { Downloads } from "../../../src/services/Downloads.js"
import { content, hurried, infoOf, memorySink, runDownloads } from "./fakeDrive.js"
import type { Behaviour } from "./fakeObject.js"
import { fakeObject } from "./fakeObject.js"

/** The service tells these sizes one after the other, and the last one from then on. */
const telling = (first: number, ...later: ReadonlyArray<number>) => {
  const sizes = [first, ...later]
  return Effect.sync(() => infoOf({ size: (sizes.length > 1 ? sizes.shift() : sizes[0]) ?? first }))
}

const save = (range: { readonly start: number; readonly end?: number }) =>
  Effect.flatMap(Downloads, (downloads) => hurried(downloads.save({ fileId: "f", target: "/target", range })))

describe("a range of a file that has grown or shrunk", () => {
  for (
    const [what, told, stored, range, expected] of [
      ["grown", 1, 8, { start: 0, end: 2 }, [0, 2]],
      ["grown, to its end", 1, 8, { start: 0 }, [0, 8]],
      ["shrunk", 100, 8, { start: 3, end: 20 }, [3, 8]]
    ] as const
  ) {
    it.effect(`is saved as the storage has it once the service knows: ${what}`, () => {
      const { layer, state } = memorySink()
      return runDownloads(
        fakeObject({ bytes: content.subarray(0, stored) }),
        Effect.gen(function*() {
          const { size } = yield* save(range)
          assert.deepStrictEqual(state.bytes, content.slice(...expected))
          assert.strictEqual(size, expected[1] - expected[0])
          assert.isTrue(state.published)
        }),
        { sink: layer, lookUp: telling(told, stored) }
      )
    })

    it.effect(`is an error while the service does not: ${what}`, () => {
      const { layer, state } = memorySink()
      return runDownloads(
        fakeObject({ bytes: content.subarray(0, stored) }),
        Effect.gen(function*() {
          assert.deepInclude(yield* Effect.flip(save(range)), { _tag: "IntegrityError", what: "size" })
          assert.isFalse(state.published)
        }),
        { sink: layer, lookUp: telling(told) }
      )
    })
  }

  it.effect("is saved at once where it lies in both versions", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content })
    return runDownloads(
      object,
      Effect.gen(function*() {
        yield* save({ start: 10, end: 20 })
        assert.deepStrictEqual(state.bytes, content.slice(10, 20))
        assert.lengthOf(object.asked, 1)
      }),
      { sink: layer, lookUp: telling(90) }
    )
  })
})

describe("a file that is empty, as the service tells it", () => {
  const whole = Effect.flatMap(Downloads, (downloads) => hurried(downloads.save({ fileId: "f", target: "/target" })))

  for (const [how, space] of [["", {}], [" at a speed", { downloadSpeed: 20 }]] as const) {
    it.effect(`is saved${how} when the storage has been asked`, () => {
      const { layer, state } = memorySink()
      const object = fakeObject({ bytes: new Uint8Array() })
      return runDownloads(
        object,
        Effect.gen(function*() {
          assert.strictEqual((yield* whole).size, 0)
          assert.isTrue(state.published)
          assert.deepStrictEqual(object.asked.map(({ range }) => range), [undefined])
        }),
        { sink: layer, space, lookUp: telling(0) }
      )
    })

    it.effect(`is an error${how} where the storage has bytes`, () => {
      const { layer, state } = memorySink()
      return runDownloads(
        fakeObject({ bytes: content }),
        Effect.gen(function*() {
          for (const saved of [whole, save({ start: 0, end: 20 })]) {
            assert.deepInclude(yield* Effect.flip(saved), { _tag: "IntegrityError", what: "size" })
          }
          assert.isFalse(state.published)
        }),
        { sink: layer, space, lookUp: telling(0) }
      )
    })

    it.effect(`is saved${how} with its bytes once the service knows of them`, () => {
      const { layer, state } = memorySink()
      return runDownloads(
        fakeObject({ bytes: content }),
        Effect.gen(function*() {
          assert.strictEqual((yield* whole).size, 100)
          assert.deepStrictEqual(state.bytes, content)
        }),
        { sink: layer, space, lookUp: telling(0, 100) }
      )
    })

    it.effect(`is not there${how} where the storage has no object`, () => {
      const { layer, state } = memorySink()
      const missing: Behaviour = { _tag: "refuse", status: 404, headers: {} }
      return runDownloads(
        fakeObject({ bytes: content, script: [missing, missing] }),
        Effect.gen(function*() {
          assert.deepInclude(yield* Effect.flip(whole), { _tag: "StorageError", reason: "ObjectNotFound" })
          assert.isFalse(state.published)
        }),
        { sink: layer, space, lookUp: telling(0) }
      )
    })
  }
})

describe("a file that is read at a speed", () => {
  const space = { downloadSpeed: 20 }
  const read = (range?: { readonly start: number; readonly end?: number }) =>
    Effect.flatMap(Downloads, (downloads) => hurried(downloads.blob({ fileId: "f", range }))).pipe(
      Effect.flatMap((blob) => Effect.promise(() => blob.arrayBuffer())),
      Effect.map((bytes) => new Uint8Array(bytes))
    )

  for (const told of [0, 1, 90, 300]) {
    it.effect(`is given whole where the service tells ${told} of its 100 bytes`, () =>
      runDownloads(
        fakeObject({ bytes: content }),
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* read(), content)
          assert.deepStrictEqual(yield* read({ start: 60 }), content.slice(60))
        }),
        { space, lookUp: telling(told) }
      ))
  }

  it.effect("ends where the service says it, if the storage's word is hidden", () =>
    runDownloads(
      fakeObject({ bytes: content, headers: { "content-range": undefined } }),
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* read(), content)
      }),
      { space, lookUp: telling(100) }
    ))
})

describe("a page of HTML, of which a browser shows nothing that only storages say", () => {
  const html = { "content-type": "text/html" }
  const whole = Effect.flatMap(Downloads, (downloads) => hurried(downloads.save({ fileId: "f", target: "/target" })))

  it.effect("is saved as the storage has it once the service knows its size", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content.subarray(0, 80), headers: html })
    return runDownloads(
      object,
      Effect.gen(function*() {
        assert.strictEqual((yield* whole).size, 80)
        assert.deepStrictEqual(state.bytes, content.slice(0, 80))
        // More than a network's page is given to go away, and not for ever.
        assert.isAbove(object.asked.length, 12)
        assert.isBelow(object.asked.length, 30)
      }),
      { sink: layer, lookUp: telling(100, 80) }
    )
  })

  it.effect("is an error while the service does not", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content.subarray(0, 80), headers: html })
    return runDownloads(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const failed = yield* Effect.fork(Effect.flip(downloads.save({ fileId: "f", target: "/target" })))
        yield* TestClock.adjust("1 hour")
        assert.deepInclude(yield* Fiber.join(failed), { _tag: "IntegrityError", what: "size" })
        assert.isFalse(state.published)
      }),
      { sink: layer, lookUp: telling(100) }
    )
  })

  it.effect("is the new one where it was replaced between two ranges", () => {
    const { layer, state } = memorySink()
    const replace: Behaviour = { _tag: "replace", bytes: content.subarray(0, 80), etag: "\"2\"" }
    return runDownloads(
      fakeObject({ bytes: content, headers: html, script: [{ _tag: "cutAfter", bytes: 30 }, replace] }),
      Effect.gen(function*() {
        yield* whole
        assert.deepStrictEqual(state.bytes, content.slice(0, 80))
      }),
      { sink: layer, lookUp: telling(100, 80) }
    )
  })

  it.effect("is waited out where it is not the object's", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content })
    let pages = 12
    const get: typeof object.transport.get = (address, options) =>
      Effect.map(object.transport.get(address, options), (reply) =>
        pages-- > 0
          ? { ...reply, status: 200, headers: { ...html, "etag": "\"page\"", "content-length": "7" } }
          : reply)
    return runDownloads(
      { ...object, transport: { ...object.transport, get } },
      Effect.gen(function*() {
        assert.strictEqual((yield* whole).size, 100)
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer }
    )
  })
})
