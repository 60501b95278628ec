/**
 * The way between a client and the in-memory drive: latency, a speed, faults by script, and an account of what went over.
 * No socket and no thread, so that it runs under virtual time.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { TransportError } from "../domain/errors/TransportError.js"
import type { FaultAction, FaultRequest, FaultScript } from "./FaultScript.js"
import * as Faults from "./FaultScript.js"

/**
 * Times in milliseconds, speed in bytes per second for each request.
 *
 * @since 1.0.7
 * @category models
 */
export interface MemoryNetworkOptions {
  readonly faults?: ReadonlyArray<Faults.Fault> | undefined
  readonly latency?: number | undefined
  readonly bytesPerSecond?: number | undefined
}

/**
 * Faults that are answered by the server in place of the work.
 *
 * @since 1.0.7
 * @category models
 */
export type AnsweredFault = Extract<FaultAction, { readonly _tag: "status" | "expire" | "skew" }>

/**
 * One request: what it is, what the server does with it, and how the target words a fault.
 *
 * @since 1.0.7
 * @category models
 */
export interface MemoryRequest<A, E, E2> {
  readonly target: FaultRequest["target"]
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Bytes of the request's body, reported to `sent` as they leave. */
  readonly body?: { readonly size: number; readonly sent: (bytes: number) => void } | undefined
  readonly work: Effect.Effect<A, E>
  readonly instead: (fault: AnsweredFault) => Effect.Effect<A, E2>
}

/**
 * @since 1.0.7
 * @category models
 */
export class MemoryNetwork {
  readonly faults: FaultScript
  readonly log: Array<FaultRequest> = []
  readonly latency: number
  readonly bytesPerSecond: number
  online = true
  inFlight = 0
  /** Body bytes that reached a server, whether it kept them or not. */
  received = 0

  constructor(options: MemoryNetworkOptions = {}) {
    this.faults = Faults.make(options.faults)
    this.latency = options.latency ?? 20
    this.bytesPerSecond = options.bytesPerSecond ?? 1_000_000
  }

  /** Fails with `TransportError` where no answer comes; a closed connection is an interruption of this effect. */
  request<A, E, E2>(request: MemoryRequest<A, E, E2>): Effect.Effect<A, E | E2 | TransportError> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        this.inFlight++
        const seen: FaultRequest = {
          target: request.target,
          method: request.method,
          path: request.path,
          query: new URLSearchParams(request.query)
        }
        this.log.push(seen)
        return this.faults.next(seen)
      }),
      (fault) => this.exchange(request, fault),
      () => Effect.sync(() => this.inFlight--)
    )
  }

  /** How many requests of this kind were made. */
  count(match: { readonly method: string; readonly path?: string; readonly query?: string }): number {
    return this.log.filter((one) =>
      one.method === match.method && one.path.includes(match.path ?? "") &&
      (match.query === undefined || one.query.has(match.query))
    ).length
  }

  private exchange<A, E, E2>(
    request: MemoryRequest<A, E, E2>,
    fault: FaultAction | undefined
  ): Effect.Effect<A, E | E2 | TransportError> {
    const lost = (detail: string) =>
      new TransportError({ reason: "Network", method: request.method, path: request.path, detail })
    const travel = Effect.zipRight(
      Effect.sleep(this.latency),
      Effect.suspend(() => this.online ? Effect.void : lost("offline"))
    )
    const send = (bytes: number) => this.send(request, bytes, lost("offline"))
    const work = this.work(request, fault, lost)
    const cutAfter = fault?._tag === "reset" ? Math.min(fault.afterBytes ?? 0, request.body?.size ?? 0) : undefined
    if (cutAfter !== undefined) {
      return travel.pipe(Effect.zipRight(send(cutAfter)), Effect.zipRight(lost("connection reset")))
    }
    return travel.pipe(
      Effect.zipRight(send(request.body?.size ?? 0)),
      Effect.zipRight(work),
      Effect.zipLeft(travel)
    )
  }

  private work<A, E, E2>(
    request: MemoryRequest<A, E, E2>,
    fault: FaultAction | undefined,
    lost: (detail: string) => TransportError
  ): Effect.Effect<A, E | E2 | TransportError> {
    switch (fault?._tag) {
      case "status":
      case "expire":
      case "skew":
        return request.instead(fault)
      case "delay":
        return Effect.zipRight(Effect.sleep(fault.millis), request.work)
      case "portal":
      case "redirect":
        return new TransportError({ reason: "ForeignAnswer", method: request.method, path: request.path })
      case "truncate":
      case "dropReply":
        return Effect.zipRight(request.work, lost("the answer was cut"))
      default:
        return request.work
    }
  }

  /** In two halves, so that a request can be closed or go offline in the middle of its body. */
  private send<A, E, E2>(
    request: MemoryRequest<A, E, E2>,
    bytes: number,
    lost: TransportError
  ): Effect.Effect<void, TransportError> {
    const half = Math.ceil(bytes / 2)
    const chunks = [half, bytes - half].filter((chunk) => chunk > 0)
    return Effect.forEach(chunks, (chunk) =>
      Effect.zipRight(
        Effect.sleep((chunk / this.bytesPerSecond) * 1000),
        Effect.suspend(() => {
          if (!this.online) return lost
          this.received += chunk
          request.body?.sent(chunk)
          return Effect.void
        })
      ), { discard: true })
  }
}
