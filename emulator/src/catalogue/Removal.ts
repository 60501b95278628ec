/**
 * Removal for good.
 */
import * as Effect from "effect/Effect"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import { rootId } from "./CatalogueEntry.js"
import type { Refusal } from "./Refusal.js"
import { fileNotFound, invalidParameter } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"
import { treeOf } from "./Trees.js"

/**
 * Removes an entry with all that is below it, wherever it is: in a folder, in the recycle bin, still being uploaded.
 * What was put into the bin by itself stays there.
 */
export const remove = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  fileId: string
): Effect.fn.Return<void, Refusal | StateStoreError> {
  if (fileId === rootId) return yield* invalidParameter("file_id", "the root cannot be removed")
  const top = catalogue.entry(space.spaceId, fileId)
  if (top === undefined) return yield* fileNotFound(fileId)
  const tree = treeOf(catalogue, top, (entry) => entry.recycledAt === undefined || entry.recycledWith !== undefined)
  yield* catalogue.change(space, tree.map((before) => ({ before })))
}, undivided)
