/**
 * The box that a thumbnail is to fit into, as a thumbnail process spells it: `image/resize,w_200,h_100,m_fill`.
 */
import * as Option from "effect/Option"

/**
 * Sides in pixels. A picture that is to `fill` the box is cut to it, any other keeps its shape within it.
 */
export interface ThumbnailSize {
  readonly width: number | undefined
  readonly height: number | undefined
  readonly isFilled: boolean
}

const longestSide = 2048

const usual = 400

const side = (text: string, name: "w" | "h" | "l"): number | undefined => {
  const found = new RegExp(`(?:^|[,/])${name}_(\\d{1,5})(?=[,/]|$)`).exec(text)?.[1]
  return found === undefined ? undefined : Math.min(longestSide, Math.max(1, Number(found)))
}

/**
 * The size that a process asks for; a process without one asks for a width of 400.
 */
export const fromProcess = (process: string): ThumbnailSize => {
  const longest = side(process, "l")
  const [width, height] = [side(process, "w") ?? longest, side(process, "h") ?? longest]
  return {
    width: width ?? (height === undefined ? usual : undefined),
    height,
    isFilled: /(?:^|[,/])m_fill(?=[,/]|$)/.test(process) && width !== undefined && height !== undefined
  }
}

/**
 * One spelling for each size, for addresses and for what is kept.
 */
export const toText = ({ height, isFilled, width }: ThumbnailSize): string =>
  `${width ?? ""}x${height ?? ""}${isFilled ? "f" : ""}`

export const fromText = (text: string): Option.Option<ThumbnailSize> => {
  const [, width, height, filled] = /^(\d{0,4})x(\d{0,4})(f?)$/.exec(text) ?? []
  return width === undefined ? Option.none() : Option.some({
    width: width === "" ? undefined : Number(width),
    height: !height ? undefined : Number(height),
    isFilled: filled === "f"
  })
}
