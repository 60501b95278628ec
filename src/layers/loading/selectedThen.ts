/**
 * The space that was selected when a call began, for calls that wait for their code first.
 */
import * as FiberRef from "effect/FiberRef"
import type { SpaceId } from "../../domain/Ids.js"

/** Undefined: the call is not one of those, and reads what is selected now. */
export const selectedThen: FiberRef.FiberRef<SpaceId | undefined> = FiberRef.unsafeMake<SpaceId | undefined>(undefined)
