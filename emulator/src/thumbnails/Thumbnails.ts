/**
 * Small pictures of pictures: their addresses, which say for themselves who may see them, and the bytes, made when they are first
 * asked for.
 */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Hash from "effect/Hash"
import * as Option from "effect/Option"
import { availableParallelism } from "node:os"
import type { BlobNotFound } from "../blobs/BlobErrors.js"
import { BlobBroken } from "../blobs/BlobErrors.js"
import type { SpaceBuckets } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { categoryOf } from "../catalogue/Names.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { SignedAddresses } from "../http/SignedAddresses.js"
import type { ScalePicture } from "./scalePicture.js"
import type { ThumbnailSize } from "./ThumbnailSize.js"
import * as Size from "./ThumbnailSize.js"

/** Larger pictures are shown whole. */
const largestPicture = 64 * 1024 * 1024

/** Thumbnails that are kept, of some 10 KB each. */
const mostKept = 2048

/** An address is the same for this long, so that a browser finds the picture it has. */
const sameAddressFor = Duration.hours(1)

/**
 * A thumbnail by the digest of the picture and the size: pictures with the same bytes share one.
 */
class Wanted implements Equal.Equal {
  constructor(
    readonly name: string,
    readonly size: ThumbnailSize,
    readonly picture: Effect.Effect<Uint8Array, BlobBroken>
  ) {}

  [Equal.symbol](that: unknown): boolean {
    return that instanceof Wanted && that.name === this.name
  }

  [Hash.symbol](): number {
    return Hash.string(this.name)
  }
}

export interface Thumbnails {
  /**
   * An address of a small picture of a picture. It is that of the picture itself, given by `whole`, when nothing here scales
   * pictures. Without `whole` the address never leads to the picture itself: there is none, or it answers 404. None for what is
   * no picture.
   */
  readonly addressOf: (options: {
    readonly space: SpaceRules
    readonly entry: Entry
    readonly process: string
    readonly whole: Effect.Effect<string> | undefined
  }) => Effect.Effect<Option.Option<string>>
  /** The bytes, in WebP; none when the picture cannot be scaled and is to be shown whole. */
  readonly bytesOf: (options: {
    readonly space: SpaceRules
    readonly entry: Entry
    readonly size: ThumbnailSize
  }) => Effect.Effect<Option.Option<Uint8Array<ArrayBuffer>>, BlobBroken | BlobNotFound>
}

/**
 * What every address of a thumbnail begins with.
 */
export const thumbnailPath = "/thumbnail/"

export const make = ({ addresses, loadScaling, objects }: {
  readonly addresses: SignedAddresses
  readonly loadScaling: Effect.Effect<Option.Option<ScalePicture>>
  readonly objects: SpaceBuckets
}): Effect.Effect<Thumbnails> =>
  Effect.gen(function*() {
    const scaling = yield* Effect.cached(loadScaling)
    const turns = yield* Effect.makeSemaphore(Math.max(1, Math.min(4, availableParallelism() - 1)))

    // Somebody who goes away must not take the picture from the others who wait for it.
    const scaled = yield* Cache.makeWith({
      capacity: mostKept,
      lookup: ({ picture, size }: Wanted) =>
        Effect.uninterruptible(Effect.gen(function*() {
          const scale = yield* scaling
          return Option.isNone(scale) ? Option.none() : yield* scale.value(yield* picture, size)
        })),
      timeToLive: (exit) => Exit.isSuccess(exit) ? Duration.infinity : Duration.zero
    })

    return {
      addressOf: ({ entry, process, space, whole }) =>
        Effect.gen(function*() {
          if (entry.content === undefined || categoryOf(entry.content.contentType) !== "image") return Option.none()
          if (Option.isNone(yield* scaling)) return whole === undefined ? Option.none() : Option.some(yield* whole)
          const now = yield* Clock.currentTimeMillis
          const step = Duration.toMillis(sameAddressFor)
          const address = yield* addresses.sign({
            method: "GET",
            path: `${thumbnailPath}${encodeURIComponent(space.spaceId)}/${entry.fileId}`,
            query: {
              of: entry.content.objectKey,
              size: Size.toText(Size.fromProcess(process)),
              ...(whole === undefined ? { only: "scaled" } : {})
            },
            lifetime: Duration.millis((Math.floor(now / step) + 2) * step - now)
          })
          return Option.some(address)
        }),
      bytesOf: ({ entry, size, space }) =>
        Effect.gen(function*() {
          if (entry.content === undefined) return Option.none()
          const bucket = yield* objects.of(space)
          const { blob, read } = yield* bucket.get(entry.content.objectKey)
          if (blob.size > largestPicture) return Option.none()
          const picture = ByteSource.reading(
            () => read(),
            (cause) => new BlobBroken({ operation: "get", cause }),
            ByteSource.collect
          )
          const wanted = new Wanted(`${blob.etag} ${blob.size} ${Size.toText(size)}`, size, picture)
          return yield* turns.withPermits(1)(scaled.get(wanted))
        })
    }
  })
