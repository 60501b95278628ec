/** What is measured of requests that stand still and of transfers in the queue, under virtual time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric, MetricState } from "effect"
import { bytesOf, withDrive } from "../transfer/upload/memoryUploads.js"

const storage = { path: "memory://storage", method: "PUT" } as const

const stalls = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.reduce(
      (sum, { metricKey, metricState }) =>
        metricKey.name === "drive.stalls" && MetricState.isCounterState(metricState)
          ? sum + Number(metricState.count)
          : sum,
      0
    )
)

const queued = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.flatMap(({ metricKey, metricState }) =>
      metricKey.name === "drive.queue" && [...metricKey.tags].some(({ value }) => value === "up") &&
        MetricState.isGaugeState(metricState)
        ? [Number(metricState.value)]
        : []
    )
)

describe("metrics", () => {
  it.live("count each request that stands still, and no other failure", () =>
    withDrive({
      faults: [
        { match: storage, action: { _tag: "delay", millis: 700_000 }, times: 2 },
        { match: storage, action: { _tag: "reset" } }
      ]
    }, (_drive, uploads) =>
      Effect.gen(function*() {
        const before = yield* stalls
        const upload = yield* uploads.start({ source: bytesOf(50), name: "a" })
        yield* upload.await
        assert.strictEqual((yield* stalls) - before, 2)
      })))

  it.live("say how many uploads are queued, while they are and when none is", () =>
    withDrive({ bytesPerSecond: 1000, latency: 5 }, (_drive, uploads) =>
      Effect.gen(function*() {
        for (let index = 0; index < 40; index++) {
          yield* uploads.start({ source: bytesOf(50, index), name: `${index}` })
        }
        yield* Effect.sleep("1 millis")
        // Nine run at once.
        assert.deepStrictEqual(yield* queued, [31])
        yield* Effect.sleep("1 minute")
        assert.deepStrictEqual(yield* queued, [0])
      })))
})
