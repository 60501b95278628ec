/** The page's hash worker when it ends while somebody asks. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { workerOnDemand } from "../../../../src/layers/browser/hash/HashWorkers.js"
import { digestInWorker } from "../../../../src/layers/browser/hash/WorkerHashing.js"

/** Says that it is ready to whoever listens, and nothing more. */
class SilentWorker extends EventTarget implements Worker {
  onmessageerror = null
  onerror: Worker["onerror"] = null
  private listener: Worker["onmessage"] = null
  get onmessage() {
    return this.listener
  }
  set onmessage(listener) {
    this.listener = listener
    listener?.call(this, new MessageEvent("message", { data: { type: "ready" } }))
  }
  postMessage() {}
  terminate() {}
}

describe("workerOnDemand", () => {
  it.scoped("a worker that was let go of answers nobody: who has asked it, or asks it later, hears that it is lost", () =>
    Effect.gen(function*() {
      const { forget, get } = yield* workerOnDemand([{ name: "option", open: () => new SilentWorker() }])
      const worker = Option.getOrThrow(yield* get)
      const heard: Array<string> = []
      const ask = digestInWorker(worker, new Blob(["a"]), ["md5"]).pipe(
        Effect.catchAll((error) => Effect.sync(() => heard.push(error._tag))),
        Effect.fork,
        Effect.zipLeft(Effect.yieldNow())
      )
      yield* ask
      assert.deepStrictEqual(heard, [])
      yield* forget(worker)
      yield* Effect.yieldNow()
      assert.deepStrictEqual(heard, ["Lost"])
      yield* ask
      assert.deepStrictEqual(heard, ["Lost", "Lost"])
    }))
})
