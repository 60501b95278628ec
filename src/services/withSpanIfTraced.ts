/**
 * Spans of what runs once for each file. Where nobody records spans there is none: one takes fifty steps of the runtime.
 */
import * as Context from "effect/Context"
import { liveServices } from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import type { SpanOptions } from "effect/Tracer"
import { Tracer } from "effect/Tracer"

/** The tracer of a program that has set none. Its spans reach nobody. */
const silent = Context.get(liveServices, Tracer)

/**
 * Whether somebody records spans.
 */
export const isTraced = ({ currentTracer }: { readonly currentTracer: Tracer | undefined }): boolean =>
  currentTracer !== silent

/**
 * Runs the effect in a span of this name, where a tracer was set.
 */
export const withSpanIfTraced =
  (name: string, options: Omit<SpanOptions, "parent"> = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      // Nothing here needs a parent, so the type stays as it is.
      isTraced(fiber) ? Effect.withSpan(effect, name, options) as Effect.Effect<A, E, R> : effect
    )

/**
 * Adds to the span at hand, if there is one. `Effect.annotateCurrentSpan` makes an error with its stack where there is none, for each
 * call.
 */
export const annotateSpanIfAny = (attributes: Readonly<Record<string, unknown>>): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const span = fiber.currentSpan
    if (span?._tag !== "Span") return Effect.void
    for (const [name, value] of Object.entries(attributes)) span.attribute(name, value)
    return Effect.void
  })
