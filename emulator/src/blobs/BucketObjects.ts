/**
 * The objects of one bucket.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Blob, type Condition, type DigestName, noMetadata } from "./Blob.js"
import { BlobBroken, BlobConflict, BlobNotFound, type BlobWriteError } from "./BlobErrors.js"
import type { BucketIndex } from "./BlobIndex.js"
import type { Bucket } from "./BlobStore.js"
import * as ByteSource from "./ByteSource.js"
import * as DigestSet from "./DigestSet.js"
import type { StoreCore } from "./StoreCore.js"

/**
 * Whether the object at the key is what the caller expects.
 */
export const requireCondition = (
  bucket: BucketIndex,
  key: string,
  condition: Condition | undefined
): Effect.Effect<void, BlobConflict> =>
  Effect.suspend(() => {
    const current = bucket.objects.get(key)
    return condition === undefined || isMet(condition, current)
      ? Effect.void
      : Effect.fail(new BlobConflict({ key, isMissing: current === undefined }))
  })

const isMet = (condition: Condition, current: Blob | undefined): boolean => {
  if ("absent" in condition) return current === undefined
  if ("present" in condition) return current !== undefined
  return "etag" in condition ? current?.etag === condition.etag : current?.etag !== condition.etagNot
}

export const make = (
  core: StoreCore,
  bucket: BucketIndex
): Pick<Bucket, "put" | "head" | "get" | "remove" | "removeIf" | "copy" | "digest" | "list"> => {
  const head = (key: string): Effect.Effect<Blob, BlobNotFound> =>
    Effect.suspend(() => {
      const found = bucket.objects.get(key)
      return found === undefined
        ? Effect.fail(new BlobNotFound({ what: "object", name: key }))
        : Effect.succeed(found)
    })

  const keep = (blob: Blob) =>
    Effect.as(core.commitIn(bucket, [{ change: "put", bucket: bucket.name, blob }], blob.segments), blob)

  const remove = (key: string) =>
    Effect.suspend(() =>
      bucket.objects.has(key)
        ? Effect.as(core.commit([{ change: "remove", bucket: bucket.name, key }]), true)
        : Effect.succeed(false)
    )

  const readDigest = Effect.fnUntraced(function*(blob: Blob, name: DigestName) {
    const digestSet = yield* DigestSet.make([name])
    yield* ByteSource.reading(
      () => core.read(blob.segments),
      (cause) => new BlobBroken({ operation: "digest", cause }),
      (body) => ByteSource.forEach(body, digestSet.update)
    )
    return digestSet.digests()
  })

  return {
    head,
    put: ({ condition, key, metadata = noMetadata, ...input }) =>
      core.store(input, ({ digests, segment, size }) =>
        Effect.flatMap(Clock.currentTimeMillis, (modified) => {
          const etag = digests.md5 ?? ""
          const blob: Blob = { key, size, etag, digests, modified, metadata, segments: size === 0 ? [] : [segment] }
          return Effect.zipRight(requireCondition(bucket, key, condition), keep(blob))
        })),
    get: (key) => Effect.map(head(key), (blob) => ({ blob, read: (range) => core.read(blob.segments, range) })),
    remove,
    removeIf: (key, isExpected) =>
      Effect.suspend((): Effect.Effect<boolean, BlobConflict | BlobWriteError> => {
        const current = bucket.objects.get(key)
        return current === undefined || isExpected(current) ? remove(key) : Effect.fail(new BlobConflict({ key }))
      }),
    copy: Effect.fnUntraced(function*({ condition, from, key, metadata = from.metadata }) {
      const modified = yield* Clock.currentTimeMillis
      yield* requireCondition(bucket, key, condition)
      if (!core.holds(from.segments)) return yield* new BlobNotFound({ what: "object", name: from.key })
      return yield* keep({ ...from, key, modified, metadata })
    }),
    digest: Effect.fnUntraced(function*(key, name) {
      const blob = yield* head(key)
      const known = blob.digests[name]
      if (known !== undefined) return known
      const taken = yield* readDigest(blob, name)
      if (bucket.objects.get(key) === blob) yield* keep({ ...blob, digests: { ...blob.digests, ...taken } })
      return taken[name] ?? ""
    }),
    list: ({ after, limit, prefix = "" }) =>
      Effect.sync(() => {
        const items: Array<Blob> = []
        for (const key of bucket.keys.from(prefix, after)) {
          if (!key.startsWith(prefix)) break
          const last = items.at(-1)
          if (last !== undefined && items.length === limit) return { items, next: last.key }
          const blob = bucket.objects.get(key)
          if (blob !== undefined) items.push(blob)
        }
        return { items }
      })
  }
}
