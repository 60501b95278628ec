/**
 * Bytes to and from a signed address: one PUT, one ranged GET. No cookies, no credentials, no headers of our own.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { SlicedBody } from "./SlicedBody.js"

/**
 * Where to send or fetch bytes, signed for a while. `expiresAt` is in epoch milliseconds; `credentialVersion` names the
 * credential it was signed with.
 *
 * @since 1.0.7
 * @category models
 */
export interface SignedAddress {
  readonly url: Redacted.Redacted<string>
  readonly headers: Readonly<Record<string, string>>
  readonly credentialVersion: number
  readonly expiresAt: number
  /** A body goes on a connection of its own: on the one before an answer may be left that nobody has asked for. */
  readonly afresh?: boolean | undefined
  /** It has a Content-MD5 where an earlier try may have had none, whose answer then says nothing of this one. */
  readonly sendsAnew?: boolean
}

/**
 * An answer, whatever its status. Header names are lower case; the body is cut at 64 KiB.
 *
 * @since 1.0.7
 * @category models
 */
export interface PartReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** It came before all of the body had left. A success that does is the answer to something else. */
  readonly isEarly?: boolean | undefined
}

/**
 * Is given bytes as they arrive. They are lent until `free` is called; whoever never calls it keeps them. A result other than
 * `undefined` pauses the bytes.
 *
 * @since 1.0.7
 * @category models
 */
export type TakeBytes<A> = (bytes: Uint8Array, free: () => void) => A | undefined

/**
 * Hands over the bytes of a body until `take` has a result, which it ends with, or until the end of the body: `undefined`. Run
 * again, it continues from there. A body that ends before its length fails.
 *
 * @since 1.0.7
 * @category models
 */
export type ByteFlow = <A>(take: TakeBytes<A>) => Effect.Effect<A | undefined, TransportError>

/**
 * An answer with a body to read. A status of 400 or more has its text in `problem` and an empty stream. Where there is a
 * `flow`, the body comes by it and the stream is empty.
 *
 * @since 1.0.7
 * @category models
 */
export interface ByteReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Stream.Stream<Uint8Array, TransportError>
  readonly flow?: ByteFlow | undefined
  readonly problem: string
  /** `headers` are all that came; to a page CORS shows only some of them. */
  readonly showsAllHeaders?: boolean | undefined
}

/**
 * What is asked of a GET. `ifMatch`: only of the version with this ETag; `flows`: whoever asks can read a `flow`, which is
 * cheaper than a stream where the transport has one.
 *
 * @since 1.0.7
 * @category models
 */
export interface GetOptions {
  readonly range?: ByteRange | undefined
  readonly ifMatch?: string | undefined
  readonly flows?: boolean | undefined
}

/**
 * The bytes of one request: a whole small file or one part of a larger one.
 *
 * @since 1.0.7
 * @category models
 */
export type PartBody = Uint8Array | Blob

/**
 * Waits until bytes of a body may leave, and says how many of those that are left. Called when the bytes could go; an `Exit` is an
 * answer at once.
 *
 * @since 1.0.7
 * @category models
 */
export type BodyPace = (left: number) => Effect.Effect<number>

/**
 * @since 1.0.7
 * @category models
 */
export interface ByteRange {
  readonly start: number
  /** Excluded; left out = to the end. */
  readonly end?: number | undefined
}

/**
 * What tells versions of an object apart, as far as the storage (and CORS) let it be seen. `size` in bytes.
 *
 * @since 1.0.7
 * @category models
 */
export interface ObjectVersion {
  readonly etag: string | undefined
  readonly modified: string | undefined
  readonly size: number | undefined
}

export declare namespace Transport {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** `put` asks `pace` before each slice of a body. Left out, it sends a body as fast as it can: then pace its requests. */
    readonly pacesSlices?: boolean | undefined
    /** So many bodies go to one host at a time; more would wait. Left out, as many as are given. */
    readonly connections?: number | undefined
    /** Sends the body. `sent` is called with the bytes handed to the network since the last call. Interruption closes the connection. */
    readonly put: (
      address: SignedAddress,
      body: PartBody,
      sent: (bytes: number) => void,
      pace?: BodyPace
    ) => Effect.Effect<PartReply, TransportError>
    /** Sends a body that is read on the way, where the transport can. A read that fails breaks the request off (`unreadBody`). */
    readonly putSlices?:
      | ((
        address: SignedAddress,
        body: SlicedBody,
        sent: (bytes: number) => void,
        pace?: BodyPace
      ) => Effect.Effect<PartReply, TransportError>)
      | undefined
    /** Fetches bytes; the connection closes with the scope. */
    readonly get: (
      address: SignedAddress,
      options?: GetOptions | undefined
    ) => Effect.Effect<ByteReply, TransportError, Scope.Scope>
  }
}

/**
 * Port: sends one body, or reads one object or range, at a signed address.
 *
 * @since 1.0.7
 * @category tags
 */
export class Transport extends Context.Tag("effect-drive/Transport")<Transport, Transport.Service>() {}
