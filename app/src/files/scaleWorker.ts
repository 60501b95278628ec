/** Makes small pictures of pictures, off the thread that draws. One is decoded at a time: it takes four bytes a pixel. */
import { findPicture, keepPicture } from "./keptPictures.js"

export interface ScaleOrder {
  readonly id: number
  /** Where the picture is. */
  readonly href: string
  readonly width: number
  /** What tells the small picture from all others. */
  readonly of: ReadonlyArray<string>
}

/** An order that is not wanted any more. */
interface Stop {
  readonly id: number
  readonly stop: true
}

export interface ScaleAnswer {
  readonly id: number
  /** `unread`: its bytes may not be read here, only shown. */
  readonly outcome: "made" | "none" | "unread"
  readonly picture?: Blob | undefined
}

const quality = 0.78

/** What cannot be scaled, a drawing most often, is shown as it is up to here. */
const smallEnough = 256 * 1024

const underWay = new Map<number, AbortController>()
let decoding: Promise<unknown> = Promise.resolve()

const draw = async (whole: Blob, width: number): Promise<Blob> => {
  const picture = await createImageBitmap(whole)
  const scale = Math.min(1, width / picture.width)
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale))
  )
  const context = canvas.getContext("2d")
  if (context === null) throw new Error("there is nothing to draw on")
  context.imageSmoothingQuality = "high"
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: "image/webp", quality })
}

const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
  const turn = decoding.then(work)
  decoding = turn.catch(() => undefined)
  return turn
}

const make = async ({ href, of, width }: ScaleOrder, signal: AbortSignal): Promise<Omit<ScaleAnswer, "id">> => {
  const kept = await findPicture(of)
  if (kept !== undefined) return { outcome: "made", picture: kept }
  const answer = await fetch(href, { credentials: "omit", referrerPolicy: "no-referrer", signal }).catch(() =>
    undefined
  )
  if (answer === undefined) return { outcome: "unread" }
  if (!answer.ok) return { outcome: "none" }
  const whole = await answer.blob()
  const picture = await inTurn(() => draw(whole, width)).catch(() => whole.size <= smallEnough ? whole : undefined)
  if (picture === undefined) return { outcome: "none" }
  await keepPicture(of, picture).catch(() => undefined)
  return { outcome: "made", picture }
}

const perform = async (order: ScaleOrder): Promise<void> => {
  const stop = new AbortController()
  underWay.set(order.id, stop)
  const answer = await make(order, stop.signal).catch((): Omit<ScaleAnswer, "id"> => ({ outcome: "none" }))
  underWay.delete(order.id)
  globalThis.postMessage({ id: order.id, ...answer } satisfies ScaleAnswer)
}

globalThis.onmessage = ({ data }: MessageEvent<ScaleOrder | Stop>) => {
  if ("stop" in data) underWay.get(data.id)?.abort()
  else void perform(data)
}
