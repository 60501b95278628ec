/**
 * Sends parts by a thread that has the file, from one fiber: in a page most of what a part costs is fibers. It knows nothing of errors.
 * What does not go well at once is left to whoever sends parts one by one, together with what came of it.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import type * as Runtime from "effect/Runtime"
import type { PartRange } from "../../domain/UploadPlan.js"
import type { PartOutcome, PartSender, PutAgain } from "../../services/PartSender.js"
import type { PartDigest, PartStore, StoredPart } from "../../services/PartStore.js"
import type { Permit } from "../../services/transfers/PermitQueue.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import type { PartReply, SignedAddress } from "../../services/Transport.js"
import type { HostGate } from "../hosts/HostGate.js"
import type { Errand } from "../hosts/HostGates.js"
import { currentErrand } from "../hosts/HostGates.js"
import { alarmOf, type Limit } from "./Alarm.js"
import { madeBefore } from "./sendOnce.js"
import { isComparable, judgeReply } from "./sendProven.js"
import type { UploadContent } from "./UploadContent.js"
import * as Watchdog from "./Watchdog.js"

/** Milliseconds for which an address that was signed ahead is as good as a new one. */
const freshFor = 30_000

/** A part that is waiting for its turn, or on its way. */
interface Flight {
  readonly part: PartRange
  readonly permit: Permit
  /** What goes along with it, where something has to. */
  digest?: PartDigest | undefined
  isDigesting: boolean
  address?: { readonly signed: SignedAddress; readonly at: number }
  outcome?: PartOutcome
  gate?: HostGate | undefined
  startedAt: number
  onEnd: () => void
  /** Ends what is under way for it: the making of its digest, or its request. */
  leave: (isAccepted: boolean) => void
  /** Gives back what it holds; once. */
  close: (isAccepted: boolean) => void
}

/**
 * A part that is still to be sent. `flight`: it is on its way; `made`: what came of the request that was made already.
 */
export interface PartLeft {
  readonly part: PartRange
  readonly flight?: Flight | undefined
  readonly made?: PutAgain | undefined
}

/**
 * Whether parts may go by a thread: in any order, compared in one request each, and unseen, as an inspector wants to see each request.
 */
export const mayGoByThread = ({ comparesEtags, hooks, mayBeStored }: UploadContent, store: PartStore) =>
  store.rules.order !== "ascending" && mayBeStored !== true && hooks.inspection?.observer === undefined &&
  (comparesEtags !== true || store.etags === undefined || isComparable(store.etags))

interface Surroundings {
  readonly clock: Clock.Clock
  readonly runtime: Runtime.Runtime<never>
  readonly errand: Errand | undefined
  readonly queue: TransferScheduler.Service["queue"]
}

/**
 * One file on its way by a thread.
 */
class ThreadUpload {
  private readonly flights = new Set<Flight>()
  private readonly rest: Array<PartRange>
  private isOver = false
  private hasNews = false
  private wake = () => {}
  /** Digests that go along with a part, and those that are made while it is sent, as `BodyProof` has them. */
  private readonly along: ReadonlyArray<keyof PartDigest>
  private readonly beside: ReadonlyArray<keyof PartDigest>

  constructor(
    private readonly sender: PartSender,
    private readonly content: UploadContent,
    private readonly store: PartStore,
    private readonly uploadId: string,
    parts: ReadonlyArray<PartRange>,
    private readonly around: Surroundings
  ) {
    this.rest = [...parts]
    const comparesEtags = content.comparesEtags === true && store.etags !== undefined
    this.along = comparesEtags ? [] : content.digestKinds
    this.beside = comparesEtags ? ["md5"] : []
  }

  /** Ends when all is sent, or something did not go well; gives what is left. */
  run<R>(most: number, accepted: (stored: StoredPart) => Effect.Effect<void, never, R>) {
    const { content, flights, rest } = this
    return Effect.gen(this, function*() {
      while (!this.isOver && (flights.size > 0 || rest.length > 0)) {
        this.hasNews = false
        while (flights.size < most && rest.length > 0) this.enqueue()
        for (const flight of flights) {
          if (this.isOver || flight.startedAt > 0 || flight.permit.state !== "granted") continue
          if (!this.hasDigest(flight)) continue
          // A limit of bytes a second is waited for by each part.
          const mayGo = Exit.isExit(content.pace.slice(flight.permit.bytes)) && (yield* this.sign(flight))
          if (!mayGo || !this.start(flight)) this.isOver = true
        }
        for (const flight of flights) {
          if (this.isOver || flight.outcome === undefined) continue
          const stored = yield* this.settle(flight)
          if (stored === undefined) this.isOver = true
          else {
            flights.delete(flight)
            // Its place is free.
            this.hasNews = true
            yield* accepted(stored)
          }
        }
        if (!this.isOver && !this.hasNews && flights.size > 0) yield* this.news
      }
      return this.left()
    })
  }

  /** The part as it is stored; `undefined` where that is not plain. */
  settle(flight: Flight): Effect.Effect<StoredPart | undefined> {
    const { clock, errand } = this.around
    const { address, gate, outcome, startedAt } = flight
    if (outcome === undefined || address === undefined) return Effect.succeed(undefined)
    const { failure, reply } = outcome
    const exit = reply === undefined ? failure && Exit.fail(failure) : Exit.succeed(reply)
    const heard = gate && exit &&
      errand?.gates.hear(gate, errand.policy, startedAt, clock.unsafeCurrentTimeMillis(), exit)
    const judged = Effect.map(this.judge(flight, address.signed, outcome), (stored) => {
      flight.close(stored !== undefined)
      return stored
    })
    return heard === undefined ? judged : Effect.zipRight(heard, judged)
  }

  /** The same, once it has ended. */
  arrival(flight: Flight): Effect.Effect<StoredPart | undefined> {
    const ended = Effect.async<void>((resume) => {
      flight.onEnd = () => resume(Effect.void)
      if (flight.outcome !== undefined) flight.onEnd()
    })
    return Effect.zipRight(ended, Effect.suspend(() => this.settle(flight)))
  }

  close(): void {
    for (const flight of this.flights) flight.close(false)
    this.sender.close()
  }

  private left(): ReadonlyArray<PartLeft> {
    const begun = [...this.flights].map((flight): PartLeft => {
      const { outcome, part, startedAt } = flight
      if (startedAt > 0 && outcome === undefined) return { part, flight }
      flight.close(false)
      return { part, made: outcome?.again }
    })
    return [...begun, ...this.rest.map((part) => ({ part }))]
  }

  private readonly news: Effect.Effect<void> = Effect.async((resume) => {
    this.wake = () => resume(Effect.void)
    if (this.hasNews) this.wake()
  })

  private tell(): void {
    this.hasNews = true
    this.wake()
  }

  private enqueue(): void {
    const { content, around: { queue } } = this
    const part = this.rest.shift()
    if (part === undefined) return
    const bytes = part.end - part.start
    const permit = queue.enqueue({ lane: "part", bytes, group: content.id, priority: content.priority() })
    permit.onGrant = () => this.tell()
    let isClosed = false
    const flight: Flight = {
      part,
      permit,
      startedAt: 0,
      isDigesting: false,
      onEnd: () => this.tell(),
      leave: () => {},
      close: (isAccepted) => {
        if (isClosed) return
        isClosed = true
        flight.leave(isAccepted)
        queue.release(permit)
      }
    }
    this.flights.add(flight)
  }

  /** Whether what goes along with it is known; if not, it is made, and told of. */
  private hasDigest(flight: Flight): boolean {
    const { along, content } = this
    const { part } = flight
    if (along.length === 0 || flight.digest !== undefined) return true
    if (flight.isDigesting) return false
    flight.digest = madeBefore({ content, part }, along)
    if (flight.digest !== undefined) return true
    flight.isDigesting = true
    flight.leave = this.sender.digest(part, along, (digest) => {
      flight.isDigesting = false
      flight.digest = digest
      if (digest === undefined) this.isOver = true
      this.tell()
    })
    return false
  }

  /** Signs ahead for all that wait, so that a signing that takes too long is watched once for many. `false` where it failed. */
  private sign(flight: Flight): Effect.Effect<boolean> {
    const { clock } = this.around
    const now = clock.unsafeCurrentTimeMillis()
    if (flight.address !== undefined && now - flight.address.at < freshFor) return Effect.succeed(true)
    const isReady = ({ digest, startedAt }: Flight) =>
      startedAt === 0 && (digest !== undefined || this.along.length === 0)
    const waiting = [...this.flights].filter(isReady)
    const signing = Effect.forEach(
      waiting,
      (one) =>
        Effect.map(this.store.address(this.uploadId, one.part, one.digest), (signed) => {
          one.address = { signed, at: now }
        }),
      { discard: true }
    )
    return Watchdog.withTimeLimit(this.content.limits.answer, { method: "GET", path: "address" })(signing).pipe(
      Effect.match({ onFailure: () => false, onSuccess: () => true })
    )
  }

  /** `false` where the host is to be left alone. */
  private start(flight: Flight): boolean {
    const { content, around: { clock, errand, runtime } } = this
    const { address, part, permit: { bytes } } = flight
    if (address === undefined) return false
    const now = clock.unsafeCurrentTimeMillis()
    const gate = errand?.gates.of(Watchdog.pathOf(address.signed))
    if (gate?.sends(now) === false) return false
    if (errand !== undefined && gate !== undefined) errand.asked = gate
    flight.gate = gate
    flight.startedAt = now

    const meter = content.meterOf(bytes)
    const watch = Watchdog.watchBody(clock, content.limits, bytes)
    const alarm = alarmOf(clock)
    const end = (outcome: PartOutcome) => {
      alarm.remove(limit)
      flight.outcome = outcome
      flight.onEnd()
    }
    const limit: Limit = {
      rest: watch.rest,
      ring: () => {
        leave()
        end(Watchdog.lateOutcome(address.signed, bytes, watch.left()))
      }
    }
    const leave = this.sender.start(address.signed, part, this.beside, {
      sent: (sent) => {
        watch.moved(sent)
        meter.sent(sent)
      },
      done: end
    })
    if (flight.outcome === undefined) alarm.add(limit, runtime)
    flight.leave = (isAccepted) => {
      alarm.remove(limit)
      if (flight.outcome === undefined) leave()
      meter.end(isAccepted)
      gate?.ended(clock.unsafeCurrentTimeMillis())
    }
    return true
  }

  private judge(
    { digest, part }: Flight,
    address: SignedAddress,
    { digest: made, reply }: PartOutcome
  ): Effect.Effect<StoredPart | undefined> {
    const { along, beside, store, uploadId } = this
    if (reply === undefined) return Effect.succeed(undefined)
    const accept = (reply: PartReply) => store.accept(uploadId, part, address, reply)
    return judgeReply(
      { part, address, along, beside, digest: { ...digest, ...made }, etags: store.etags, accept },
      reply
    )
  }
}

export type { ThreadUpload }

/**
 * A file that the thread is to send.
 */
export const threadUpload = (
  sender: PartSender,
  content: UploadContent,
  store: PartStore,
  uploadId: string,
  parts: ReadonlyArray<PartRange>
): Effect.Effect<ThreadUpload, never, TransferScheduler> =>
  Effect.gen(function*() {
    const { queue } = yield* TransferScheduler
    const clock = yield* Effect.clock
    const runtime = yield* Effect.runtime()
    const errand = yield* FiberRef.get(currentErrand)
    return new ThreadUpload(sender, content, store, uploadId, parts, { queue, clock, runtime, errand })
  })
