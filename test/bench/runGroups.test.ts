import { assert, describe, it } from "@effect/vitest"
import type { Row } from "../../bench/harness.js"
import type { Outcome, RunOptions } from "../../bench/runGroups.js"
import { runGroups } from "../../bench/runGroups.js"

const row: Row = { what: "a figure", ours: "1", value: 1 }

const nothing: Outcome = { rows: [], broken: [], unsteady: [], leftOut: [], cutOff: undefined }

const failing = (times: number) => {
  let left = times
  return () =>
    left-- > 0
      ? Promise.reject(new Error("two\n  lines", { cause: new Error("and why") }))
      : Promise.resolve([row])
}

const message = "two; lines (and why)"

const run = (groups: Parameters<typeof runGroups>[0], limits: Partial<RunOptions> = {}) =>
  runGroups(groups, Object.keys(groups), {
    mayBegin: () => true,
    over: new Promise(() => {}),
    tries: 2,
    onBegin: () => {},
    ...limits
  })

describe("the groups of the bench", () => {
  it("run once more where they threw, and say what they threw", async () => {
    assert.deepStrictEqual(await run({ once: failing(1), twice: failing(2), never: failing(0) }), {
      ...nothing,
      rows: [row, row],
      unsteady: [{ name: "once", message }],
      broken: [{ name: "twice", message }]
    })
  })

  it("are left out when the time is over", async () => {
    const mayBegin = () => false
    assert.deepStrictEqual(await run({ one: failing(0), other: failing(0) }, { mayBegin }), {
      ...nothing,
      leftOut: ["one", "other"]
    })
  })

  it("are cut off where they do not end in time, which is no failure", async () => {
    let end = () => {}
    const over = new Promise<void>((done) => {
      end = done
    })
    let runs = 0
    const stuck = () => {
      if (runs++ === 0) return Promise.reject(new Error("first"))
      end()
      return new Promise<never>(() => {})
    }
    assert.deepStrictEqual(await run({ before: failing(0), stuck, behind: failing(0) }, { over }), {
      ...nothing,
      rows: [row],
      unsteady: [{ name: "stuck", message: "first" }],
      leftOut: ["behind"],
      cutOff: "stuck"
    })
  })
})
