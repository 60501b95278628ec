/**
 * Which space a transfer is about.
 */
import * as Effect from "effect/Effect"
import { SpaceId } from "../domain/Ids.js"
import { atOnce, mapAtOnce } from "./atOnce.js"
import type { InSpace, Spaces } from "./Spaces.js"

/**
 * The space that the caller names, else the one that is selected now; `undefined` without either, and for
 * what is no id. Nothing is asked of the service.
 */
export const spaceIdOf = (
  spaces: Spaces.Service,
  options: InSpace | undefined
): Effect.Effect<SpaceId | undefined> => {
  if (typeof options?.spaceId !== "string" || options.spaceId === "") {
    return mapAtOnce(spaces.current(), (space) => options?.spaceId ? undefined : space?.spaceId)
  }
  const spaceId = SpaceId.make(options.spaceId)
  return atOnce(Effect.succeed(spaceId), () => spaceId)
}
