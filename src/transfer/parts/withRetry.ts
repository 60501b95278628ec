/**
 * The one place that repeats a failed request. What is done about an error is the error's own word (`retry`); nothing else in the
 * library catches an error to try again.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberRef from "effect/FiberRef"
import * as Random from "effect/Random"
import type { CredentialExpired } from "../../domain/errors/StorageErrors.js"
import { StorageError } from "../../domain/errors/StorageErrors.js"
import { Connectivity } from "../../services/Connectivity.js"
import type { CredentialFailure } from "../../services/Credentials.js"
import { Credentials } from "../../services/Credentials.js"
import type { RetryPolicy } from "../../services/transfers/RetryPolicy.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import type { HostGate } from "../hosts/HostGate.js"
import { currentErrand, isHeldBack, waitAtGate, type Waiting } from "../hosts/HostGates.js"
import type { Failure } from "./Failure.js"
import { isCongestion, isExpired, isForeign, isHostTrouble, isLostOnTheWay, retryAfterOf } from "./Failure.js"
import type { RetryHooks } from "./RetryHooks.js"
import type { RetryTally } from "./RetryTally.js"
import { addFailures, givesUp, longestAtGate, mostFailures, noFailures } from "./RetryTally.js"
import { countRetry, countWait } from "./TransferMetrics.js"
import { watchEnd } from "./watchRequest.js"

/**
 * The owner of requests that belong to no upload or download that is shown: there is nobody to tell what they wait for.
 */
export const silentHooks = (known: Pick<RetryHooks, "policy" | "signIns" | "spaceId">): RetryHooks => ({
  ...known,
  progress: () => 0,
  waits: () => {},
  answered: () => {},
  congested: Effect.void
})

/**
 * Errors after the driver has done what it can: an expired credential does not come out.
 */
export type AfterRetries<E> = Exclude<E, CredentialExpired> | CredentialFailure

const pauseBefore = (policy: RetryPolicy, failures: number, error: Failure): Effect.Effect<number> => {
  const longest = Duration.toMillis(policy.longestPause)
  const grown = Math.min(longest, Duration.toMillis(policy.firstPause) * 2 ** (failures - 1))
  return Effect.map(Random.nextRange(0.5, 1), (share) => Math.max(retryAfterOf(error), grown * share))
}

/** Many clients have their network back in the same moment, and must not all ask in it: up to so many first pauses later. */
const mostScatter = 3

const untilOnline = Effect.fnUntraced(function*(policy: RetryPolicy) {
  const connectivity = yield* Connectivity
  const scatter = Random.nextRange(0, mostScatter * Duration.toMillis(policy.firstPause))
  const scattered = Effect.zipRight(connectivity.whenOnline, Effect.flatMap(scatter, Effect.sleep))
  yield* Effect.raceFirst(scattered, Effect.sleep(policy.offlineProbe))
})

const pause = Effect.fnUntraced(function*(hooks: RetryHooks, failures: number, error: Failure) {
  const millis = yield* pauseBefore(hooks.policy, failures, error)
  const until = Math.round((yield* Clock.currentTimeMillis) + millis)
  const reason = isCongestion(error) ? "server" : isForeign(error) ? "foreignAnswer" : "retry"
  hooks.pauses?.({ reason, error, attempt: failures, until })
  hooks.watch?.waits(reason, until)
  if (reason === "server") {
    const scheduler = yield* TransferScheduler
    yield* hooks.congested
    yield* scheduler.slowDown(until)
  }
  yield* Effect.sleep(millis)
})

/** Waits until the request may be made again, as its error asks. Before a host in trouble the line at its gate is the pause. */
const recover = Effect.fnUntraced(function*(
  hooks: RetryHooks,
  tally: RetryTally,
  signIns: number,
  error: Failure,
  gate: HostGate | undefined
) {
  if (isExpired(error)) return
  const waits = (why: "offline" | "signIn") => {
    tally.waited = true
    hooks.waits(why, error, tally.failures)
    hooks.watch?.waits(why, undefined)
    return countWait(why)
  }
  if (error.retry === "afterSignIn") {
    yield* waits("signIn")
    return yield* hooks.signIns.after(signIns)
  }
  const connectivity = yield* Connectivity
  if (isLostOnTheWay(error) && !(yield* connectivity.online)) {
    yield* waits("offline")
    return yield* untilOnline(hooks.policy)
  }
  if (isForeign(error)) {
    tally.waited = true
    hooks.waits("foreignAnswer", error, ++tally.foreign)
    yield* countWait("offline")
    return yield* pause(hooks, tally.foreign, error)
  }
  if (error.retry === "later" && error._tag !== "IntegrityError") {
    tally.paused = true
    if (gate !== undefined && isHostTrouble(error)) {
      addFailures(hooks.policy, tally, 1, gate)
      if (isCongestion(error)) yield* hooks.congested
      return
    }
    addFailures(hooks.policy, tally, 1)
    yield* countWait("pause")
    yield* pause(hooks, tally.failures, error)
  }
})

const asAccessDenied = (error: CredentialExpired): StorageError =>
  new StorageError({
    platform: error.platform,
    reason: "AccessDenied",
    detail: "a fresh credential is answered as expired"
  })

/**
 * How the request waits before a host in trouble: it tells until when at least, and fails with the error after the longest outage. Time in
 * which the machine sleeps or is offline does not count.
 */
const waitingFor = <E extends Failure>(
  hooks: RetryHooks,
  tally: RetryTally,
  error: E,
  { online }: Connectivity.Service,
  gate: HostGate | undefined
): Waiting<E> => {
  const reason = isCongestion(error) ? "server" : "retry"
  return {
    until: (time) => {
      tally.paused = true
      hooks.pauses?.({ reason, error, attempt: tally.failures, until: Math.round(time) })
      hooks.watch?.waits(reason, time)
    },
    rest: (millis) =>
      Effect.clockWith((clock) => {
        const longest = longestAtGate(hooks.policy)
        const rest = Math.min(millis, longest - tally.atGate)
        const before = clock.unsafeCurrentTimeMillis()
        const missed = gate?.missed ?? 0
        const count = Effect.map(online, (isOnline) => {
          const passed = Math.max(0, clock.unsafeCurrentTimeMillis() - before)
          if (isOnline) tally.atGate += Math.min(rest, passed)
          // Whoever goes to see fails for all in the line.
          if (gate && gate.missed > missed) addFailures(hooks.policy, tally, gate.missed - missed, gate)
        })
        const isOver = Effect.suspend(() => {
          tally.gaveUp = tally.atGate >= longest || tally.counted > mostFailures(hooks.policy)
          return tally.gaveUp ? Effect.fail(error) : Effect.void
        })
        return Effect.zipRight(Effect.ensuring(Effect.sleep(rest), count), isOver)
      })
  }
}

/** After the first failure; most requests have none. `signInsBefore`: those counted when the attempt began. */
const retry = <A, E extends Failure, R>(
  hooks: RetryHooks,
  attempt: Effect.Effect<A, E, R>,
  tally: RetryTally,
  first: E,
  signInsBefore: number
): Effect.Effect<A, AfterRetries<E>, R | Connectivity | Credentials | TransferScheduler> =>
  Effect.gen(function*() {
    const connectivity = yield* Connectivity
    const credentials = yield* Credentials
    const errand = yield* FiberRef.get(currentErrand)
    let error: E | CredentialFailure = first
    let signIns = signInsBefore
    /** What it waits at a gate for, and ends with when it has waited too long. */
    let cause: E | CredentialFailure | undefined
    while (true) {
      // It has waited in line for too long, which no request does for a credential.
      if (tally.gaveUp) return yield* Effect.fail(error as AfterRetries<E>)
      const gate = errand?.gates.troubled(errand, error)
      if (hooks.progress() > tally.progress) {
        Object.assign(tally, noFailures(), { progress: hooks.progress() })
      }
      const wasHeldBack = isHeldBack(error)
      // That it was held back says less than what came before, unless that was a credential, which is a fresh one by now.
      if (!wasHeldBack || cause === undefined || isExpired(cause)) cause = error
      const waiting = waitingFor(hooks, tally, cause, connectivity, gate)
      let next: Effect.Effect<A, E | CredentialFailure, R> = errand && gate
        ? waitAtGate(gate, errand, waiting, attempt)
        : attempt
      if (wasHeldBack) {
        // Another may have gone in its place: time must pass, whatever the gate says.
        next = Effect.zipRight(waiting.rest(Duration.toMillis(hooks.policy.firstPause)), next)
      } else {
        hooks.watch?.failed(error)
        if (givesUp(hooks.policy, tally, error)) {
          // The one error that must not come out has just been told apart, which the type of a union cannot say.
          return yield* Effect.fail(isExpired(error) ? asAccessDenied(error) : error as AfterRetries<E>)
        }
        yield* countRetry(error)
        yield* recover(hooks, tally, signIns, error, gate)
        if (isExpired(error)) next = Effect.zipRight(credentials.refresh(hooks.spaceId, error.version), attempt)
      }
      signIns = hooks.signIns.count()
      const result: Either.Either<A, E | CredentialFailure> = yield* Effect.either(next)
      if (Either.isRight(result)) {
        if (tally.waited) hooks.answered()
        if (tally.paused) hooks.pauses?.(undefined)
        return result.right
      }
      error = result.left
    }
  })

/**
 * Runs the attempt until it succeeds or cannot be helped. A permit belongs inside the attempt: a pause holds none.
 *
 * What happens by the error's `retry`. `now`, and damaged bytes: once more. `later`: after a pause, up to `failures` in a row; not when
 * it asks for a longer pause than `longestRetryAfter`. `afterRefresh`: with a fresh credential, twice in a row. `afterSignIn`: after the
 * next sign-in. Failures while the machine is offline do not count, nor do answers of something between here and the service, nor
 * those of a host that has answered before and is in trouble now: before its gate all requests of the client wait in one line, for
 * `longestOutage` at most. Where the caller has set `failures` they do count, and in the line those of whoever went to see.
 */
export const withRetry = <A, E extends Failure, R>(
  hooks: RetryHooks,
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, AfterRetries<E>, R | Connectivity | Credentials | TransferScheduler> =>
  watchEnd(
    hooks.watch,
    Effect.suspend(() => {
      const tally: RetryTally = { ...noFailures(), refreshes: 0, progress: hooks.progress() }
      const signIns = hooks.signIns.count()
      return Effect.catchAll(attempt, (error) => retry(hooks, attempt, tally, error, signIns))
    })
  )
