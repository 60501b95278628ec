/** Where a picture stands on its stage, and how large. */
import type { ElementSize } from "../useElementSize.js"

export interface Point {
  readonly x: number
  readonly y: number
}

/** `x` and `y`: how far the middle of the picture is from the middle of the stage. */
export interface Standing extends Point {
  readonly scale: number
}

const largest = 8
const one = 1

/** All of the picture is in sight, and none is shown larger than it is. */
export const fitScale = (picture: ElementSize, room: ElementSize): number =>
  Math.min(one, room.width / picture.width, room.height / picture.height)

export interface Frame {
  readonly picture: ElementSize
  readonly stage: ElementSize
  /** The scale at which all of it is in sight. */
  readonly fit: number
}

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** As far as a picture can be moved before its edge comes into the stage. */
const reach = (picture: number, scale: number, stage: number): number => Math.max(0, (picture * scale - stage) / 2)

/** The nearest standing that leaves no part of the stage empty without need. */
export const heldIn = ({ scale, x, y }: Standing, { fit, picture, stage }: Frame): Standing => {
  const held = between(scale, fit, Math.max(largest, fit))
  const [across, down] = [reach(picture.width, held, stage.width), reach(picture.height, held, stage.height)]
  return { scale: held, x: between(x, -across, across), y: between(y, -down, down) }
}

/** `at`, measured from the middle of the stage, stays where it is on the picture. */
export const zoomAt = (standing: Standing, scale: number, at: Point, frame: Frame): Standing => {
  const held = between(scale, frame.fit, Math.max(largest, frame.fit))
  const grown = held / standing.scale
  return heldIn({ scale: held, x: at.x - (at.x - standing.x) * grown, y: at.y - (at.y - standing.y) * grown }, frame)
}

const steps = [0.05, 0.1, 0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8]
const apart = 1.01

/** The next scale that people know, up or down. */
export const nextScale = (scale: number, direction: 1 | -1): number =>
  direction === 1
    ? steps.find((step) => step > scale * apart) ?? largest
    : steps.findLast((step) => step < scale / apart) ?? 0
