import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import type { Transfer } from "../../../src/services/transfers/TransferList.js"
import { TransferList } from "../../../src/services/transfers/TransferList.js"

type Entry = Transfer<number, string, never>

class List extends TransferList<Entry, number, string, never> {
  private ended = false

  end(entry: Entry): void {
    this.ended = true
    this.tellEnd(entry)
  }

  protected hasEnded(): boolean {
    return this.ended
  }

  protected endingOf(): Exit.Exit<string> | undefined {
    return this.ended ? Exit.succeed("done") : undefined
  }
}

const setup = () => {
  const entry: Entry = { id: "a", snapshot: 0, listeners: undefined, waiting: undefined }
  return { entry, list: new List(() => {}, (cause) => assert.fail(String(cause))) }
}

describe("the end of a transfer", () => {
  it.effect("is told to all who wait, fibers and plain functions, and at once to who comes later", () =>
    Effect.gen(function*() {
      const { entry, list } = setup()
      const told: Array<Exit.Exit<string>> = []
      const waiting = yield* Effect.fork(list.await(entry))
      yield* Effect.yieldNow()
      list.onEnd(entry, (exit) => told.push(exit))
      list.end(entry)
      assert.strictEqual(yield* waiting, "done")
      assert.strictEqual(yield* list.await(entry), "done")
      list.onEnd(entry, (exit) => told.push(exit))
      assert.deepStrictEqual(told, [Exit.succeed("done"), Exit.succeed("done")])
    }))

  it.effect("is not told to who has stopped waiting", () =>
    Effect.gen(function*() {
      const { entry, list } = setup()
      const leave = list.onEnd(entry, () => assert.fail("it does not wait any more"))
      yield* Effect.race(list.await(entry), Effect.void)
      leave()
      assert.deepStrictEqual(entry.waiting, [])
      list.end(entry)
    }))
})
