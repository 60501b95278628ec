/**
 * Where Effects become promises: the only place of this face that runs anything.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { stepOf } from "../services/atOnce.js"
import { DriveDisposed } from "./DriveDisposed.js"
import { onAbort } from "./onAbort.js"
import { streamIterator } from "./streamIterator.js"

/**
 * Last argument of every method. If the signal is aborted, the promise rejects with its reason as soon as the work has
 * really ended.
 *
 * @since 1.0.7
 * @category models
 */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs Effects of one runtime as promises and streams as async iterables, and knows all that is running.
 *
 * @since 1.0.7
 * @category models
 */
export interface Runner<R> {
  /** Rejects with the effect's own error, never with a wrapper of it. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>
  /** Runs what ends at once; throws the effect's own error. */
  readonly runSync: <A, E>(effect: Effect.Effect<A, E, R>) => A
  /** Leaving the loop runs the stream's finalizers before the loop ends. */
  readonly iterate: <A, E>(stream: Stream.Stream<A, E, R>, options?: CallOptions) => AsyncIterableIterator<A>
  /** Runs until the returned function is called. */
  readonly start: (effect: Effect.Effect<unknown, never, R>) => () => void
  /** Interrupts all that runs, waits for it, then closes the runtime. */
  readonly dispose: () => Promise<void>
}

const aborted = (signal: AbortSignal | undefined): unknown =>
  signal?.aborted === true ? signal.reason : new DOMException("The operation was aborted", "AbortError")

/** What a promise rejects with: the reason of the abort, the failure itself, or the defect itself. */
const rejection = (cause: Cause.Cause<unknown>, whenInterrupted: () => unknown): unknown =>
  Cause.isInterruptedOnly(cause)
    ? whenInterrupted()
    : Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = <R, ER>(runtime: ManagedRuntime.ManagedRuntime<R, ER>): Runner<R> => {
  const fibers = new Set<Fiber.RuntimeFiber<unknown, unknown>>()
  const scopes = new Set<Scope.CloseableScope>()
  let disposal: Promise<void> | undefined

  const track = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): Fiber.RuntimeFiber<A, E> => {
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
    return fiber
  }
  const interrupt = (fiber: Fiber.RuntimeFiber<unknown, unknown>): void => {
    Effect.runFork(Fiber.interrupt(fiber))
  }
  const interruption = (signal: AbortSignal | undefined): unknown =>
    disposal === undefined ? aborted(signal) : new DriveDisposed()

  const run: Runner<R>["run"] = (effect, options) => {
    const signal = options?.signal
    if (disposal !== undefined) return Promise.reject(new DriveDisposed())
    if (signal?.aborted === true) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const fiber = track(runtime.runFork(effect))
      const off = onAbort(signal, () => interrupt(fiber))
      fiber.addObserver((exit) => {
        off()
        if (Exit.isSuccess(exit)) resolve(exit.value)
        else reject(rejection(exit.cause, () => interruption(signal)))
      })
    })
  }

  const runSync: Runner<R>["runSync"] = (effect) => {
    if (disposal !== undefined) throw new DriveDisposed()
    const step = stepOf(effect)
    if (step !== undefined) return step()
    const exit = runtime.runSyncExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw rejection(exit.cause, () => interruption(undefined))
  }

  const iterate: Runner<R>["iterate"] = (stream, options) =>
    streamIterator(stream, (pull) => run(pull, options), scopes)

  const start: Runner<R>["start"] = (effect) => {
    if (disposal !== undefined) throw new DriveDisposed()
    const fiber = track(runtime.runFork(effect))
    return () => interrupt(fiber)
  }

  const dispose = async () => {
    await Effect.runPromise(Fiber.interruptAll([...fibers]))
    await Effect.runPromise(Effect.forEach([...scopes], (scope) => Scope.close(scope, Exit.void), { discard: true }))
    await runtime.dispose()
  }

  return { run, runSync, iterate, start, dispose: () => (disposal ??= dispose()) }
}
