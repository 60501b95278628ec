/**
 * A thread that has a file and sends ranges of it: one message there and one back for a part, and no fiber.
 */
import type * as Effect from "effect/Effect"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { PartRange } from "../domain/UploadPlan.js"
import type { PartDigest } from "./PartStore.js"
import type { PartBody, PartReply, SignedAddress } from "./Transport.js"

/** Tells what has come of a request that was made already, as `Transport.put` would, or makes it where it still has to be made. */
export type PutAgain = (
  address: SignedAddress,
  body: PartBody,
  sent: (bytes: number) => void
) => Effect.Effect<PartReply, TransportError>

/**
 * What came of a part. `reply`: an answer to judge; `failure`: there was none. Without both the host was asked nothing. `digest`: of the
 * bytes that were sent.
 */
export interface PartOutcome {
  readonly reply?: PartReply | undefined
  readonly failure?: TransportError | undefined
  readonly digest?: PartDigest | undefined
  readonly again: PutAgain
}

/**
 * The thread, for one file.
 */
export interface PartSender {
  /**
   * Begins to send a part. `sent` is called with the bytes that have left since the last call, `done` once. Gives the way to leave, which
   * closes the connection.
   */
  readonly start: (
    address: SignedAddress,
    part: PartRange,
    kinds: ReadonlyArray<keyof PartDigest>,
    on: { readonly sent: (bytes: number) => void; readonly done: (outcome: PartOutcome) => void }
  ) => () => void
  /** Makes digests of a part; `undefined` where it cannot be read. Gives the way to leave, which does nothing afterwards. */
  readonly digest: (
    part: PartRange,
    kinds: ReadonlyArray<keyof PartDigest>,
    done: (digest: PartDigest | undefined) => void
  ) => () => void
  /** Nothing more is sent of this file. */
  readonly close: () => void
}

/**
 * What opens a file for sending; it gives nothing where that may not be sent now.
 */
export interface PartSenders {
  readonly get: (file: Blob) => (() => PartSender | undefined) | undefined
}
