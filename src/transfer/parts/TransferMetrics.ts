/**
 * What transfers count, as metrics of Effect. A program that exports none pays for a few additions.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Metric from "effect/Metric"
import type { MetricLabel } from "effect/MetricLabel"
import { bracket } from "../../services/bracket.js"

export type Direction = "up" | "down"

const bytes = Metric.counter("drive.bytes", {
  description: "bytes that the storage has accepted (up) or that have arrived (down)",
  incremental: true
})

const parts = Metric.counter("drive.parts", {
  description: "parts and whole files that the storage has accepted, ranges that have arrived",
  incremental: true
})

/** Made once: a tag costs more than what it counts. */
const moved = {
  up: { bytes: Metric.tagged(bytes, "direction", "up"), parts: Metric.tagged(parts, "direction", "up") },
  down: { bytes: Metric.tagged(bytes, "direction", "down"), parts: Metric.tagged(parts, "direction", "down") }
}

const retries = Metric.counter("drive.retries", {
  description: "requests that are made once more, by the tag of the error",
  incremental: true
})

const waits = Metric.counter("drive.waits", {
  description: "how often a request waits before it is made once more, by the reason",
  incremental: true
})

const stalls = Metric.counter("drive.stalls", { description: "requests that stalled", incremental: true })

const queue = Metric.gauge("drive.queue", {
  description: "transfers that wait for their turn, when one begins or ends"
})

const queues = { up: Metric.tagged(queue, "direction", "up"), down: Metric.tagged(queue, "direction", "down") }

/**
 * Labels that a program adds to metrics.
 */
export type Labels = ReadonlyArray<MetricLabel>

/**
 * A part, a whole file or a range is over.
 */
export const countBytesNow = (direction: Direction, size: number, labels: Labels): void => {
  const counters = moved[direction]
  counters.bytes.unsafeUpdate(size, labels)
  counters.parts.unsafeUpdate(1, labels)
}

/**
 * The same with the labels of the fiber.
 */
export const countBytes = (direction: Direction, size: number): Effect.Effect<void> =>
  Effect.map(FiberRef.get(FiberRef.currentMetricLabels), (labels) => countBytesNow(direction, size, labels))

/**
 * A request failed with this error and is made once more.
 */
export const countRetry = (error: { readonly _tag: string }): Effect.Effect<void> => {
  const counted = Metric.increment(Metric.tagged(retries, "error", error._tag))
  return "reason" in error && error.reason === "Stalled" ? Effect.zipRight(counted, Metric.increment(stalls)) : counted
}

export const countWait = (reason: "offline" | "pause" | "signIn"): Effect.Effect<void> =>
  Metric.increment(Metric.tagged(waits, "reason", reason))

/**
 * So many transfers wait.
 */
export const countQueue = (direction: Direction, waiting: number, labels: Labels): void =>
  queues[direction].unsafeUpdate(waiting, labels)

/**
 * How many transfers wait, as the effect begins and as it ends.
 */
export const countQueueAround = <A, E, R>(
  direction: Direction,
  waiting: () => number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const labels = fiber.getFiberRef(FiberRef.currentMetricLabels)
    const count = () => countQueue(direction, waiting(), labels)
    return bracket(count, () => effect, count)
  })
