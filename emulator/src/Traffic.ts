/**
 * How many bytes of objects came to the S3 endpoint, and how many of them it has stored.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"

/**
 * Bytes since the start. `received`: bodies of PUTs as they came over sockets, whether they were stored, refused or cut off.
 * `accepted`: bodies of PUTs that were stored, whether their answer arrived or not; a part that is sent again counts again.
 */
export interface TrafficCounts {
  readonly received: number
  readonly accepted: number
}

export interface Traffic {
  readonly counts: () => TrafficCounts
  readonly receive: (bytes: number) => void
  /** Counts what the app stores. */
  readonly accepting: (app: HttpApp.Default<never, never>) => HttpApp.Default<never, never>
}

export const make = (): Traffic => {
  let received = 0
  let accepted = 0
  return {
    counts: () => ({ received, accepted }),
    receive: (bytes) => {
      received += bytes
    },
    accepting: (app) =>
      Effect.flatMap(HttpServerRequest, (request) =>
        request.method === "PUT"
          ? Effect.tap(app, ({ status }) => {
            if (status < 300) accepted += Number(request.headers["content-length"] ?? 0)
          })
          : app)
  }
}
