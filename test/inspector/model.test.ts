/** From what the drive tells to what is drawn: rows, bars, parts, throughput. */
import { Effect } from "effect"
import { TransportError } from "effect-drive/promise"
import { describe, expect, test } from "vitest"
import { barsOf, rowsIn } from "../../src/inspector/model/bars.js"
import { errorNote } from "../../src/inspector/model/ErrorNote.js"
import { eventNote } from "../../src/inspector/model/EventNote.js"
import { mostCells, PartMap } from "../../src/inspector/model/PartMap.js"
import { Recorder } from "../../src/inspector/model/Recorder.js"
import { lastTry, progressOf } from "../../src/inspector/model/RequestRow.js"
import { roundScale, Throughput } from "../../src/inspector/model/Throughput.js"
import type { RetryHooks } from "../../src/transfer/parts/RetryHooks.js"
import { showParts, watchEnd, watchRequest } from "../../src/transfer/parts/watchRequest.js"

const broken = new TransportError({ reason: "Network", method: "PUT", path: "https://s3.example.com/b/k" })

const recording = () => {
  const time = { now: 1_000_000 }
  const recorder = new Recorder(() => time.now, () => "film.mp4")
  const stored = new Map<number, unknown>()
  recorder.parts({ owner: "u", size: 100, partSize: 10, stored, found: new Set() })
  const part = (number: number) =>
    recorder.request({ owner: "u", kind: "part", method: "PUT", path: "part", part: number, bytes: 10 })
  return { time, recorder, part, map: recorder.maps.get("u")!.map, stored }
}

describe("a drive that nobody looks at", () => {
  const hooks = { inspection: {} } as RetryHooks
  const effect = Effect.succeed(1)

  test("makes no object for a request, and wraps nothing around it", () => {
    const requester = { id: "u", hooks }
    expect(watchRequest(requester, { kind: "part", method: "PUT", path: "part", part: 1, bytes: 10 })).toBe(requester)
    expect(watchEnd(undefined, effect)).toBe(effect)
  })

  test("shows which parts an upload has while they are sent, for who looks later", () => {
    const { inspection } = hooks
    const stored = new Map([[1, {}]])
    const looked = Effect.sync(() => inspection?.parts?.get("u"))
    const shown = Effect.runSync(showParts({ id: "u", hooks }, { size: 20, partSize: 10, stored }, looked))
    expect(shown).toEqual({ owner: "u", size: 20, partSize: 10, stored, found: new Set([1]) })
    expect(inspection?.parts?.size).toBe(0)
  })
})

describe("a request", () => {
  test("is queued, sends, is answered: three bars, one after the other", () => {
    const { part, recorder, time } = recording()
    const watch = part(1)
    watch.queued("part")
    time.now += 1000
    watch.started()
    time.now += 1000
    watch.moved(10)
    time.now += 1000
    watch.answered(200)
    watch.ended(undefined)
    const [row] = recorder.ended
    expect([row?.outcome, row?.status]).toEqual(["done", 200])
    const bars = barsOf(row!, { from: 1_000_000, to: 1_004_000 })
    expect(bars).toEqual([
      { kind: "line", from: 0, to: 0.25, isLive: false },
      { kind: "send", from: 0.25, to: 0.5, isLive: false },
      { kind: "answer", from: 0.5, to: 0.75, isLive: false }
    ])
  })

  test("that breaks off waits and is made again in the same row", () => {
    const { map, part, recorder, time } = recording()
    const watch = part(3)
    watch.queued("part")
    watch.started()
    time.now += 1000
    watch.moved(4)
    watch.failed(broken)
    expect(map.stateOf(3)).toBe("retry")
    watch.waits("retry", time.now + 2000)
    const [row] = recorder.open.values()
    expect(row?.waiting).toEqual({ reason: "retry", since: time.now, until: time.now + 2000 })
    const waiting = barsOf(row!, { from: 1_000_000, to: 1_002_000 })
    expect(waiting.map(({ isLive, kind }) => [kind, isLive])).toEqual([
      ["line", false],
      ["send", false],
      ["broke", false],
      ["pause", true]
    ])
    time.now += 2000
    watch.queued("part")
    watch.started()
    watch.moved(5)
    expect(row?.waiting).toBeUndefined()
    expect(progressOf(row!)).toBe(0.5)
    expect(map.stateOf(3)).toBe("flight")
    watch.moved(5)
    watch.ended(undefined)
    expect(map.stateOf(3)).toBe("done")
    expect(map.troubleOf(3)).toMatchObject({ tries: 1, error: { tag: "TransportError", reason: "Network" } })
    expect(recorder.moved).toEqual({ bytes: 14, again: 4 })
    expect(row?.tries).toHaveLength(2)
  })

  test("whose answer was lost, and that is found without another try, is drawn to its end", () => {
    const { part, recorder, time } = recording()
    const watch = part(1)
    watch.started()
    time.now += 1000
    watch.moved(10)
    watch.failed(broken)
    watch.waits("retry", time.now + 1000)
    time.now += 1000
    watch.ended(undefined)
    const bars = barsOf(recorder.ended[0]!, { from: 1_000_000, to: 1_002_000 })
    expect(bars.map(({ from, kind, to }) => [kind, from, to])).toEqual([
      ["send", 0, 0.5],
      ["answer", 0.5, 0.5],
      ["broke", 0.5, 0.5],
      ["pause", 0.5, 1]
    ])
  })

  test("that cannot be helped is an error, with its cause, in the list, the map and the events", () => {
    const { map, part, recorder } = recording()
    const watch = part(2)
    watch.started()
    watch.failed(broken)
    watch.ended(broken)
    expect(map.stateOf(2)).toBe("failed")
    expect(recorder.errors).toHaveLength(1)
    expect(recorder.events.map(({ note }) => note._tag)).toEqual(["failed", "broke"])
    expect(recorder.open.size).toBe(0)
  })

  test("that was left is none, and its part is as before", () => {
    const { map, part, recorder } = recording()
    const watch = part(2)
    watch.started()
    watch.ended("left")
    expect([recorder.errors, map.stateOf(2), recorder.ended[0]?.outcome]).toEqual([[], "waiting", "left"])
  })

  test("goes out of the picture when it is older than the window", () => {
    const { part, recorder, time } = recording()
    part(1).ended(undefined)
    const late = part(2)
    expect(rowsIn(recorder.ended, { from: time.now, to: time.now + 12_000 })).toHaveLength(1)
    expect(rowsIn(recorder.ended, { from: time.now + 1, to: time.now + 12_001 })).toHaveLength(0)
    late.ended("left")
  })

  test("a call of the product API is a row of its own, unless it is a part of another request", async () => {
    const { part, recorder } = recording()
    const call = recorder.call({ method: "GET", operation: "Files.list", path: "/list" }, Effect.succeed(1))
    expect(await Effect.runPromise(call)).toBe(1)
    expect(recorder.ended.map(({ name, outcome }) => [name, outcome])).toEqual([["Files.list", "done"]])
    await Effect.runPromise(part(1).around(call))
    expect(recorder.ended).toHaveLength(1)
    const failing = recorder.call({ method: "GET", operation: "Files.list", path: "/list" }, Effect.fail(broken))
    expect(await Effect.runPromise(Effect.flip(failing))).toBe(broken)
    expect(lastTry(recorder.ended[1]!)?.error?.reason).toBe("Network")
  })
})

describe("the map of parts", () => {
  test("counts each part once, whatever it goes through", () => {
    const map = new PartMap(95, 10)
    expect([map.count, map.bytesOf(1), map.bytesOf(10)]).toEqual([10, 10, 5])
    map.hashed(45)
    map.learn(new Map([[1, {}], [2, {}]]), new Set([1]))
    map.set(3, "flight")
    expect(map.counts()).toEqual({
      waiting: 6,
      hashed: 1,
      queued: 0,
      flight: 1,
      done: 1,
      reused: 1,
      retry: 0,
      failed: 0
    })
    expect(map.runs().map(({ first, last, state }) => `${first}-${last} ${state}`)).toEqual([
      "1-1 reused",
      "2-2 done",
      "3-3 flight",
      "4-4 hashed",
      "5-10 waiting"
    ])
    map.finish()
    expect(map.counts()).toMatchObject({ done: 9, reused: 1 })
  })

  test("ten thousand parts share cells, each of which shows the worst of its parts", () => {
    const map = new PartMap(10_000, 1)
    map.finish()
    map.set(4321, "failed")
    map.set(4322, "retry")
    const cells = map.cells()
    expect(cells.length).toBeLessThanOrEqual(mostCells)
    expect(cells.filter(({ state }) => state === "failed")).toHaveLength(1)
    const failed = cells.find(({ state }) => state === "failed")
    expect(failed!.first <= 4321 && failed!.last >= 4321).toBe(true)
    expect(cells[cells.length - 1]?.last).toBe(10_000)
    expect(map.counts().failed).toBe(1)
  })

  test("of an upload that began before is learned from what the storage has", () => {
    const { map, recorder, stored } = recording()
    for (const part of [1, 2, 3]) stored.set(part, {})
    recorder.parts({ owner: "u", size: 100, partSize: 10, stored, found: new Set([1]) })
    expect([1, 2, 3, 4].map((part) => map.stateOf(part))).toEqual(["reused", "done", "done", "waiting"])
  })
})

describe("throughput", () => {
  test("is the mean of the last second, and falls to nothing", () => {
    const line = new Throughput()
    for (let now = 100_000; now < 101_250; now += 250) line.add(250_000, now)
    expect(line.speed(101_250)).toBe(1_000_000)
    expect(line.speed(103_000)).toBe(0)
    expect(line.line(103_000)).toHaveLength(240)
    expect(Math.max(...line.line(103_000))).toBe(1_000_000)
    expect(Math.max(...line.line(200_000))).toBe(0)
  })

  test("has a scale of 1, 2 and 5, which does not jump", () => {
    expect([0, 1, 3, 18, 24, 51].map(roundScale)).toEqual([1, 1, 5, 20, 50, 100])
    const line = new Throughput()
    line.add(1_000_000, 100_000)
    expect(line.top(100_250)).toBe(1_000_000)
    expect(line.top(104_000)).toBe(1_000_000)
    expect(line.top(170_000)).toBe(1)
  })
})

describe("what is shown of errors and events", () => {
  test("is without queries, and of a foreign cause only its kind", () => {
    const cause = Object.assign(new Error("fetch https://s3.example.com/k?X-Amz-Signature=abc failed"), { name: "Odd" })
    const error = Object.assign(new Error("PUT https://s3.example.com/k?sig=abc broke", { cause }), { _tag: "Broken" })
    expect(errorNote(error)).toEqual({
      tag: "Broken",
      reason: undefined,
      message: "PUT https://s3.example.com/k broke",
      advice: undefined,
      causes: ["Odd"]
    })
  })

  test("counts files and names no person", () => {
    expect(eventNote({ _tag: "SignedIn", wsid: "w-secret" as never })).toEqual({ _tag: "signedIn" })
  })
})
