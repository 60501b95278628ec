/**
 * The space that a call is about, where another may be selected before the call continues.
 */
import * as FiberRef from "effect/FiberRef"
import type { SpaceId } from "../domain/Ids.js"

/** Undefined: the call reads which space is selected now. */
export const spaceOfCall: FiberRef.FiberRef<SpaceId | undefined> = FiberRef.unsafeMake<SpaceId | undefined>(undefined)
