/**
 * Where Effects become promises: the only place of this face that runs anything.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { stepOf } from "../services/atOnce.js"
import type { Ending } from "../services/Ending.js"
import { onEnd } from "../services/Ending.js"
import { DriveDisposed } from "./DriveDisposed.js"
import { ignorable, markFailed } from "./endPromise.js"
import { checkSignal, onAbort } from "./onAbort.js"
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
  /** The end of what was started: the promise may be ignored, and ten thousand may wait. */
  readonly runToEnd: <A, E>(started: Ending<A, E, R>) => Promise<A>
  /** Runs what ends at once; throws the effect's own error. */
  readonly runSync: <A, E>(effect: Effect.Effect<A, E, R>) => A
  /** Leaving the loop runs the stream's finalizers before the loop ends. */
  readonly iterate: <A, E>(stream: Stream.Stream<A, E, R>, options?: CallOptions) => AsyncIterableIterator<A>
  /** Runs until the returned function is called. */
  readonly start: (effect: Effect.Effect<unknown, never, R>) => () => void
  /** Interrupts all that runs, waits for it, then closes the runtime. */
  readonly dispose: () => Promise<void>
}

/** One who waits for an end. A class, so that nothing is kept but what that needs. */
class Wait<A> {
  private resolve!: (value: A) => void
  private reject!: (error: unknown) => void
  readonly promise = new Promise<A>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })

  end(exit: Exit.Exit<A, unknown>, rejection: (cause: Cause.Cause<unknown>) => unknown): void {
    if (Exit.isSuccess(exit)) return this.resolve(exit.value)
    markFailed(this.promise)
    this.reject(rejection(exit.cause))
  }
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = <R, ER>(runtime: ManagedRuntime.ManagedRuntime<R, ER>): Runner<R> => {
  const fibers = new Set<Fiber.RuntimeFiber<unknown, unknown>>()
  /** Of those who wait without a fiber. */
  const waits = new Set<Pick<Wait<never>, "end">>()
  const scopes = new Set<Scope.CloseableScope>()
  let disposal: Promise<void> | undefined

  const checkOpen = (): void => {
    if (disposal !== undefined) throw new DriveDisposed()
  }

  /** What a promise rejects with: the reason of the abort, the failure itself, or the defect itself. */
  const rejection = (cause: Cause.Cause<unknown>, signal?: AbortSignal): unknown => {
    if (!Cause.isInterruptedOnly(cause)) return Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))
    if (disposal !== undefined) return new DriveDisposed()
    return signal?.aborted === true ? signal.reason : new DOMException("aborted", "AbortError")
  }

  /** Begins the effect in a fiber. Returns the function that interrupts it. */
  const begin = <A, E>(effect: Effect.Effect<A, E, R>, ended: (exit: Exit.Exit<A, E | ER>) => void): () => void => {
    const fiber = runtime.runFork(effect)
    fibers.add(fiber)
    fiber.addObserver((exit) => {
      fibers.delete(fiber)
      ended(exit)
    })
    return () => void Effect.runFork(Fiber.interrupt(fiber))
  }

  const run: Runner<R>["run"] = (effect, options) => {
    const signal = options?.signal
    return new Promise((resolve, reject) => {
      // The promise rejects with what these throw.
      checkOpen()
      checkSignal(signal)
      let end = () => {}
      const off = signal && onAbort(signal, () => end())
      end = begin(effect, (exit) => {
        off?.()
        if (Exit.isSuccess(exit)) resolve(exit.value)
        else reject(rejection(exit.cause, signal))
      })
      // One who hears of an event may abort while the first step is done.
      if (signal?.aborted === true) end()
    })
  }

  const runToEnd: Runner<R>["runToEnd"] = <A, E>(started: Ending<A, E, R>): Promise<A> => {
    if (started[onEnd] === undefined || disposal !== undefined) return ignorable(run(started.await))
    const wait = new Wait<A>()
    waits.add(wait)
    started[onEnd]((exit) => {
      if (waits.delete(wait)) wait.end(exit, rejection)
    })
    return wait.promise
  }

  const runSync: Runner<R>["runSync"] = (effect) => {
    checkOpen()
    const step = stepOf(effect)
    if (step !== undefined) return step()
    const exit = runtime.runSyncExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw rejection(exit.cause)
  }

  const iterate: Runner<R>["iterate"] = (stream, options) =>
    streamIterator(stream, (pull) => run(pull, options), scopes)

  const start: Runner<R>["start"] = (effect) => {
    checkOpen()
    return begin(effect, () => {})
  }

  const dispose = async () => {
    await Effect.runPromise(Fiber.interruptAll(fibers))
    for (const wait of waits) wait.end(Exit.interrupt(FiberId.none), rejection)
    waits.clear()
    await Effect.runPromise(Effect.forEach(scopes, (scope) => Scope.close(scope, Exit.void), { discard: true }))
    await runtime.dispose()
  }

  return { run, runToEnd, runSync, iterate, start, dispose: () => (disposal ??= dispose()) }
}
