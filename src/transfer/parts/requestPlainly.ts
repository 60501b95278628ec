/**
 * One try of a request by a plain call: in its turn, past its host's gate, for a limited time. As `inTurn`, `withTimeLimit`
 * and `HostGates.ask` have it for effects, which take a fiber and some hundred steps for that.
 */
import type * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import type * as Runtime from "effect/Runtime"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { AnswerHead } from "../../services/KnownHosts.js"
import type { Leave } from "../../services/SmallRequests.js"
import type { TransferScheduler } from "../../services/TransferScheduler.js"
import type { Errand } from "../hosts/HostGates.js"
import type { Limit } from "./Alarm.js"
import { alarmOf } from "./Alarm.js"

/**
 * What plain requests of a run work with.
 */
export interface Surroundings {
  readonly clock: Clock.Clock
  readonly runtime: Runtime.Runtime<never>
  readonly errand: Errand
  readonly queue: TransferScheduler.Service["queue"]
  /** A bug of ours. */
  readonly died: (cause: unknown) => void
}

/**
 * A request whose turn has come. `rest`: as a `Limit` has it; `late`: what came of it when its time is over; `begin` tells what came of it,
 * once, and gives the way to leave.
 */
export interface PlainRequest<A> {
  readonly path: string
  readonly rest: () => number
  readonly late: () => A
  readonly exitOf: (outcome: A) => Exit.Exit<AnswerHead, TransportError> | undefined
  readonly begin: (done: (outcome: A) => void) => Leave
}

/**
 * What came of it, and what is still to be done about its host.
 */
export interface PlainEnd<A> {
  readonly outcome: A
  readonly hearing: Effect.Effect<void> | undefined
}

/**
 * `prepare` is called when the turn has come; it gives nothing where the request is not to be made plainly. Then, and where the host is to
 * be left alone, `done` gets nothing. Gives the way to leave.
 */
export const requestPlainly = <A>(
  { clock, died, errand, queue, runtime }: Surroundings,
  place: Parameters<TransferScheduler.Service["queue"]["enqueue"]>[0],
  prepare: () => PlainRequest<A> | undefined,
  done: (end: PlainEnd<A> | undefined) => void
): Leave => {
  const permit = queue.enqueue(place)
  const now = () => clock.unsafeCurrentTimeMillis()
  let close = () => queue.release(permit)

  const safely = (step: () => void) => {
    try {
      step()
    } catch (cause) {
      close()
      died(cause)
    }
  }

  const begin = () => {
    const request = prepare()
    const gate = request && errand.gates.of(request.path)
    const startedAt = now()
    if (gate !== undefined) errand.asked = gate
    if (request === undefined || gate?.sends(startedAt) !== true) {
      close()
      return done(undefined)
    }
    const alarm = alarmOf(clock)
    let isOpen = true
    let leave: Leave = () => {}
    const shut = () => {
      isOpen = false
      alarm.remove(limit)
      gate.ended(now())
      queue.release(permit)
    }
    const end = (outcome: A, exit: Exit.Exit<AnswerHead, TransportError> | undefined) => {
      if (!isOpen) return
      const hearing = exit && errand.gates.hear(gate, errand.policy, startedAt, now(), exit)
      shut()
      done({ outcome, hearing })
    }
    const limit: Limit = {
      rest: request.rest,
      ring: () =>
        safely(() => {
          leave()
          end(request.late(), Exit.interrupt(FiberId.none))
        })
    }
    close = () => {
      if (!isOpen) return
      leave()
      shut()
    }
    leave = request.begin((outcome) => safely(() => end(outcome, request.exitOf(outcome))))
    if (isOpen) alarm.add(limit, runtime)
  }

  const go = () => safely(begin)
  if (permit.state === "granted") go()
  else permit.onGrant = go
  return () => close()
}
