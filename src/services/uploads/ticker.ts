/**
 * Shows byte counts and speeds at most ten times a second for each upload, and sleeps when nothing moves.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Core } from "./Core.js"

const interval = "100 millis"

export const tick = (core: Core, wake: Effect.Latch) =>
  Effect.gen(function*() {
    const { registry, running } = core
    yield* wake.await
    yield* wake.close
    while (true) {
      yield* Effect.sleep(interval)
      const now = yield* Clock.currentTimeMillis
      let moving = false
      for (const entry of running) {
        const isDirty = registry.dirty.has(entry)
        const before = entry.meter.speed()
        if (!isDirty && before === 0) continue
        moving = entry.meter.measure(now) || moving
        if (isDirty || entry.meter.speed() !== before) {
          registry.publish(entry, { parallel: entry.request.parallel ?? core.width.current() })
        }
      }
      registry.dirty.clear()
      if (!moving) return
    }
  })
