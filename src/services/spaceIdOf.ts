/**
 * Which space a transfer is about.
 */
import * as Effect from "effect/Effect"
import { SpaceId } from "../domain/Ids.js"
import type { InSpace, Spaces } from "./Spaces.js"

/**
 * The space that the caller names, else the one that is selected now; `undefined` without either, and for
 * what is no id. Nothing is asked of the service.
 */
export const spaceIdOf = (
  spaces: Spaces.Service,
  options: InSpace | undefined
): Effect.Effect<SpaceId | undefined> =>
  typeof options?.spaceId === "string" && options.spaceId !== ""
    ? Effect.succeed(SpaceId.make(options.spaceId))
    : Effect.map(spaces.current(), (space) => options?.spaceId ? undefined : space?.spaceId)
