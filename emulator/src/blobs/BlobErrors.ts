/**
 * How the blob store fails.
 */
import * as Data from "effect/Data"

/**
 * No such object, upload or bucket.
 */
export class BlobNotFound extends Data.TaggedError("BlobNotFound")<{
  readonly what: "object" | "upload" | "bucket"
  readonly name: string
}> {
  override get message(): string {
    return `no such ${this.what}: ${this.name}`
  }
}

/**
 * The disk, or the capacity given to the store, is full. Nothing of the failed call was kept.
 */
export class BlobNoSpace extends Data.TaggedError("BlobNoSpace")<{}> {
  override get message(): string {
    return "no space left in the blob store"
  }
}

/**
 * The backing failed or holds data that it cannot read.
 */
export class BlobBroken extends Data.TaggedError("BlobBroken")<{
  readonly operation: string
  readonly cause: unknown
}> {
  override get message(): string {
    return `the blob store failed in ${this.operation}: ${String(this.cause)}`
  }
}

/**
 * The object is there although the call asked for a new one, or is not the one that the call named; `isMissing`: the call
 * named one, and there is none.
 */
export class BlobConflict extends Data.TaggedError("BlobConflict")<{
  readonly key: string
  readonly isMissing?: boolean | undefined
}> {
  override get message(): string {
    return `the object has changed: ${this.key}`
  }
}

/**
 * A part named by complete was never stored, or with another ETag.
 */
export class BlobPartMissing extends Data.TaggedError("BlobPartMissing")<{ readonly number: number }> {
  override get message(): string {
    return `part ${this.number} is missing or has another ETag`
  }
}

/**
 * What every write can fail with.
 */
export type BlobWriteError = BlobNoSpace | BlobBroken
