/**
 * The state of SHA-1 before each part of a file: what a parallel upload to pds has to say of its parts.
 */
import * as Effect from "effect/Effect"
import { Hasher, type HashError } from "../../../services/Hasher.js"
import type { UploadSource } from "../../../services/UploadSource.js"
import { sourceSha1States } from "../../hash/SourceSha1States.js"
import { forwardProgress } from "../../http/forwardProgress.js"

/** Bytes that SHA-1 takes in at a time; only between them its state is five words and nothing else. */
export const blockSize = 64

const wordCount = 5

/**
 * The five words before the part of this number, from 1; none before the first.
 */
export type Sha1States = (partNumber: number) => ReadonlyArray<number>

/**
 * Five words for each part but the first, as a {@link Hasher} gives them.
 */
export const fromWords = (words: Uint32Array): Sha1States => (partNumber) =>
  partNumber < 2 ? [] : Array.from(words.subarray((partNumber - 2) * wordCount, (partNumber - 1) * wordCount))

const onThisThread: NonNullable<Hasher["Type"]["sha1States"]> = (source, partSize, hashed) =>
  sourceSha1States(source, partSize, forwardProgress(hashed))

/**
 * One read pass over the source, off the calling thread where the hasher can. `partSize` must be a multiple of
 * {@link blockSize}; `undefined` where a policy forbids WebAssembly. `hashed` is called with the bytes done since the last call.
 */
export const make = (
  source: UploadSource,
  partSize: number,
  hashed: (bytes: number) => void
): Effect.Effect<Sha1States | undefined, HashError, Hasher> =>
  Effect.flatMap(Hasher, ({ sha1States = onThisThread }) =>
    Effect.map(
      sha1States(source, partSize, hashed),
      (words) => words === undefined ? undefined : fromWords(words)
    ))
