/**
 * The SHA-1 states that a parallel upload names for its parts, checked against the bytes.
 */
import * as Effect from "effect/Effect"
import { BlobBroken, type BlobNotFound } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import type { DriveUpload } from "./DriveUploads.js"

const blockSize = 64

const initial = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/** Takes one block in, as FIPS 180-4 has it. */
const compress = (state: Int32Array, block: DataView, start: number): void => {
  const words = new Int32Array(80)
  for (let t = 0; t < 80; t++) {
    words[t] = t < 16
      ? block.getInt32(start + t * 4)
      : rotated((words[t - 3] ?? 0) ^ (words[t - 8] ?? 0) ^ (words[t - 14] ?? 0) ^ (words[t - 16] ?? 0), 1)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let t = 0; t < 80; t++) {
    const [mix, constant] = t < 20
      ? [(b & c) | (~b & d), 0x5a827999]
      : t < 40
      ? [b ^ c ^ d, 0x6ed9eba1]
      : t < 60
      ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
      : [b ^ c ^ d, 0xca62c1d6]
    const next = (rotated(a, 5) + mix + e + constant + (words[t] ?? 0)) | 0
    e = d
    d = c
    c = rotated(b, 30)
    b = a
    a = next
  }
  for (const [index, word] of [a, b, c, d, e].entries()) state[index] = ((state[index] ?? 0) + word) | 0
}

/** The states after so many whole blocks, for each offset, which come in order. */
const statesAt = (
  body: ByteSource.ByteSource<BlobBroken>,
  offsets: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, BlobBroken> =>
  Effect.gen(function*() {
    const state = Int32Array.from(initial)
    const states: Array<ReadonlyArray<number>> = []
    let position = 0
    let rest = new Uint8Array(0)
    yield* ByteSource.forEach(body, (chunk) => {
      const bytes = rest.length === 0 ? chunk : new Uint8Array(Buffer.concat([rest, chunk]))
      const block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      let start = 0
      for (; start + blockSize <= bytes.length; start += blockSize) {
        while (offsets[states.length] === position) states.push(Array.from(state, (word) => word >>> 0))
        compress(state, block, start)
        position += blockSize
      }
      rest = new Uint8Array(bytes.subarray(start))
    })
    while (offsets[states.length] === position) states.push(Array.from(state, (word) => word >>> 0))
    return states
  })

/**
 * The number of the first part whose state is not that of the bytes before it; `undefined` when all are right, and when
 * the upload is not parallel. The bytes are read once.
 */
export const firstWrongContext = (
  bucket: Bucket,
  upload: DriveUpload
): Effect.Effect<number | undefined, BlobNotFound | BlobBroken> =>
  Effect.gen(function*() {
    const told = Object.entries(upload.contexts)
      .map(([number, context]) => ({ number: Number(number), ...context }))
      .sort((one, other) => one.part_offset - other.part_offset)
    if (told.length === 0) return undefined
    const { read } = yield* bucket.get(upload.objectKey)
    const states = yield* ByteSource.reading(
      read,
      (cause) => new BlobBroken({ operation: "sha1", cause }),
      (body) => statesAt(body, told.map((context) => context.part_offset))
    )
    return told.find(({ h, part_offset }, index) =>
      h.length === 0 ? part_offset !== 0 : states[index]?.join() !== h.join()
    )?.number
  })
