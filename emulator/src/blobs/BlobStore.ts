/**
 * The one store under all of the emulator's endpoints: buckets of objects and multipart uploads, streaming both ways.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Platform } from "../../../src/domain/Platform.js"
import type { Blob, BlobMetadata, BlobPart, BlobUpload, Condition, DigestName, Digests, Joining } from "./Blob.js"
import type { BlobBroken, BlobConflict, BlobNotFound, BlobPartMissing, BlobWriteError } from "./BlobErrors.js"
import type { ByteSource } from "./ByteSource.js"

/**
 * Bytes `start` to `end`, both included, as in HTTP.
 */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * A part or a whole object on its way in, of `size` bytes if its sender has said so. MD5 is always taken; `digests` names
 * further ones. `check` sees what was received before anything becomes visible: its failure drops the bytes. It is asked
 * when the bytes have arrived and again when they are kept.
 */
export interface BlobInput<E> {
  readonly body: ByteSource<E>
  readonly size?: number | undefined
  readonly digests?: ReadonlyArray<DigestName> | undefined
  readonly check?: ((received: Received) => Effect.Effect<void, E>) | undefined
}

export interface Received {
  readonly size: number
  readonly digests: Digests
}

/**
 * One page of a listing in the order of the keys' UTF-8 bytes, `next` being the last name of this page when there are
 * more.
 */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: string | undefined
}

/**
 * Parts whose numbers are higher than `after`, `limit` of them; default all.
 */
export interface PartWindow {
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

/**
 * One bucket. Keys are opaque: any text.
 */
export interface Bucket {
  readonly name: string
  readonly created: number

  readonly put: <E = never>(
    options: BlobInput<E> & {
      readonly key: string
      readonly metadata?: BlobMetadata | undefined
      readonly condition?: Condition | undefined
    }
  ) => Effect.Effect<Blob, E | BlobConflict | BlobNotFound | BlobWriteError>
  readonly head: (key: string) => Effect.Effect<Blob, BlobNotFound>
  /** The object and a way to read it, whole or a range; a stream in flight continues when the object is replaced. */
  readonly get: (key: string) => Effect.Effect<
    { readonly blob: Blob; readonly read: (range?: ByteRange) => ReadableStream<Uint8Array> },
    BlobNotFound
  >
  /** Whether there was one. */
  readonly remove: (key: string) => Effect.Effect<boolean, BlobWriteError>
  /** As `remove`; fails with `BlobConflict` when there is one that is not expected. */
  readonly removeIf: (
    key: string,
    isExpected: (blob: Blob) => boolean
  ) => Effect.Effect<boolean, BlobConflict | BlobWriteError>
  /** Without moving a byte. */
  readonly copy: (options: {
    readonly from: Blob
    readonly key: string
    readonly metadata?: BlobMetadata | undefined
    readonly condition?: Condition | undefined
  }) => Effect.Effect<Blob, BlobConflict | BlobNotFound | BlobWriteError>
  /** A digest of the stored bytes: from the record, or by reading them once, after which it is kept. */
  readonly digest: (key: string, name: DigestName) => Effect.Effect<string, BlobNotFound | BlobWriteError>
  readonly list: (options: {
    readonly prefix?: string | undefined
    readonly after?: string | undefined
    readonly limit: number
  }) => Effect.Effect<Page<Blob>>

  readonly begin: (options: {
    readonly key: string
    readonly metadata?: BlobMetadata | undefined
  }) => Effect.Effect<BlobUpload, BlobNotFound | BlobWriteError>
  readonly upload: (key: string, uploadId: string) => Effect.Effect<BlobUpload, BlobNotFound>
  readonly putPart: <E = never>(
    options: BlobInput<E> & { readonly key: string; readonly uploadId: string; readonly number: number }
  ) => Effect.Effect<BlobPart, E | BlobNotFound | BlobWriteError>
  /** All parts in order of their numbers, by the records that were made when they came. */
  readonly parts: (key: string, uploadId: string) => Effect.Effect<ReadonlyArray<BlobPart>, BlobNotFound>
  /** The parts that are there, asked of the server that has them: those after a number, in order, `limit` at the most. */
  readonly listParts: (
    key: string,
    uploadId: string,
    window?: PartWindow
  ) => Effect.Effect<ReadonlyArray<BlobPart>, BlobNotFound | BlobBroken>
  /** Joins the named parts, in this order; the others are dropped. */
  readonly complete: (
    options: Joining & { readonly key: string; readonly uploadId: string }
  ) => Effect.Effect<Blob, BlobNotFound | BlobPartMissing | BlobConflict | BlobWriteError>
  readonly abort: (key: string, uploadId: string) => Effect.Effect<void, BlobNotFound | BlobWriteError>
  /** The open uploads, by key and then by start. */
  readonly uploads: Effect.Effect<ReadonlyArray<BlobUpload>>

  /** A named text that belongs to the bucket, such as its CORS rules. */
  readonly setting: (name: string) => Effect.Effect<string | undefined>
  readonly set: (name: string, value: string | undefined) => Effect.Effect<void, BlobWriteError>
}

/**
 * The objects of one bucket, wherever they are kept: what the product API needs to know of bytes that it never sees.
 */
export interface StoredObjects {
  readonly name: string
  readonly head: (key: string) => Effect.Effect<Blob, BlobNotFound | BlobBroken>
  /** Whether there was one, as far as the store tells. */
  readonly remove: (key: string) => Effect.Effect<boolean, BlobWriteError>
  readonly copy: (options: {
    readonly from: Blob
    readonly key: string
  }) => Effect.Effect<Blob, BlobConflict | BlobNotFound | BlobWriteError>
  readonly digest: (key: string, name: DigestName) => Effect.Effect<string, BlobNotFound | BlobWriteError>
  /** The object and a way to read it, whole or a range. */
  readonly get: (key: string) => Effect.Effect<
    { readonly blob: Blob; readonly read: (range?: ByteRange) => ReadableStream<Uint8Array> },
    BlobNotFound | BlobBroken
  >
  /** Under a name that is new: what fails leaves nothing there. */
  readonly put: (options: {
    readonly key: string
    readonly body: ByteSource<BlobWriteError>
  }) => Effect.Effect<Blob, BlobConflict | BlobNotFound | BlobWriteError>
}

/**
 * Stores of objects by bucket: every `BlobStore` is one, an S3 server of somebody else's is another
 * (`StoredObjectsS3`).
 */
export interface ObjectBuckets {
  readonly bucket: (name: string) => Effect.Effect<StoredObjects, BlobNotFound>
  readonly makeBucket: (name: string) => Effect.Effect<StoredObjects, BlobWriteError>
}

/**
 * The bucket of each space. Two servers may each have one of the same name, so that a name alone says too little.
 */
export interface SpaceBuckets {
  readonly of: (space: SpaceBucket) => Effect.Effect<StoredObjects, BlobNotFound>
  readonly make: (space: SpaceBucket) => Effect.Effect<StoredObjects, BlobWriteError>
}

/**
 * Which bucket a space has.
 */
export interface SpaceBucket {
  readonly platform: Platform
  readonly bucket: string
}

/**
 * The store: memory and a directory are its backings (`BlobStoreMemory`, `BlobStoreDirectory`).
 */
export class BlobStore extends Context.Tag("effect-drive/emulator/BlobStore")<BlobStore, BlobStore.Service>() {}

export declare namespace BlobStore {
  export interface Service {
    readonly bucket: (name: string) => Effect.Effect<Bucket, BlobNotFound>
    /** The bucket of this name, made if it is not there. */
    readonly makeBucket: (name: string) => Effect.Effect<Bucket, BlobWriteError>
    /** Fails with `BlobConflict` while it holds objects, or open uploads that are not to be `aborted` with it. */
    readonly removeBucket: (
      name: string,
      uploads?: "kept" | "aborted"
    ) => Effect.Effect<void, BlobNotFound | BlobConflict | BlobWriteError>
    readonly buckets: Effect.Effect<ReadonlyArray<Bucket>>
    /** Bytes held, open uploads included. */
    readonly usage: Effect.Effect<number>
  }
}
