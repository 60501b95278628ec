/**
 * Which space a transfer or a call is about.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { SpaceId } from "../domain/Ids.js"
import { areOptions } from "../domain/Shape.js"
import type { Space } from "../domain/Space.js"
import { atOnce, mapAtOnce } from "./atOnce.js"
import type { InSpace, Spaces } from "./Spaces.js"

/** By what `current` gives, which is mostly the same: a page may start ten thousand uploads in one loop. */
const currentIds = new WeakMap<Effect.Effect<Space | undefined>, Effect.Effect<SpaceId | undefined>>()

const idOf = (current: Effect.Effect<Space | undefined>): Effect.Effect<SpaceId | undefined> => {
  const known = currentIds.get(current)
  if (known !== undefined) return known
  const id = mapAtOnce(current, (space) => space?.spaceId)
  currentIds.set(current, id)
  return id
}

/**
 * The space that the caller names, else the one that is selected now; `undefined` without either, and for
 * what is no id: only `undefined` and `null` are none. Nothing is asked of the service.
 */
export const spaceIdOf = (
  spaces: Spaces.Service,
  options: InSpace | undefined
): Effect.Effect<SpaceId | undefined> => {
  const given = options?.spaceId ?? undefined
  const isRight = areOptions(options)
  if (isRight && given === undefined) return idOf(spaces.current())
  const spaceId = isRight && typeof given === "string" && given !== "" ? SpaceId.make(given) : undefined
  return atOnce(Effect.succeed(spaceId), () => spaceId)
}

/**
 * The space of a call that had to wait for its code: another may be selected before it continues. Undefined: the call reads which
 * space is selected now.
 */
export const spaceOfCall: FiberRef.FiberRef<SpaceId | undefined> = FiberRef.unsafeMake<SpaceId | undefined>(undefined)
