/** Somebody who has fingers and nothing else. */
import type { Locator, Page } from "playwright-core"

interface Point {
  readonly x: number
  readonly y: number
}

export interface Fingers {
  /** Where the fingers are, one step after the other, until all are lifted. */
  readonly draw: (...steps: ReadonlyArray<ReadonlyArray<Point>>) => Promise<void>
  readonly put: (...at: ReadonlyArray<Point>) => Promise<void>
  readonly move: (...to: ReadonlyArray<Point>) => Promise<void>
  readonly lift: () => Promise<void>
}

export const fingersOn = async (page: Page): Promise<Fingers> => {
  const session = await page.context().newCDPSession(page)
  const send = async (type: "touchEnd" | "touchMove" | "touchStart", points: ReadonlyArray<Point>): Promise<void> => {
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) })
  }
  const put = (...at: ReadonlyArray<Point>) => send("touchStart", at)
  const move = (...to: ReadonlyArray<Point>) => send("touchMove", to)
  const lift = () => send("touchEnd", [])
  const draw: Fingers["draw"] = async (first = [], ...rest) => {
    await put(...first)
    for (const points of rest) await move(...points)
    await lift()
  }
  return { draw, put, move, lift }
}

/** From one to the other in a few steps, as a finger goes. */
export const way = (from: Point, to: Point, steps = 6): ReadonlyArray<Point> =>
  Array.from({ length: steps + 1 }, (_, at) => ({
    x: from.x + ((to.x - from.x) * at) / steps,
    y: from.y + ((to.y - from.y) * at) / steps
  }))

/** One finger along a way. */
export const alone = (points: ReadonlyArray<Point>): ReadonlyArray<ReadonlyArray<Point>> => points.map((at) => [at])

export const middleOf = async (locator: Locator): Promise<Point> => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error("it is not on the screen")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
