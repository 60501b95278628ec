/** A QR code as shapes: dots for what is data, rounded squares in the three corners that a camera looks for. */
import { encode } from "uqr"

export interface QrPicture {
  /** Modules on a side, without the quiet zone. */
  readonly size: number
  readonly dots: ReadonlyArray<readonly [x: number, y: number]>
  /** Upper left module of each corner square. */
  readonly corners: ReadonlyArray<readonly [x: number, y: number]>
}

/** Modules of a corner square on a side. */
const corner = 7

/** Light modules that must be around it for a camera. */
export const quietZone = 4

export const qrPicture = (text: string): QrPicture => {
  const { data, size } = encode(text, { ecc: "M", border: 0 })
  const end = size - corner
  const isCorner = (x: number, y: number) => (x < corner || x >= end) && (y < corner || (y >= end && x < corner))
  const dots = data.flatMap((line, y) =>
    line.flatMap((isDark, x) => isDark && !isCorner(x, y) ? [[x, y] as const] : [])
  )
  return { size, dots, corners: [[0, 0], [end, 0], [0, end]] }
}

/** A circle that nearly fills its module: joined ones are not needed, and a camera reads the middle of each. */
const dotRadius = 0.47

export const dotPath = ({ dots }: QrPicture): string =>
  dots.map(([x, y]) =>
    `M${x + 0.5 - dotRadius} ${y + 0.5}a${dotRadius} ${dotRadius} 0 1 0 ${
      2 * dotRadius
    } 0a${dotRadius} ${dotRadius} 0 1 0 ${-2 * dotRadius} 0z`
  ).join("")

const square = (x: number, y: number, side: number, radius: number): string => {
  const straight = side - 2 * radius
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x + radius} ${y}h${straight}${arc(radius, radius)}v${straight}${arc(-radius, radius)}h${-straight}${
    arc(-radius, -radius)
  }v${-straight}${arc(radius, -radius)}z`
}

/** A ring of one module around a square of three; to be filled by the even-odd rule. */
export const cornerPath = ({ corners }: QrPicture): string =>
  corners.map(([x, y]) => square(x, y, 7, 1.4) + square(x + 1, y + 1, 5, 1.2) + square(x + 2, y + 2, 3, 0.9)).join("")
