/**
 * The program of a hashing thread in Node.
 *
 * @since 1.0.7
 */

/**
 * What a thread is asked. `preHashSize` 0 = no pre-hash; `partSize`: checksums of parts of so many bytes; `wasm`: the file of hash-wasm,
 * which a thread made from text cannot find.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadRequest =
  | {
    readonly type: "hash"
    readonly id: number
    readonly descriptor: number
    readonly size: number
    readonly preHashSize: number
    readonly partSize?: number | undefined
  }
  | {
    readonly type: "sha1States"
    readonly id: number
    readonly descriptor: number
    readonly size: number
    readonly partSize: number
    readonly wasm: string
  }
  | {
    readonly type: "digest"
    readonly id: number
    readonly descriptor: number
    readonly start: number
    readonly size: number
    readonly kinds: ReadonlyArray<"crc32" | "md5">
  }
  | { readonly type: "cancel"; readonly id: number }

/**
 * What it answers. `saved`: the states as hash-wasm saves them, first that of no bytes. `short`: the file ended at
 * `position`, before its size. `unable`: hash-wasm could not be loaded.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadAnswer =
  | { readonly type: "progress"; readonly id: number; readonly position: number }
  | {
    readonly type: "done"
    readonly id: number
    readonly preHash: string | undefined
    readonly contentHash: string
    readonly crc32: ReadonlyArray<number>
  }
  | { readonly type: "sha1States"; readonly id: number; readonly saved: ReadonlyArray<Uint8Array> }
  | { readonly type: "digest"; readonly id: number; readonly md5?: string; readonly crc32?: number }
  | { readonly type: "unable"; readonly id: number; readonly message: string }
  | { readonly type: "short"; readonly id: number; readonly position: number }
  | { readonly type: "unreadable"; readonly id: number }

/**
 * The program as text: a thread made from text starts alike from sources, from the built package and from a bundle.
 * It reads in the thread itself: the system reads ahead of whoever reads in order, and bytes that another thread reads are in
 * another processor's cache, which costs a third of the digest. After a few MiB other files of the thread have their turn.
 *
 * @since 1.0.7
 * @category constants
 */
export const threadSource = `
"use strict"
const { parentPort } = require("node:worker_threads")
const { createHash } = require("node:crypto")
const fs = require("node:fs")
const { crc32 } = require("node:zlib")

const sliceSize = 262144
const turnSize = 4194304
const progressEvery = 16777216
const running = new Set()
const buffers = []

const otherJobs = () => new Promise((resolve) => setImmediate(resolve))

const readAll = async ({ descriptor, id, size, start = 0 }, update, finish) => {
  const buffer = buffers.pop() ?? Buffer.allocUnsafeSlow(sliceSize)
  let position = 0
  let reported = 0
  let turn = 0
  while (running.has(id) && position < size) {
    const count = fs.readSync(descriptor, buffer, 0, Math.min(sliceSize, size - position), start + position)
    if (count === 0) break
    position += count
    update(buffer.subarray(0, count), position)
    if (position - reported >= progressEvery) {
      reported = position
      parentPort.postMessage({ type: "progress", id, position })
    }
    if (position - turn >= turnSize) {
      turn = position
      await otherJobs()
    }
  }
  buffers.push(buffer)
  if (!running.has(id)) return undefined
  return position < size ? { type: "short", id, position: start + position } : finish()
}

const eachPart = (bytes, position, partSize, use) => {
  let at = position - bytes.length
  while (at < position) {
    const end = Math.min(position, at + partSize - at % partSize)
    use(bytes.subarray(at - position + bytes.length, end - position + bytes.length), end)
    at = end
  }
}

const partCrc32 = (partSize = 0, size) => {
  const sums = []
  let crc = 0
  const add = (bytes, end) => {
    crc = crc32(bytes, crc)
    if (end % partSize !== 0 && end !== size) return
    sums.push(crc)
    crc = 0
  }
  return { sums, update: partSize === 0 ? () => {} : (bytes, position) => eachPart(bytes, position, partSize, add) }
}

const hash = (request) => {
  const { id, partSize, preHashSize, size } = request
  const sha1 = createHash("sha1")
  const parts = partCrc32(partSize, size)
  let preHash
  const update = (bytes, position) => {
    const before = position - bytes.length
    parts.update(bytes, position)
    if (preHashSize === 0 || preHash !== undefined || position < preHashSize) {
      sha1.update(bytes)
      return
    }
    sha1.update(bytes.subarray(0, preHashSize - before))
    preHash = sha1.copy().digest("hex").toUpperCase()
    sha1.update(bytes.subarray(preHashSize - before))
  }
  return readAll(request, update, () => {
    const contentHash = sha1.digest("hex").toUpperCase()
    const leading = preHash ?? (preHashSize === 0 ? undefined : contentHash)
    return { type: "done", id, preHash: leading, contentHash, crc32: parts.sums }
  })
}

const sha1States = async (request) => {
  const { id, partSize, wasm } = request
  let sha1
  try {
    sha1 = (await require(wasm).createSHA1()).init()
  } catch (error) {
    return { type: "unable", id, message: String(error) }
  }
  const saved = [sha1.save()]
  const update = (bytes, position) =>
    eachPart(bytes, position, partSize, (piece, end) => {
      sha1.update(piece)
      if (end % partSize === 0) saved.push(sha1.save())
    })
  return readAll(request, update, () => ({ type: "sha1States", id, saved }))
}

const digest = (request) => {
  const { id, kinds } = request
  const md5 = kinds.includes("md5") ? createHash("md5") : undefined
  const hasCrc32 = kinds.includes("crc32")
  let crc = 0
  const update = (bytes) => {
    if (md5 !== undefined) md5.update(bytes)
    if (hasCrc32) crc = crc32(bytes, crc)
  }
  return readAll(request, update, () => ({
    type: "digest",
    id,
    ...(md5 === undefined ? {} : { md5: md5.digest("hex") }),
    ...(hasCrc32 ? { crc32: crc } : {})
  }))
}

const jobs = { hash, sha1States, digest }

const answerTo = async (request) => jobs[request.type](request)

parentPort.on("message", (message) => {
  if (message.type === "cancel") {
    running.delete(message.id)
    return
  }
  running.add(message.id)
  answerTo(message).catch(() => ({ type: "unreadable", id: message.id })).then((answer) => {
    if (answer !== undefined && running.delete(message.id)) parentPort.postMessage(answer)
  })
})
`
