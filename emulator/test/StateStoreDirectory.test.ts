import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import type { Change } from "../src/state/StateStore.js"
import * as StateStoreDirectory from "../src/state/StateStoreDirectory.js"

const directory = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "drive-state-"))),
  (made) => Effect.promise(() => fs.rm(made, { recursive: true, force: true }))
)

const set = (key: string, value: unknown): Change => ({ collection: "rows", key, value })

/** Opens, appends each list of transactions, closes. */
const append = (at: string, ...batches: ReadonlyArray<ReadonlyArray<ReadonlyArray<Change>>>) =>
  Effect.scoped(Effect.gen(function*() {
    const store = yield* StateStoreDirectory.make(at)
    yield* store.load
    for (const batch of batches) yield* store.append(batch)
  }))

const rowsIn = (at: string) =>
  Effect.scoped(Effect.gen(function*() {
    const store = yield* StateStoreDirectory.make(at)
    const rows = new Map<string, unknown>()
    for (const change of (yield* store.load).flat()) {
      if (change.value === null) rows.delete(change.key)
      else rows.set(change.key, change.value)
    }
    return Object.fromEntries(rows)
  }))

const logOf = (at: string) =>
  Effect.promise(async () => {
    const logs = (await fs.readdir(at)).filter((name) => name.endsWith(".log"))
    assert.strictEqual(logs.length, 1)
    return path.join(at, logs[0] ?? "")
  })

describe("the state in a directory", () => {
  it.live("gives back what was appended, the last value of each row, in order", () =>
    Effect.gen(function*() {
      const at = yield* directory
      yield* append(at, [[set("a", 1), set("b", { text: "ü\n\u2028" })]], [[set("a", 2)], [
        set("b", null),
        set("c", [])
      ]])
      assert.deepStrictEqual(yield* rowsIn(at), { a: 2, c: [] })
      assert.deepStrictEqual(yield* rowsIn(at), { a: 2, c: [] })
    }).pipe(Effect.scoped))

  it.live("is the same wherever a crash cuts the last transaction short", () =>
    Effect.gen(function*() {
      const at = yield* directory
      yield* append(at, [[set("a", 1)]], [[set("a", 2), set("b", 2)]])
      const log = yield* logOf(at)
      const whole = yield* Effect.promise(() => fs.readFile(log))
      const lastStart = whole.lastIndexOf("\n", whole.length - 2) + 1
      const end = whole.length
      for (const length of [lastStart, lastStart + 1, lastStart + 16, lastStart + 40, end - 2, end - 1, end]) {
        const copy = yield* directory
        yield* Effect.promise(() => fs.writeFile(path.join(copy, path.basename(log)), whole.subarray(0, length)))
        // Without its line break the line is whole, and so is its transaction.
        const expected = length >= whole.length - 1 ? { a: 2, b: 2 } : { a: 1 }
        assert.deepStrictEqual(yield* rowsIn(copy), expected)
        yield* append(copy, [[set("c", 3)]])
        assert.deepStrictEqual(yield* rowsIn(copy), { ...expected, c: 3 })
      }
    }).pipe(Effect.scoped))

  it.live("says so when something else than the end is damaged", () =>
    Effect.gen(function*() {
      const at = yield* directory
      yield* append(at, [[set("a", 1)]], [[set("b", 2)]])
      const log = yield* logOf(at)
      const text = yield* Effect.promise(() => fs.readFile(log, "utf8"))
      yield* Effect.promise(() => fs.writeFile(log, text.replace("\"key\":\"a\"", "\"key\":\"x\"")))
      const error = yield* Effect.flip(rowsIn(at))
      assert.deepStrictEqual([error.reason, error.message.endsWith("is damaged in line 1")], ["Damaged", true])
    }).pipe(Effect.scoped))

  it.live("a rewrite that was not finished does not count", () =>
    Effect.gen(function*() {
      const at = yield* directory
      yield* append(at, [[set("a", 1)]])
      const log = yield* logOf(at)
      yield* Effect.promise(() => fs.writeFile(log.replace(/\d+\.log$/, "99.log.tmp"), "half a li"))
      assert.deepStrictEqual(yield* rowsIn(at), { a: 1 })
    }).pipe(Effect.scoped))

  it.live("what others have put there stays", () =>
    Effect.gen(function*() {
      const at = yield* directory
      const theirs = path.join(at, "state-of-the-union.docx")
      yield* Effect.promise(() => fs.writeFile(theirs, "theirs"))
      yield* append(at, [[set("a", 1)]])
      yield* append(at, [[set("a", 2)]])
      assert.strictEqual(yield* Effect.promise(() => fs.readFile(theirs, "utf8")), "theirs")
    }).pipe(Effect.scoped))

  it.live("of two generations the newer one counts, because it was complete before it got its name", () =>
    Effect.gen(function*() {
      const at = yield* directory
      yield* append(at, [[set("a", 1)]])
      const log = yield* logOf(at)
      const older = yield* Effect.promise(() => fs.readFile(log))
      yield* append(at, [[set("a", 2)]])
      yield* Effect.promise(() => fs.writeFile(log, older))
      assert.deepStrictEqual(yield* rowsIn(at), { a: 2 })
    }).pipe(Effect.scoped))

  it.live("belongs to one process at a time; the lock of a dead one is taken over", () =>
    Effect.gen(function*() {
      const at = yield* directory
      yield* Effect.scoped(Effect.gen(function*() {
        yield* StateStoreDirectory.make(at)
        const error = yield* Effect.flip(Effect.scoped(StateStoreDirectory.make(at)))
        assert.strictEqual(error.reason, "InUse")
      }))
      const nobody = 2 ** 22 + 1
      for (const owner of [String(nobody), String(process.pid), "", "text"]) {
        yield* Effect.promise(() => fs.writeFile(path.join(at, "lock"), owner))
        assert.deepStrictEqual(yield* rowsIn(at), {})
      }
      yield* Effect.promise(() => fs.writeFile(path.join(at, "lock"), String(process.ppid)))
      assert.strictEqual((yield* Effect.flip(rowsIn(at))).reason, "InUse")
    }).pipe(Effect.scoped))
})
