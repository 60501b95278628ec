/** Downloads from a storage that knows no ranges and gives all of a file each time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Downloads } from "../../../src/services/Downloads.js"
import { content, hurried, memorySink, runDownloads } from "./fakeDrive.js"
import { cutAfter, fakeObject, rangesOf, serve } from "./fakeObject.js"

const version = { etag: "\"version-1\"", modified: undefined, size: 100 }

const inRanges = { rangeSize: 10, ranges: 3 }

const wholeInstead = { _tag: "TransportError", reason: "Status", status: 200 } as const

const save = (range?: { readonly start: number; readonly end?: number }) =>
  Effect.flatMap(Downloads, (downloads) => downloads.save({ fileId: "f", target: "/target", range }))

/** So many bytes of the file, as an earlier run has left them. */
const kept = (bytes: number, of = version) => ({
  bytes: content.subarray(0, bytes),
  version: of,
  done: [{ start: 0, end: bytes }]
})

const publishes = (
  object: ReturnType<typeof fakeObject>,
  sink: ReturnType<typeof memorySink>,
  options: Parameters<typeof runDownloads>[2] = {}
) =>
  runDownloads(
    object,
    Effect.gen(function*() {
      const result = yield* hurried(save())
      assert.strictEqual(result.size, content.length)
      assert.deepStrictEqual(sink.state.bytes, content)
      assert.isTrue(sink.state.published)
      assert.strictEqual(object.openConnections(), 0)
    }),
    { sink: sink.layer, ...options }
  )

describe("a download from a storage that knows no ranges", () => {
  it.effect("is one stream, where several ranges were to be asked for", () => {
    const object = fakeObject({ bytes: content, ignoresRange: true })
    return Effect.gen(function*() {
      yield* publishes(object, memorySink(), { tuning: inRanges })
      assert.deepStrictEqual(rangesOf(object), ["0-10", "all"])
    })
  })

  it.effect("begins anew where an earlier run has left it", () =>
    Effect.forEach([inRanges, {}], (tuning) => {
      const object = fakeObject({ bytes: content, ignoresRange: true })
      return Effect.gen(function*() {
        yield* publishes(object, memorySink({ kept: kept(60) }), { tuning })
        assert.strictEqual(rangesOf(object).at(-1), "all")
      })
    }))

  it.effect("needs no bytes where all of this version are there", () => {
    const object = fakeObject({ bytes: content, ignoresRange: true })
    return Effect.gen(function*() {
      yield* publishes(object, memorySink({ kept: kept(100) }))
      assert.deepStrictEqual(rangesOf(object), ["99-100"])
    })
  })

  it.effect("keeps to the speed of its space", () =>
    publishes(fakeObject({ bytes: content, ignoresRange: true }), memorySink(), { space: { downloadSpeed: 10 } }))

  it.effect("fails where the stream is cut, and begins anew with the next run", () => {
    const object = fakeObject({ bytes: content, ignoresRange: true, script: [serve, cutAfter(50)] })
    const sink = memorySink()
    return Effect.gen(function*() {
      const cut = yield* runDownloads(object, Effect.flip(hurried(save())), { sink: sink.layer, tuning: inRanges })
      assert.deepInclude(cut, wholeInstead)
      assert.deepStrictEqual(sink.state.kept?.done, [{ start: 0, end: 50 }])
      yield* publishes(object, sink, { tuning: inRanges })
    })
  })

  it.effect("is refused for a range, and of another version", () =>
    Effect.gen(function*() {
      const object = () => fakeObject({ bytes: content, ignoresRange: true })
      const other = memorySink({ kept: kept(60, { ...version, etag: "\"version-0\"" }) })
      const sinks = [[memorySink(), { start: 10, end: 90 }], [other, undefined]] as const
      for (const [sink, range] of sinks) {
        const error = yield* runDownloads(object(), Effect.flip(hurried(save(range))), { sink: sink.layer })
        assert.deepInclude(error, wholeInstead)
      }
      assert.deepStrictEqual(other.state.kept?.done, [{ start: 0, end: 60 }])
    }))
})
