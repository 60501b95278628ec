/**
 * The state of SHA-1 before each part of a file: what a parallel upload to pds has to say of its parts.
 */
import * as Effect from "effect/Effect"
import type { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { UploadSource } from "../../services/UploadSource.js"

/** Bytes that SHA-1 takes in at a time; only between them its state is five words and nothing else. */
export const blockSize = 64

/**
 * The five words before the part of this number, from 1; none before the first.
 */
export type Sha1States = (partNumber: number) => ReadonlyArray<number>

/** A saved state of hash-wasm: its own mark, then the five words, least byte first. */
const wordsStart = 4

const words = (state: Uint8Array): ReadonlyArray<number> => {
  const view = new DataView(state.buffer, state.byteOffset + wordsStart, 20)
  return Array.from({ length: 5 }, (_, index) => view.getUint32(index * 4, true))
}

const initialWords = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

const load = async () => {
  try {
    const { createSHA1 } = await import("hash-wasm")
    const sha1 = (await createSHA1()).init()
    // Another layout of the saved state would give wrong words.
    return words(sha1.save()).join() === initialWords.join() ? sha1 : undefined
  } catch {
    // A page whose policy forbids WebAssembly.
    return undefined
  }
}

/**
 * Says whether states can be had here.
 */
export const available: Effect.Effect<boolean> = Effect.map(Effect.promise(load), (sha1) => sha1 !== undefined)

/**
 * One read pass over the source. `partSize` must be a multiple of {@link blockSize}.
 */
export const make = (
  source: Pick<UploadSource, "identity" | "readAll">,
  partSize: number
): Effect.Effect<Sha1States | undefined, SourceChanged> =>
  Effect.flatMap(Effect.promise(load), (sha1) => {
    if (sha1 === undefined) return Effect.succeed(undefined)
    const states: Array<ReadonlyArray<number>> = [[]]
    let position = 0
    const take = (bytes: Uint8Array) => {
      sha1.update(bytes)
      position += bytes.length
      if (position % partSize === 0) states.push(words(sha1.save()))
    }
    const read = source.readAll(0, (chunk) => {
      let start = 0
      while (start < chunk.length) {
        const end = Math.min(chunk.length, start + partSize - position % partSize)
        take(chunk.subarray(start, end))
        start = end
      }
    })
    return Effect.as(read, (partNumber: number) => states[partNumber - 1] ?? [])
  })
