/**
 * Creating folders.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import type { CheckNameMode, DriveFacts, Entry } from "./CatalogueEntry.js"
import { newId } from "./Identifiers.js"
import { place } from "./NameConflicts.js"
import type { Refusal } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"

/**
 * Creates a folder; with mode overwrite a folder that is there is given back as it is.
 */
export const createFolder = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: {
    readonly parentFileId: string
    readonly name: string
    readonly mode: CheckNameMode
    readonly drive?: DriveFacts | undefined
    readonly hidden?: boolean | undefined
    readonly userTags?: Entry["userTags"] | undefined
  }
): Effect.fn.Return<Entry, Refusal | StateStoreError> {
  const now = yield* Clock.currentTimeMillis
  const parentFileId = yield* catalogue.parent(space.spaceId, wanted.parentFileId)
  const placement = yield* place(catalogue, { ...wanted, spaceId: space.spaceId, type: "folder" })
  if (placement._tag === "Replace") return placement.entry
  const folder: Entry = {
    fileId: newId(),
    spaceId: space.spaceId,
    parentFileId,
    name: placement.name,
    type: "folder",
    sequence: catalogue.nextSequence(),
    createdAt: now,
    updatedAt: now,
    hidden: wanted.hidden ?? false,
    userTags: wanted.userTags ?? [],
    pending: [],
    ...wanted.drive === undefined ? {} : { drive: wanted.drive }
  }
  yield* catalogue.change(space, [{ after: folder }])
  return folder
}, undivided)
