/**
 * What an error of a request says of the request: whether it arrived, and what is in its way.
 */
import type { Recoverable } from "../../domain/errors/Recovery.js"
import type { CredentialExpired } from "../../domain/errors/StorageErrors.js"
import { isHeldBack, isRefusal, isUnreachable } from "../hosts/HostGates.js"

/**
 * Any error of the catalogue.
 */
export type Failure = Recoverable & Error & { readonly _tag: string }

/** The service itself answered, whatever it may have meant. */
const answers = new Set<unknown>(["Status", "Decode", "AnswerTooLarge"])

/**
 * No answer came, so nobody knows whether it was done.
 */
export const isLostOnTheWay = (error: Failure): boolean =>
  error._tag === "TransportError" && "reason" in error && !answers.has(error.reason) && !isHeldBack(error)

/**
 * The way to the service is closed, as without a network, until somebody opens it: that is no failure of the request.
 */
export const isForeign = (error: Failure): boolean =>
  error._tag === "TransportError" && "reason" in error && error.reason === "ForeignAnswer"

/**
 * Fewer requests are asked for.
 */
export const isCongestion = (error: Failure): boolean =>
  error._tag === "RateLimited" || ("reason" in error && error.reason === "SlowDown") ||
  ("status" in error && isRefusal(error.status))

/**
 * What a host in trouble does to a request.
 */
export const isHostTrouble = (error: Failure): boolean =>
  isLostOnTheWay(error) || isCongestion(error) || ("status" in error && isUnreachable(error.status))

export const isExpired = (error: Failure): error is CredentialExpired => error._tag === "CredentialExpired"

/**
 * Milliseconds for which the server asks to be left alone; 0 where it asks for none.
 */
export const retryAfterOf = (error: Failure): number =>
  "retryAfter" in error && typeof error.retryAfter === "number" ? error.retryAfter : 0
