/**
 * Segments on an S3 server: runs of bytes under names of their own, cut so that none is held in memory whole. What
 * belongs together is known by the index alone, so small parts are as good as large ones.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import type { Backing, SegmentReader } from "./Backing.js"
import type { Segment } from "./Blob.js"
import { BlobBroken } from "./BlobErrors.js"
import * as ByteSource from "./ByteSource.js"
import type { S3Call } from "./S3Calls.js"

/** Of one object on the server; the last one of a segment may be shorter. */
const pieceSize = 8 * 1024 * 1024

/**
 * Where segments lie. `prefix` is the store's own and ends with a slash.
 *
 * @since 1.0.7
 * @category models
 */
export interface Place {
  readonly call: S3Call
  readonly bucket: string
  readonly prefix: string
}

const keyOf = ({ prefix }: Place, id: string, piece: number): string => `${prefix}${id}/${piece}`

const putPiece = ({ bucket: Bucket, call }: Place, Key: string, bytes: Uint8Array) =>
  call(
    "write",
    Key,
    (client, sdk, abortSignal) =>
      client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length }), { abortSignal })
  ).pipe(Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "write", cause })))

const removePiece = ({ bucket: Bucket, call }: Place, Key: string) =>
  call(
    "remove",
    Key,
    (client, sdk, abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal })
  ).pipe(
    Effect.catchTag("BlobNotFound", () => Effect.void),
    Effect.catchTag("BlobBroken", (error) => Effect.logWarning(`${Key} was left behind: ${error.message}`))
  )

const removeAll = (place: Place, { id, size }: Segment) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(size / pieceSize) }, (_, piece) => keyOf(place, id, piece)),
    (key) => removePiece(place, key),
    { concurrency: 4, discard: true }
  )

const openReader = (place: Place, { id }: Segment, start: number, end: number): SegmentReader => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let position = start

  const openPiece = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const piece = Math.floor(position / pieceSize)
    const Key = keyOf(place, id, piece)
    const first = position - piece * pieceSize
    const last = Math.min(end - piece * pieceSize, pieceSize) - 1
    const stream = await Effect.runPromise(place.call("read", Key, async (client, sdk, abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket: place.bucket, Key, Range: `bytes=${first}-${last}` })
      const { Body } = await client.send(command, { abortSignal })
      return Body?.transformToWebStream()
    }))
    if (stream === undefined) throw new BlobBroken({ operation: "read", cause: `${Key} has no bytes` })
    return stream.getReader()
  }

  const read = async (): Promise<Uint8Array | undefined> => {
    if (position >= end) return undefined
    const opened = reader !== undefined
    reader ??= await openPiece()
    const { value } = await reader.read()
    if (value !== undefined) {
      position += value.length
      return value
    }
    reader = undefined
    if (!opened) throw new BlobBroken({ operation: "read", cause: `${id} is too short` })
    return read()
  }

  return {
    read,
    close: async () => {
      await reader?.cancel()
      reader = undefined
    }
  }
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (place: Place): Pick<Backing, "write" | "open" | "remove"> => ({
  write: <E>(source: ByteSource.ByteSource<E>) =>
    Effect.suspend(() => {
      const id = randomUUID()
      let [size, pieces] = [0, 0]
      let gathered: Array<Uint8Array> = []
      let held = 0

      const flush = Effect.suspend(() => {
        const bytes = new Uint8Array(Buffer.concat(gathered))
        gathered = []
        held = 0
        return putPiece(place, keyOf(place, id, pieces++), bytes)
      })

      const take = Effect.fnUntraced(function*(chunk: Uint8Array) {
        size += chunk.length
        for (let rest = chunk; rest.length > 0;) {
          const fitting = rest.subarray(0, pieceSize - held)
          gathered.push(fitting)
          held += fitting.length
          rest = rest.subarray(fitting.length)
          if (held === pieceSize) yield* flush
        }
      })

      return ByteSource.forEach(source, take).pipe(
        Effect.zipRight(Effect.suspend(() => held > 0 ? flush : Effect.void)),
        Effect.as({ id: "", size: 0 }),
        Effect.map((none): Segment => size === 0 ? none : { id, size }),
        Effect.onError(() => removeAll(place, { id, size: pieces * pieceSize }))
      )
    }),
  open: (segment, start, end) => openReader(place, segment, start, end),
  remove: (segment) => Effect.runPromise(removeAll(place, segment))
})

/**
 * Removes what lies under the prefix and nobody needs: bytes that a crash left behind, or all of them.
 *
 * @since 1.0.7
 * @category combinators
 */
export const sweep = (place: Place, isNeeded: (id: string) => boolean): Effect.Effect<void, BlobBroken> =>
  Effect.gen(function*() {
    let token: string | undefined
    do {
      const page = yield* place.call("sweep", place.bucket, (client, sdk, abortSignal) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket: place.bucket,
            Prefix: place.prefix,
            ...token === undefined ? {} : { ContinuationToken: token }
          }),
          { abortSignal }
        ))
      const unneeded = (page.Contents ?? []).flatMap(({ Key }) =>
        Key !== undefined && !isNeeded(Key.slice(place.prefix.length).split("/")[0] ?? "") ? [Key] : []
      )
      yield* Effect.forEach(unneeded, (key) => removePiece(place, key), { concurrency: 4, discard: true })
      token = page.NextContinuationToken
    } while (token !== undefined)
  }).pipe(Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "sweep", cause })))
