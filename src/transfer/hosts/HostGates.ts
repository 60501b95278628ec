/**
 * What a client knows of its hosts, in one place for all its transfers. Requests tell it how they ended. While a host is in trouble the
 * requests of transfers are not sent, and the retry driver puts them into the line before its gate.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import { TransportError } from "../../domain/errors/TransportError.js"
import { retryAfterMillis } from "../../domain/retryAfterMillis.js"
import { Connectivity } from "../../services/Connectivity.js"
import { KnownHosts } from "../../services/KnownHosts.js"
import type { AnswerHead, Gates } from "../../services/KnownHosts.js"
import { provideToFiber } from "../../services/provideToFiber.js"
import { unreadBody } from "../../services/SlicedBody.js"
import type { RetryPolicy } from "../../services/transfers/RetryPolicy.js"
import { defaultRetryPolicy } from "../../services/transfers/RetryPolicy.js"
import { Transport } from "../../services/Transport.js"
import type { SignedAddress } from "../../services/Transport.js"
import { pathOf } from "../parts/Watchdog.js"
import { HostGate } from "./HostGate.js"

/**
 * What a fiber of a transfer carries with it. `holds`: the gate at which it has its turn; `asked`: that of the host which it asked
 * last.
 */
export interface Errand {
  readonly gates: HostGates
  readonly policy: RetryPolicy
  readonly holds?: HostGate
  asked?: HostGate
}

/**
 * The errand of the fiber; `undefined` for calls that a person waits for, which no gate holds back.
 */
export const currentErrand = FiberRef.unsafeMake<Errand | undefined>(undefined)

const hostDown = "EHOSTDOWN"

/**
 * The request was not sent, because its host is known to be in trouble.
 */
export const isHeldBack = (error: { readonly _tag: string }): boolean =>
  error._tag === "TransportError" && "detail" in error && error.detail === hostDown

/** Broken off after so many milliseconds: then nobody was answering. */
const longSilence = 15_000

/**
 * The host asks to be left alone.
 */
export const isRefusal = (status: unknown): boolean => status === 429 || status === 503

/**
 * Something before the host does not reach it.
 */
export const isUnreachable = (status: unknown): boolean => status === 502 || status === 504

/** What was to be sent could not be read: a file that changed, or is gone. That says nothing of the host. */
const isUnread = (cause: Cause.Cause<TransportError>): boolean =>
  Option.exists(Cause.failureOption(cause), ({ detail }) => detail === unreadBody)

/** The origin of an address; the name of a call stays as it is. */
const originOf = (path: string): string => path.split("/", 3).join("/")

export class HostGates implements Gates {
  private readonly gates = new Map<string, HostGate>()

  /** `lastAnswer` came before these were there. */
  constructor(
    private readonly connectivity: Connectivity.Service,
    private readonly lastAnswer?: KnownHosts.Service["lastAnswer"]
  ) {}

  of(path: string): HostGate {
    const origin = originOf(path)
    let gate = this.gates.get(origin)
    if (gate === undefined) {
      const { lastAnswer } = this
      this.gates.set(origin, gate = new HostGate(lastAnswer?.origin === origin ? lastAnswer.took : 0))
    }
    return gate
  }

  // Each request goes through here: one region for what is taken and what is heard, in place of two.
  readonly ask: Gates["ask"] = (call, sent) =>
    Effect.withFiberRuntime((fiber) =>
      Effect.clockWith((clock) => {
        const errand = fiber.getFiberRef(currentErrand)
        const gate = this.of(call.path)
        const now = () => clock.unsafeCurrentTimeMillis()
        const startedAt = now()
        if (errand !== undefined) errand.asked = gate
        return Effect.uninterruptibleMask((restore) => {
          if (errand !== undefined && !gate.sends(now())) {
            return new TransportError({ ...call, reason: "Network", detail: hostDown })
          }
          const leave = () => {
            if (errand !== undefined) gate.ended(now())
          }
          const hear = <A extends AnswerHead>(exit: Exit.Exit<A, TransportError>) => {
            const hearing = this.hear(gate, errand?.policy, startedAt, now(), exit)
            if (hearing !== undefined) return Effect.zipRight(Effect.ensuring(hearing, Effect.sync(leave)), exit)
            leave()
            return exit
          }
          return Effect.matchCauseEffect(restore(sent), {
            onFailure: (cause) => hear(Exit.failCause(cause)),
            onSuccess: (answer) => hear(Exit.succeed(answer))
          })
        })
      })
    )

  /** The gate that an error of an attempt is about, where that host is in trouble. */
  troubled({ asked }: Errand, error: { readonly _tag: string }): HostGate | undefined {
    const gate = error instanceof TransportError && error.path.includes("://") ? this.of(error.path) : asked
    return gate?.isOpen === false ? gate : undefined
  }

  readonly inBackground: Gates["inBackground"] = (effect, policy = defaultRetryPolicy) =>
    Effect.locally(effect, currentErrand, { gates: this, policy })

  readonly fromNowOn: Gates["fromNowOn"] = (policy) => FiberRef.set(currentErrand, { gates: this, policy })

  over(transport: Transport.Service): Transport.Service {
    const through = <Rest extends ReadonlyArray<unknown>, A extends AnswerHead, R>(
      method: string,
      send: (address: SignedAddress, ...rest: Rest) => Effect.Effect<A, TransportError, R>
    ) =>
    (address: SignedAddress, ...rest: Rest) => this.ask({ method, path: pathOf(address) }, send(address, ...rest))
    const { putSlices } = transport
    return {
      ...transport,
      put: through("PUT", (...call) => transport.put(...call)),
      putSlices: putSlices && through("PUT", putSlices),
      get: through("GET", (...call) => transport.get(...call))
    }
  }

  /**
   * Hears how a request ended, and gives what is still to be done, if anything is. Without a network of its own a client learns nothing
   * of the host's trouble.
   */
  hear(
    gate: HostGate,
    pauses: RetryPolicy = defaultRetryPolicy,
    startedAt: number,
    now: number,
    exit: Exit.Exit<AnswerHead, TransportError>
  ): Effect.Effect<void> | undefined {
    const answer = Exit.isSuccess(exit) ? exit.value : undefined
    const asked = answer !== undefined && isRefusal(answer.status)
      ? retryAfterMillis(answer.headers["retry-after"], now) ?? 0
      : undefined
    if (answer !== undefined && asked === undefined && !isUnreachable(answer.status)) {
      gate.answered(startedAt, now)
      return undefined
    }
    const wasLeft = Exit.isFailure(exit) && Cause.isInterrupted(exit.cause)
    if (wasLeft && now - startedAt < longSilence) return undefined
    if (Exit.isFailure(exit) && isUnread(exit.cause)) return undefined
    return Effect.zipWith(this.connectivity.online, Random.nextRange(0, 1), (isOnline, chance) => {
      if (isOnline) gate.failed({ startedAt, now, asked, chance, pauses })
    })
  }
}

/**
 * The gates of the client's hosts, which are there from the first transfer on.
 */
export const gatesOf = (services: Context.Context<Connectivity>): HostGates => {
  const known = Context.get(services, KnownHosts) ?? {}
  if (known.gates instanceof HostGates) return known.gates
  return known.gates = new HostGates(Context.get(services, Connectivity), known.lastAnswer)
}

/**
 * Runs a transfer behind the gates of its client, with a scope that ends with it. The transfer must be all that its fiber does: what the
 * fiber is given here stays with it.
 */
export const asTransfer = <A, E, R>(
  policy: RetryPolicy,
  transfer: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Connectivity | Exclude<R, Scope.Scope | Transport> | Transport> =>
  Effect.gen(function*() {
    const given = yield* Effect.context<Connectivity | Transport>()
    const gates = gatesOf(given)
    const scope = yield* Scope.make()
    const transport = gates.over(Context.get(given, Transport))
    const services = Context.make(Transport, transport).pipe(Context.add(Scope.Scope, scope))
    yield* gates.fromNowOn(policy)
    return yield* Effect.onExit(provideToFiber(services)(transfer), (exit) => Scope.close(scope, exit))
  })

/** While another request is out to see, the line before a gate looks up so often, in milliseconds. */
const longestLook = 15_000

/**
 * How a request waits at a gate. `rest` sleeps for so many milliseconds, and fails when its time is over.
 */
export interface Waiting<E> {
  readonly until: (time: number) => void
  readonly rest: (millis: number) => Effect.Effect<void, E>
}

/**
 * Runs the effect when its turn has come at the gate, and as one that may ask there.
 */
export const waitAtGate = <A, E, R>(
  gate: HostGate,
  errand: Errand,
  waiting: Waiting<E>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const now = () => clock.unsafeCurrentTimeMillis()
    // A request in a request: the outer one has the turn.
    if (errand.holds === gate) {
      const pause = Effect.suspend(() => waiting.rest(Math.max(0, gate.closedUntil - now())))
      return Effect.zipRight(pause, effect)
    }
    return Effect.acquireUseRelease(
      Effect.sync(() => gate.enqueue(now())),
      (turn) => {
        const granted = Effect.async<void>((resume) => {
          turn.onGrant = () => resume(Effect.void)
          if (turn.granted) turn.onGrant()
        })
        // Whoever answers or leaves wakes the next; the end of a pause wakes nobody but those who sleep for it.
        const watch = Effect.suspend(() => {
          gate.grant(now())
          const left = gate.closedUntil - now()
          if (left > 0) waiting.until(gate.closedUntil)
          return waiting.rest(left > 0 ? left : longestLook)
        })
        const held = Effect.locally(effect, currentErrand, { ...errand, holds: gate })
        return Effect.zipRight(Effect.raceFirst(granted, Effect.forever(watch)), held)
      },
      (turn) => Effect.sync(() => gate.release(turn, now()))
    )
  })
