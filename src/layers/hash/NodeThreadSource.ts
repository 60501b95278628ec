/**
 * The program of a hashing thread in Node.
 *
 * @since 1.0.7
 */

/**
 * What a thread is asked. `preHashSize` 0 = no pre-hash.
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
  }
  | { readonly type: "cancel"; readonly id: number }

/**
 * What it answers. `short`: the file ended at `position`, before its size.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadAnswer =
  | { readonly type: "progress"; readonly id: number; readonly position: number }
  | { readonly type: "done"; readonly id: number; readonly preHash: string | undefined; readonly contentHash: string }
  | { readonly type: "short"; readonly id: number; readonly position: number }
  | { readonly type: "unreadable"; readonly id: number }

/**
 * The program as text: a thread made from text starts alike from sources, from the built package and from a bundle.
 * It reads with one read ahead, so that the disk and the digest work at the same time.
 *
 * @since 1.0.7
 * @category constants
 */
export const threadSource = `
"use strict"
const { parentPort } = require("node:worker_threads")
const { createHash } = require("node:crypto")
const fs = require("node:fs")

const sliceSize = 1048576
const progressEvery = 16777216
const running = new Set()
const pairs = []

const read = (descriptor, buffer, position, length) =>
  new Promise((resolve, reject) => {
    if (length === 0) return resolve(0)
    fs.read(descriptor, buffer, 0, length, position, (error, count) => error ? reject(error) : resolve(count))
  })

const hash = async ({ descriptor, id, preHashSize, size }) => {
  const pair = pairs.pop() ?? [Buffer.allocUnsafeSlow(sliceSize), Buffer.allocUnsafeSlow(sliceSize)]
  let [current, ahead] = pair
  const sha1 = createHash("sha1")
  let preHash
  let position = 0
  let reported = 0
  const readAt = (buffer) => read(descriptor, buffer, position, Math.min(sliceSize, size - position))
  const update = (bytes) => {
    const before = position - bytes.length
    if (preHashSize === 0 || preHash !== undefined || position < preHashSize) {
      sha1.update(bytes)
      return
    }
    sha1.update(bytes.subarray(0, preHashSize - before))
    preHash = sha1.copy().digest("hex").toUpperCase()
    sha1.update(bytes.subarray(preHashSize - before))
  }
  let count = await readAt(current)
  while (running.has(id)) {
    if (count === 0) break
    position += count
    const next = readAt(ahead)
    update(current.subarray(0, count))
    if (position - reported >= progressEvery) {
      reported = position
      parentPort.postMessage({ type: "progress", id, position })
    }
    count = await next
    ;[current, ahead] = [ahead, current]
  }
  pairs.push(pair)
  if (!running.has(id)) return undefined
  if (position < size) return { type: "short", id, position }
  const contentHash = sha1.digest("hex").toUpperCase()
  return { type: "done", id, preHash: preHash ?? (preHashSize === 0 ? undefined : contentHash), contentHash }
}

parentPort.on("message", (message) => {
  if (message.type === "cancel") {
    running.delete(message.id)
    return
  }
  running.add(message.id)
  hash(message).catch(() => ({ type: "unreadable", id: message.id })).then((answer) => {
    if (answer !== undefined && running.delete(message.id)) parentPort.postMessage(answer)
  })
})
`
