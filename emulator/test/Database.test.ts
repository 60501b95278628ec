import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schema } from "effect"
import * as Database from "../src/state/Database.js"
import type { StateStore, Transaction } from "../src/state/StateStore.js"
import { StateStoreError } from "../src/state/StateStore.js"

const full = new StateStoreError({ reason: "NoSpace", message: "full" })

/** A store whose next write waits for `finish`. */
const slowStore = Effect.gen(function*() {
  const writes: Array<ReadonlyArray<Transaction>> = []
  const answers: Array<Deferred.Deferred<void, StateStoreError>> = []
  const store: StateStore.Service = {
    load: Effect.succeed([]),
    append: (transactions) =>
      Effect.flatMap(Deferred.make<void, StateStoreError>(), (answer) => {
        writes.push(transactions)
        answers.push(answer)
        return Deferred.await(answer)
      })
  }
  return {
    store,
    writes,
    finish: (result: Effect.Effect<void, StateStoreError>) => {
      const answer = answers.shift()
      return answer === undefined ? Effect.dieMessage("nothing is being written") : Deferred.complete(answer, result)
    }
  }
})

const numbers = () => new Database.Collection("numbers", Schema.Number)

const settled = Effect.yieldNow().pipe(Effect.repeatN(20))

describe("the database", () => {
  it.effect("shows a commit at once, answers it when it is kept, and gathers what comes meanwhile", () =>
    Effect.gen(function*() {
      const { finish, store, writes } = yield* slowStore
      const rows = numbers()
      const database = yield* Database.make(store, [rows])
      const first = yield* Effect.fork(database.commit([rows.put("a", 1)]))
      yield* settled
      assert.strictEqual(rows.get("a"), 1)
      assert.isTrue((yield* Fiber.poll(first))._tag === "None")
      const rest = yield* Effect.fork(
        Effect.all([database.commit([rows.put("b", 2)]), database.commit([rows.remove("a")])], { concurrency: 2 })
      )
      yield* settled
      assert.strictEqual(writes.length, 1)
      yield* finish(Effect.void)
      yield* Fiber.join(first)
      yield* settled
      assert.strictEqual(writes.length, 2)
      assert.strictEqual(writes[1]?.length, 2)
      yield* finish(Effect.void)
      yield* Fiber.join(rest)
      assert.deepStrictEqual([...rows.rows], [["b", 2]])
    }).pipe(Effect.scoped))

  it.effect("takes back a write that failed and all that was made on top of it", () =>
    Effect.gen(function*() {
      const { finish, store } = yield* slowStore
      const seen: Array<[number | undefined, number | undefined]> = []
      const rows = new Database.Collection("numbers", Schema.Number, (before, after) => seen.push([before, after]))
      const database = yield* Database.make(store, [rows])
      const base = yield* Effect.fork(database.commit([rows.put("a", 1)]))
      yield* settled
      yield* finish(Effect.void)
      yield* Fiber.join(base)
      const one = yield* Effect.fork(Effect.flip(database.commit([rows.put("a", 2), rows.put("b", 1)])))
      yield* settled
      const two = yield* Effect.fork(Effect.flip(database.commit([rows.put("a", 3)])))
      yield* settled
      yield* finish(full)
      assert.strictEqual((yield* Fiber.join(one)).reason, "NoSpace")
      assert.strictEqual((yield* Fiber.join(two)).reason, "NoSpace")
      assert.deepStrictEqual([...rows.rows], [["a", 1]])
      assert.deepStrictEqual(seen.slice(-3), [[3, 2], [1, undefined], [2, 1]])
      const again = yield* Effect.fork(database.commit([rows.put("c", 1)]))
      yield* settled
      yield* finish(Effect.void)
      yield* Fiber.join(again)
      assert.deepStrictEqual([...rows.rows], [["a", 1], ["c", 1]])
    }).pipe(Effect.scoped))

  it.effect("finishes a commit whose caller went away", () =>
    Effect.gen(function*() {
      const { finish, store, writes } = yield* slowStore
      const rows = numbers()
      const database = yield* Database.make(store, [rows])
      const gone = yield* Effect.fork(database.commit([rows.put("a", 1)]))
      yield* settled
      yield* Fiber.interrupt(gone)
      yield* finish(Effect.void)
      yield* settled
      assert.deepStrictEqual([rows.get("a"), writes.length], [1, 1])
    }).pipe(Effect.scoped))

  it.effect("refuses rows that do not decode", () =>
    Effect.gen(function*() {
      const store: StateStore.Service = {
        load: Effect.succeed([[{ collection: "numbers", key: "a", value: "text" }]]),
        append: () => Effect.void
      }
      const error = yield* Effect.flip(Database.make(store, [numbers()]))
      assert.strictEqual(error.reason, "Damaged")
    }).pipe(Effect.scoped))
})
