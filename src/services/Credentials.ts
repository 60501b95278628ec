/**
 * Storage credentials of spaces: fetched on first use, refreshed before they expire, and only once for all concurrent
 * callers.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import { CredentialResponse, fromResponse } from "../domain/CredentialResponse.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import type { SpaceId } from "../domain/Ids.js"
import { requireSpaceId } from "../domain/Space.js"
import type { StorageCredential } from "../domain/StorageCredential.js"
import { expiresWithin, isOver } from "../domain/StorageCredential.js"
import type { ApiFailure } from "./DriveApi.js"
import { DriveApi } from "./DriveApi.js"
import { DriveConfig } from "./DriveConfig.js"
import { DriveEvents } from "./DriveEvents.js"
import { layerOf } from "./inOrder.js"
import { KnownHosts } from "./KnownHosts.js"
import * as SingleFlight from "./SingleFlight.js"

/**
 * How fetching a storage credential can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type CredentialFailure = ApiFailure | InvalidInput | StorageError

export declare namespace Credentials {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * The space's credential; fetched if there is none or it expires soon. `repeatable` as in `ApiRequest`: a caller who can do without
     * does not ask again after a refusal.
     */
    readonly get: (
      spaceId: string,
      repeatable?: "ifUnanswered"
    ) => Effect.Effect<StorageCredential, CredentialFailure>
    /** A credential newer than the given version. Makes no call if there already is one. */
    readonly refresh: (spaceId: string, staleVersion: number) => Effect.Effect<StorageCredential, CredentialFailure>
    /** Forgets all credentials (logout). */
    readonly clear: Effect.Effect<void>
  }
}

/** What is held for the user who is signed in; logout replaces it as a whole, so that late answers find nobody. */
interface Held {
  readonly credentials: Map<SpaceId, StorageCredential>
  /** Spaces whose refresh ended with 401: the timer leaves them alone until a refresh succeeds again. */
  readonly signedOut: Set<SpaceId>
}

const refreshes = Metric.counter("drive.refreshes", { incremental: true })

/** Whoever was answered so late, in milliseconds, came in a crowd: their credentials end together, and are not renewed together. */
const slowAnswer = 1000

/** The delay is at most this part of the time before its end in which a credential is renewed. */
const largestDelay = 0.4

/** Milliseconds that a caller waits for another credential while there is one that still works. */
const longestWait = 10_000

const nothingHeld = (): Held => ({ credentials: new Map(), signedOut: new Set() })

const make = Effect.gen(function*() {
  const api = yield* DriveApi
  const events = yield* DriveEvents
  const hosts = yield* KnownHosts
  const { checkInterval, refreshInterval, refreshThreshold } = (yield* DriveConfig).credentials
  const flights = yield* SingleFlight.make<StorageCredential, CredentialFailure>(true)
  const versions = new Map<SpaceId, number>()
  let held = nothingHeld()

  /** Those whose renewal was waited for in vain. */
  const kept = new WeakSet<StorageCredential>()

  /** Milliseconds by which a credential is renewed later than it could be. */
  const delays = new WeakMap<StorageCredential, number>()

  const isNearlyOver = (credential: StorageCredential, now: number) =>
    expiresWithin(credential, now - (delays.get(credential) ?? 0), { threshold: refreshThreshold, refreshInterval })

  /** One that was just fetched is used although it is nearly over: another would not live longer. So is one whose renewal hangs. */
  const isUsable = (credential: StorageCredential, now: number) =>
    !isOver(credential, now) &&
    (!isNearlyOver(credential, now) || now - credential.fetchedAt < Duration.toMillis(checkInterval) ||
      (kept.has(credential) && flights.isUnderway(credential.spaceId)))

  const fetch = Effect.fnUntraced(function*(spaceId: SpaceId, repeatable?: "ifUnanswered") {
    const holder = held
    const fetchedAt = yield* Clock.currentTimeMillis
    const response = yield* api.request({
      operation: "Credentials.fetch",
      method: "GET",
      path: `/api/v2/drive/space/${encodeURIComponent(spaceId)}/token`,
      response: CredentialResponse,
      repeatable
    })
    const version = (versions.get(spaceId) ?? 0) + 1
    const credential = yield* fromResponse(response, { spaceId, version, fetchedAt })
    versions.set(spaceId, version)
    const now = yield* Clock.currentTimeMillis
    if (credential.expiresAt !== undefined && now - fetchedAt > slowAnswer) {
      const longest = largestDelay * Math.min(credential.expiresAt - now, Duration.toMillis(refreshThreshold))
      delays.set(credential, yield* Random.nextRange(0, longest))
    }
    yield* Metric.increment(refreshes)
    holder.credentials.set(spaceId, credential)
    holder.signedOut.delete(spaceId)
    if (holder === held) yield* events.publish({ _tag: "CredentialRefreshed", spaceId, version })
    return credential
  })

  const renew = (spaceId: SpaceId, repeatable?: "ifUnanswered") => flights.join(spaceId, fetch(spaceId, repeatable))

  const logKept = (spaceId: SpaceId, why: string) => Effect.logWarning(`space ${spaceId} keeps its credential: ${why}`)

  const renewOrKeep = (current: StorageCredential) => {
    const keepOr = <E>(otherwise: Effect.Effect<never, E>, why: string) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => isOver(current, now) ? otherwise : Effect.as(logKept(current.spaceId, why), current)
      )
    // It goes on for those who come later when nobody waits any longer.
    const renewing = flights.join(current.spaceId, fetch(current.spaceId), true)
    const renewed = Effect.catchAll(renewing, (failure) => keepOr(Effect.fail(failure), failure.message))
    const inTime = Effect.suspend(() => {
      kept.add(current)
      return keepOr(Effect.never, "no answer yet")
    })
    return Effect.raceFirst(renewed, Effect.delay(inTime, longestWait))
  }

  const renewAhead = ({ spaceId }: StorageCredential) => {
    const holder = held
    const renewed = renew(spaceId)
    return (hosts?.gates?.inBackground(renewed) ?? renewed).pipe(
      Effect.catchAll((failure) => {
        if (failure._tag === "TokenExpired") holder.signedOut.add(spaceId)
        return logKept(spaceId, failure.message)
      })
    )
  }

  events.inspection.credentials = { ahead: refreshThreshold, held: () => held.credentials }

  const scope = yield* Effect.scope

  const lookAhead = Effect.clockWith((clock) => {
    const now = clock.unsafeCurrentTimeMillis()
    const due = [...held.credentials.values()].filter((credential) =>
      isNearlyOver(credential, now) && !held.signedOut.has(credential.spaceId) &&
      !flights.isUnderway(credential.spaceId)
    )
    // Not awaited: a call that hangs must not keep the other spaces from being looked at.
    return Effect.forEach(due, (credential) => Effect.forkIn(renewAhead(credential), scope), { discard: true })
  })

  yield* lookAhead.pipe(
    Effect.catchAllDefect((defect) => Effect.logError("looking after credentials failed", Cause.die(defect))),
    Effect.repeat(Schedule.spaced(checkInterval)),
    Effect.interruptible,
    Effect.forkScoped
  )

  return {
    // Asked for each part and each call: a credential that is at hand is a matter of a few steps, and of no span.
    get: (space: string, repeatable?: "ifUnanswered") =>
      Effect.clockWith((clock) =>
        Effect.flatMap(requireSpaceId(space), (spaceId) => {
          const current = held.credentials.get(spaceId)
          if (current !== undefined && isUsable(current, clock.unsafeCurrentTimeMillis())) {
            return Effect.succeed(current)
          }
          return Effect.withSpan(
            current === undefined ? renew(spaceId, repeatable) : renewOrKeep(current),
            "Credentials.get"
          )
        })
      ),
    refresh: Effect.fn("Credentials.refresh")(function*(space: string, staleVersion: number) {
      const spaceId = yield* requireSpaceId(space)
      const current = held.credentials.get(spaceId)
      return current !== undefined && current.version > staleVersion ? current : yield* renew(spaceId)
    }),
    clear: Effect.sync(() => {
      held = nothingHeld()
      flights.forget()
    })
  }
})

/**
 * Checks every `checkInterval` and refreshes credentials before they expire. Incomplete credentials (spec point 5) are
 * ignored: the previous one is used until it expires; without one the call fails with `StorageError`
 * CredentialsIncomplete.
 *
 * @since 1.0.7
 * @category tags
 */
export class Credentials extends Context.Tag("effect-drive/Credentials")<Credentials, Credentials.Service>() {
  static readonly layer: Layer.Layer<Credentials, never, DriveApi | DriveConfig | DriveEvents> = layerOf(
    Credentials,
    make
  )
}
