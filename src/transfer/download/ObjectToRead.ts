/**
 * An object whose bytes are wanted, and the two shapes in which they come.
 */
import type * as Chunk from "effect/Chunk"
import type * as Effect from "effect/Effect"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { IntegrityError, StorageError } from "../../domain/errors/StorageErrors.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { Platform } from "../../domain/Platform.js"
import type { Connectivity } from "../../services/Connectivity.js"
import type { Credentials } from "../../services/Credentials.js"
import type { WatchdogLimits } from "../../services/transfers/RetryPolicy.js"
import type { TransferScheduler } from "../../services/TransferScheduler.js"
import type { TakeBytes, Transport } from "../../services/Transport.js"
import type { ObjectVersion } from "../../services/Transport.js"
import type { AddressBook } from "../parts/AddressBook.js"
import type { RetryHooks } from "../parts/RetryHooks.js"
import type { AfterRetries } from "../parts/withRetry.js"

/**
 * What is read, by one or by several connections. The first answer settles `version`: every further answer must be of the
 * same version, so that bytes of two versions never mix.
 */
export interface ObjectToRead<E> {
  readonly transport: Transport.Service
  readonly platform: Platform
  readonly fileId: string
  readonly address: AddressBook<E>
  readonly hooks: RetryHooks
  readonly limits: WatchdogLimits
  /** Its size in bytes, where the service reports it. */
  readonly expected?: number | undefined
  version: ObjectVersion | undefined
}

/**
 * Open bytes. `size` counts those that `next` gives, `undefined` where the storage does not say it; `next` gives
 * `undefined` at the end, and only when every announced byte has come.
 */
export interface ResumableBytes<E> {
  readonly size: number | undefined
  readonly contentType: string | undefined
  readonly next: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, E, ReadingPorts>
}

/**
 * The services that reading needs: those of the retry driver.
 */
export type ReadingPorts = Connectivity | Credentials | TransferScheduler

/**
 * How reading can fail.
 */
export type ReadFailure<E> = AfterRetries<E> | IntegrityError | InvalidInput | StorageError | TransportError

/**
 * Open bytes that are handed to `take` where they arrive, without a stream in between. An effect that `take` gives back is waited for
 * before more bytes come; when it fails, so does `pour`, and the rest is lost. Ends when every announced byte has come.
 */
export interface FlowingBytes<E> {
  readonly pour: <E2, R2>(
    take: TakeBytes<Effect.Effect<void, E2, R2>>
  ) => Effect.Effect<void, E | E2, R2 | ReadingPorts>
}
