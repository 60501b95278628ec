/** Small pictures that this page makes itself: by a worker, a few at once, and kept for the next time. */
import type { ThumbnailLink } from "effect-drive/promise"
import type { ScaleAnswer, ScaleOrder } from "./scaleWorker.js"
import type { SmallPictureOptions } from "./smallPicture.js"

/** Whole pictures are large: more of them at once would only share the line, and memory. */
const atOnce = 3

interface Waiting {
  readonly resolve: (answer: ScaleAnswer) => void
  readonly reject: (cause: Error) => void
}

const waiting = new Map<number, Waiting>()
const queue: Array<ScaleOrder> = []
let worker: Worker | undefined
let lastId = 0

const startWorker = (): Worker => {
  const started = new Worker(new URL("./scaleWorker.js", import.meta.url), { type: "module" })
  started.onmessage = ({ data }: MessageEvent<ScaleAnswer>) => {
    waiting.get(data.id)?.resolve(data)
    waiting.delete(data.id)
    giveOut()
  }
  started.onerror = () => {
    worker = undefined
    started.terminate()
    queue.length = 0
    for (const { reject } of waiting.values()) reject(new Error("the worker that scales pictures has ended"))
    waiting.clear()
  }
  return started
}

/** Orders that wait are not with the worker yet. */
const giveOut = (): void => {
  while (queue.length > 0 && waiting.size - queue.length < atOnce) {
    worker ??= startWorker()
    worker.postMessage(queue.shift())
  }
}

const scaled = (order: Omit<ScaleOrder, "id">, signal: AbortSignal): Promise<ScaleAnswer> =>
  new Promise((resolve, reject) => {
    const id = ++lastId
    signal.addEventListener("abort", () => {
      const at = queue.findIndex((queued) => queued.id === id)
      if (at >= 0) queue.splice(at, 1)
      else if (waiting.has(id)) worker?.postMessage({ id, stop: true })
      waiting.delete(id)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException("not wanted any more", "AbortError"))
      giveOut()
    }, { once: true })
    waiting.set(id, { resolve, reject })
    queue.push({ id, ...order })
    giveOut()
  })

const addressOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error("a small picture cannot be read"))
    reader.readAsDataURL(picture)
  })

/** `link` leads to the picture itself; the answer to a small one, or to the same where nothing here can scale. */
export const scalePicture = async (
  link: ThumbnailLink,
  { file, spaceId, width }: SmallPictureOptions,
  signal: AbortSignal
): Promise<ThumbnailLink | null> => {
  if (typeof OffscreenCanvas === "undefined") return link
  const of = [spaceId, file.fileId, `${file.size}-${file.updatedAt ?? ""}`, String(width)]
  const { outcome, picture } = await scaled({ href: link.href, width, of }, signal)
  if (outcome === "unread") return link
  return picture === undefined ? null : { ...link, href: await addressOf(picture), expiresAt: Infinity }
}
