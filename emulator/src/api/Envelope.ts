/**
 * The envelope around every answer of the product API.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import { Refusal, retryAfterHeader } from "../catalogue/Refusal.js"
import type { StateStoreError } from "../state/StateStore.js"

/**
 * How a handler may fail.
 */
export type Failure = Refusal | StateStoreError | BlobWriteError

export const success = (data: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson({ code: 0, msg: "success", data: data ?? null })

export const failure = (refusal: Refusal): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson({ code: refusal.code, msg: refusal.message }, {
    status: refusal.status,
    headers: retryAfterHeader(refusal)
  })

const full = new Refusal({ code: "QuotaExhausted", status: 507, message: "the drive's disk is full" })

const broken = new Refusal({ code: "InternalError", status: 500, message: "the drive could not do this" })

const refusalOf = (error: Failure): Effect.Effect<Refusal> => {
  switch (error._tag) {
    case "Refusal":
      return Effect.succeed(error)
    case "BlobNoSpace":
      return Effect.succeed(full)
    case "StateStoreError":
      if (error.reason === "NoSpace") return Effect.succeed(full)
  }
  return Effect.as(Effect.logError(error.message), broken)
}

/**
 * Runs a handler that makes its own answer; only its failures get an envelope here.
 */
export const answer = <R>(
  handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.catchAll(handler, (error) => Effect.map(refusalOf(error), failure))

/**
 * Puts what a handler gives into the envelope.
 */
export const enclose = <R>(
  handler: Effect.Effect<unknown, Failure, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> => answer(Effect.map(handler, success))
