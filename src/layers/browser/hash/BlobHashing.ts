/**
 * Digests of Blobs by WebAssembly; the same code runs in the worker and, where there is none, in the page.
 *
 * @since 1.0.7
 */
import type { IHasher } from "hash-wasm"
import { createCRC32, createCRC64, createMD5, createSHA1 } from "hash-wasm"
import type { Digests } from "../../../domain/HashPlan.js"
import type { HashCheckpoint } from "../../../services/Hasher.js"
import type { PartDigest } from "../../../services/PartStore.js"
import { checksumText } from "../../hash/Checksums.js"
import { onePass, type RunningSha1 } from "../../hash/OnePass.js"
import { plainChecksums, type RunningChecksum } from "../../hash/PlainChecksums.js"
import { plainSha1 } from "../../hash/plainSha1.js"
import { runningSha1States } from "../../hash/RunningSha1States.js"
import type { FileDigest, FileDigests } from "../requests/RequestProtocol.js"
import type { SomePlan } from "./HashProtocol.js"

/** Bytes that are read at a time, of which a page has to do little. */
const sliceSize = 1_048_576

/** The same in a worker: each read waits for the browser's other processes, and of large ones there are fewer. */
const workerSliceSize = 4_194_304

/** Bytes between two checkpoints: at most so many are hashed twice after a reload. */
const checkpointEvery = 67_108_864

/**
 * `pause` runs between two slices, so that a page stays responsive; a worker needs none.
 *
 * @since 1.0.7
 * @category models
 */
export interface BlobHashingOptions {
  readonly wanted: () => boolean
  readonly pause?: (() => Promise<void>) | undefined
}

/**
 * Reads one slice ahead: while one is worked on, the browser reads the next. `false` when it was cancelled.
 */
const readSlices = async (
  blob: Blob,
  start: number,
  options: BlobHashingOptions,
  use: (slice: Uint8Array) => void
): Promise<boolean> => {
  const most = options.pause === undefined ? workerSliceSize : sliceSize
  const read = (from: number) => from < blob.size ? blob.slice(from, from + most).arrayBuffer() : undefined
  let ahead = read(start)
  for (let position = start; ahead !== undefined; position += most) {
    const slice = new Uint8Array(await ahead)
    if (!options.wanted()) return false
    ahead = read(position + most)
    // Otherwise a read that fails while the slice is worked on counts as unhandled.
    ahead?.catch(() => {})
    use(slice)
    await options.pause?.()
  }
  return options.wanted()
}

/**
 * Whether WebAssembly may be used here; fails where a policy forbids it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const warmUp = async (): Promise<void> => {
  await createSHA1()
}

/** A SHA-1 whose state can be saved. */
const startSha1 = async (
  from: HashCheckpoint | undefined
): Promise<RunningSha1 & { readonly save: () => Uint8Array }> => {
  const sha1 = (await createSHA1()).init()
  if (from !== undefined) sha1.load(from.state)
  return {
    update: (bytes) => sha1.update(bytes),
    soFar: () => {
      const state = sha1.save()
      const digest = sha1.digest("hex")
      sha1.load(state)
      return digest
    },
    digest: () => sha1.digest("hex"),
    save: () => sha1.save()
  }
}

/**
 * SHA-1 without WebAssembly; `undefined` when it was cancelled.
 *
 * @since 1.0.7
 * @category constructors
 */
export const hashBlobPlainly = async (
  blob: Blob,
  plan: SomePlan,
  options: BlobHashingOptions & { readonly position: (bytes: number) => void }
): Promise<Digests | undefined> => {
  const pass = onePass(plainSha1(), plan)
  const whole = await readSlices(blob, 0, options, (slice) => {
    pass.update(slice)
    options.position(pass.position())
  })
  return whole ? pass.digests() : undefined
}

/**
 * SHA-1 by a plan; `undefined` when it was cancelled. The promise is rejected when the Blob cannot be read.
 *
 * @since 1.0.7
 * @category constructors
 */
export const hashBlob = async (
  request: { readonly blob: Blob; readonly plan: SomePlan; readonly from?: HashCheckpoint | undefined },
  options: BlobHashingOptions & {
    readonly position: (bytes: number) => void
    readonly checkpoint?: ((checkpoint: HashCheckpoint) => void) | undefined
  }
): Promise<Digests | undefined> => {
  const { blob, from, plan } = request
  const sha1 = await startSha1(from)
  const pass = onePass(sha1, plan, from)
  let saved = pass.position()
  const whole = await readSlices(blob, pass.position(), options, (slice) => {
    pass.update(slice)
    options.position(pass.position())
    // The digests come right behind the last slice.
    if (options.checkpoint === undefined || pass.position() - saved < checkpointEvery) return
    if (pass.position() === blob.size) return
    saved = pass.position()
    options.checkpoint({ position: saved, state: sha1.save(), preHash: pass.preHash() })
  })
  return whole ? pass.digests() : undefined
}

/**
 * The states of SHA-1 after each `partSize` bytes; `undefined` when it was cancelled.
 *
 * @since 1.0.7
 * @category constructors
 */
export const sha1StatesOfBlob = async (
  blob: Blob,
  partSize: number,
  options: BlobHashingOptions & { readonly position: (bytes: number) => void }
): Promise<{ readonly words: Uint32Array | undefined } | undefined> => {
  const running = await runningSha1States(partSize)
  const whole = await readSlices(blob, 0, options, (slice) => {
    running.update(slice)
    options.position(running.position())
  })
  return whole ? { words: running.words() } : undefined
}

const wasmChecksums: { readonly [Kind in keyof PartDigest]-?: () => Promise<IHasher> } = {
  md5: () => createMD5(),
  crc32: () => createCRC32(),
  crc64: () => createCRC64()
}

const wholeDigests = { ...wasmChecksums, sha1: () => createSHA1() }

const digestText = { ...checksumText, sha1: (hex: string): string => hex }

const ready = new Map<FileDigest, Promise<IHasher>>()

/**
 * Digests of bytes that are here already. What makes them is made once for all.
 *
 * @since 1.0.7
 * @category constructors
 */
export const digestBytes = async (bytes: Uint8Array, kinds: ReadonlyArray<FileDigest>): Promise<FileDigests> => {
  const digests = await Promise.all(kinds.map(async (kind) => {
    const making = ready.get(kind) ?? wholeDigests[kind]()
    ready.set(kind, making)
    const digest = await making
    // In one step: others use it too.
    return [kind, digestText[kind](digest.init().update(bytes).digest())]
  }))
  return Object.fromEntries(digests)
}

const digestWith = async (
  blob: Blob,
  running: ReadonlyArray<{ readonly kind: keyof PartDigest; readonly checksum: RunningChecksum }>,
  options: BlobHashingOptions
): Promise<PartDigest | undefined> => {
  const whole = await readSlices(blob, 0, options, (slice) => {
    for (const { checksum } of running) checksum.update(slice)
  })
  if (!whole) return undefined
  return Object.fromEntries(running.map(({ checksum, kind }) => [kind, checksumText[kind](checksum.digest())]))
}

/**
 * Checksums of a Blob in one pass; `undefined` when it was cancelled.
 *
 * @since 1.0.7
 * @category constructors
 */
export const digestBlob = async (
  blob: Blob,
  kinds: ReadonlyArray<keyof PartDigest>,
  options: BlobHashingOptions
): Promise<PartDigest | undefined> => {
  const running = await Promise.all(
    kinds.map(async (kind) => ({ kind, checksum: (await wasmChecksums[kind]()).init() }))
  )
  return digestWith(blob, running, options)
}

/**
 * Checksums without WebAssembly; `undefined` when it was cancelled.
 *
 * @since 1.0.7
 * @category constructors
 */
export const digestBlobPlainly = (
  blob: Blob,
  kinds: ReadonlyArray<keyof PartDigest>,
  options: BlobHashingOptions
): Promise<PartDigest | undefined> =>
  digestWith(blob, kinds.map((kind) => ({ kind, checksum: plainChecksums[kind]() })), options)
