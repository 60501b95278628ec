/**
 * How bytes come into the store and how changes are kept: shared by objects and parts.
 */
import * as Effect from "effect/Effect"
import type { Backing, Written } from "./Backing.js"
import type { Segment } from "./Blob.js"
import { BlobBroken, BlobNoSpace, BlobNotFound, type BlobWriteError } from "./BlobErrors.js"
import type * as BlobIndex from "./BlobIndex.js"
import type { BlobInput, ByteRange, Received } from "./BlobStore.js"
import * as ByteSource from "./ByteSource.js"
import * as DigestSet from "./DigestSet.js"
import * as SegmentStream from "./SegmentStream.js"
import type { SegmentUse } from "./SegmentUse.js"

/**
 * Bytes that are in the backing and not yet visible.
 */
export interface Arrived extends Received, Written {}

/**
 * Where bytes go.
 */
export type Write<W> = <E>(source: ByteSource.ByteSource<E>, size?: number) => Effect.Effect<Written, E | W>

export interface StoreCore {
  /**
   * Makes the changes visible at once and succeeds when they are kept for good. `brings` are the segments that they
   * refer to.
   */
  readonly commit: (
    changes: ReadonlyArray<BlobIndex.Change>,
    brings?: ReadonlyArray<Segment>
  ) => Effect.Effect<void, BlobWriteError>
  /** The same for changes in a bucket, which may have been removed since the call began. */
  readonly commitIn: (
    bucket: BlobIndex.BucketIndex,
    changes: ReadonlyArray<BlobIndex.Change>,
    brings?: ReadonlyArray<Segment>
  ) => Effect.Effect<void, BlobNotFound | BlobWriteError>
  /** Takes bytes in, has them checked, and keeps them if `keep` succeeds; `write` is another place than the backing's. */
  readonly store: <E, A, E2, W = never>(
    input: BlobInput<E>,
    keep: (arrived: Arrived) => Effect.Effect<A, E2>,
    write?: Write<W | BlobWriteError>
  ) => Effect.Effect<A, E | E2 | W | BlobWriteError>
  readonly read: (segments: ReadonlyArray<Segment>, range?: ByteRange) => ReadableStream<Uint8Array>
  /** Removes those that are part of nothing. */
  readonly discard: (segments: ReadonlyArray<Segment>) => Effect.Effect<void>
  /** Whether all of them are still there. */
  readonly holds: (segments: ReadonlyArray<Segment>) => boolean
  readonly bytes: () => number
}

/**
 * `index` and `use` hold what the backing brought back from an earlier run; `capacity` is the most bytes to hold.
 */
export interface StoreOptions {
  readonly backing: Backing
  readonly index: BlobIndex.BlobIndex
  readonly use: SegmentUse
  readonly capacity?: number | undefined
}

export const make = ({ backing, capacity = Infinity, index, use }: StoreOptions): StoreCore => {
  let arriving = 0

  const removeAll = async (segments: ReadonlyArray<Segment>): Promise<void> => {
    for (const segment of segments) await backing.remove(segment)
  }

  /** In one step: nothing comes between a read of the index and the changes in it. */
  const applyNow = (
    changes: ReadonlyArray<BlobIndex.Change>,
    brings: ReadonlyArray<Segment>
  ): Effect.Effect<void, BlobWriteError> => {
    use.retain(brings)
    const applied = changes.map((change) => index.apply(change))
    const undo = () => {
      for (const one of applied.reverse()) one.undo()
      use.release(brings)
    }
    return Effect.zipRight(
      backing.record(changes, undo),
      Effect.suspend(() => {
        const released = use.release(applied.flatMap((one) => one.dropped))
        // Without a promise where there is nothing to wait for, so that a store in memory is set up synchronously.
        return released.length === 0 ? Effect.void : Effect.promise(() => removeAll(released))
      })
    )
  }

  const commit: StoreCore["commit"] = (changes, brings = []) =>
    Effect.uninterruptible(Effect.suspend(() => applyNow(changes, brings)))

  const commitIn: StoreCore["commitIn"] = (bucket, changes, brings = []) =>
    Effect.uninterruptible(
      Effect.suspend((): Effect.Effect<void, BlobNotFound | BlobWriteError> =>
        index.buckets.get(bucket.name) === bucket
          ? applyNow(changes, brings)
          : Effect.fail(new BlobNotFound({ what: "bucket", name: bucket.name }))
      )
    )

  const receive = Effect.fnUntraced(function*<E, W>(input: BlobInput<E>, write: Write<W | BlobWriteError>) {
    const digestSet = yield* DigestSet.make(["md5", ...input.digests ?? []])
    let size = 0
    let received: Received = { size, digests: {} }
    const check = Effect.suspend(() => {
      received = { size, digests: digestSet.digests() }
      return input.check?.(received) ?? Effect.void
    })
    const counted = Effect.tap(input.body, (chunk) => {
      if (chunk === undefined) return Effect.void
      if (use.bytes() + arriving + chunk.length > capacity) return Effect.fail(new BlobNoSpace())
      size += chunk.length
      arriving += chunk.length
      digestSet.update(chunk)
      return Effect.void
    })
    const written = yield* Effect.ensuring(
      write(ByteSource.onEnd(counted, check), input.size),
      Effect.sync(() => {
        arriving -= size
      })
    )
    const arrived: Arrived = { ...written, ...received }
    return arrived
  })

  /** What a server found in the bytes that it has must be what was found here. */
  const checkStored = ({ digests, md5 }: Arrived): Effect.Effect<void, BlobBroken> =>
    md5 === undefined || md5 === digests.md5
      ? Effect.void
      : Effect.fail(new BlobBroken({ operation: "write", cause: "the server has other bytes than were sent" }))

  const discard: StoreCore["discard"] = (segments) =>
    Effect.promise(() => removeAll(segments.filter(({ id, size }) => size > 0 && !use.has(id))))

  const writeToBacking: Write<BlobWriteError> = (source, size) => backing.write(source, size)

  return {
    commit,
    commitIn,
    store: <E, A, E2, W>(
      input: BlobInput<E>,
      keep: (arrived: Arrived) => Effect.Effect<A, E2>,
      write: Write<W | BlobWriteError> = writeToBacking
    ) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(receive(input, write)), (arrived) =>
          restore(input.check?.(arrived) ?? Effect.void).pipe(
            Effect.zipRight(checkStored(arrived)),
            Effect.zipRight(keep(arrived)),
            Effect.onError(() => discard([arrived.segment]))
          ))
      ),
    read: (segments, range) => {
      use.retain(segments)
      return SegmentStream.make(
        backing.open,
        segments,
        range,
        () => removeAll(use.release(segments))
      )
    },
    discard,
    holds: (segments) => segments.every(({ id, size }) => size === 0 || use.has(id)),
    bytes: use.bytes
  }
}
