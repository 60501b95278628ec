/** Commands that come in the very moment in which a run begins: it is left before it has done anything. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Runtime, TestClock } from "effect"
import { Downloads } from "../../../src/services/Downloads.js"
import { content, memorySink, runDownloads as run } from "./fakeDrive.js"
import { fakeObject } from "./fakeObject.js"

/** As many as run at a time: a place that is not given back is missed. */
const many = 3

const start = Effect.flatMap(Downloads, (downloads) => downloads.start({ fileId: "f", target: "/target" }))

/** Does it in the step in which the download is shown as running, between its admission and the first step of its run. */
const startEach = (intent: (downloads: Downloads["Type"], id: string) => Effect.Effect<void, unknown>) =>
  Effect.forEach(Array.from({ length: many }), () =>
    Effect.gen(function*() {
      const downloads = yield* Downloads
      const runtime = yield* Effect.runtime()
      const started = yield* start
      const { id } = started
      const unsubscribe = downloads.subscribe(() => {
        if (downloads.snapshot(id)?.status !== "running") return
        unsubscribe()
        Runtime.runFork(runtime)(intent(downloads, id))
      }, id)
      return started
    }))

/** One more that is started has a place, and is saved. */
const placesAreFree = Effect.gen(function*() {
  const downloads = yield* Downloads
  const next = yield* start
  yield* TestClock.adjust("1 second")
  assert.strictEqual(downloads.snapshot(next.id)?.status, "success")
})

const withObject = <A, E>(use: (object: ReturnType<typeof fakeObject>) => Effect.Effect<A, E, Downloads>) => {
  const object = fakeObject({ bytes: content })
  return run(object, use(object), { sink: memorySink().layer })
}

describe("a run in whose first moment the download", () => {
  it.effect("is stopped does nothing, gives its place back, and the download continues when it is resumed", () =>
    withObject((object) =>
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const stopped = yield* startEach((all, id) => all.stop(id))
        yield* placesAreFree
        for (const { id } of stopped) assert.strictEqual(downloads.snapshot(id)?.status, "stopped")
        assert.strictEqual(object.asked.length, 1)

        yield* downloads.resumeAll()
        yield* Effect.forEach(stopped, (download) => download.await)
        assert.strictEqual(object.asked.length, 1 + many)
      })
    ))

  it.effect("is cancelled does nothing and gives its place back", () =>
    withObject((object) =>
      Effect.gen(function*() {
        const cancelled = yield* startEach((all, id) => all.cancel(id))
        yield* placesAreFree
        for (const { await: end } of cancelled) assert.strictEqual((yield* Effect.flip(end))._tag, "DownloadCancelled")
        assert.strictEqual(object.asked.length, 1)
      })
    ))

  it.effect("is stopped and resumed runs once", () =>
    withObject((object) =>
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const started = yield* startEach((all, id) => Effect.zipRight(all.stop(id), all.resume(id)))
        yield* TestClock.adjust("1 second")
        for (const { id } of started) assert.strictEqual(downloads.snapshot(id)?.status, "success")
        assert.strictEqual(object.asked.length, many)
      })
    ))
})
