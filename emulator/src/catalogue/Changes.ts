/**
 * Changes to a file or folder that leave its bytes alone.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import type { CheckNameMode, Entry } from "./CatalogueEntry.js"
import { place } from "./NameConflicts.js"
import type { Refusal } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"

type Failure = Refusal | StateStoreError

/**
 * Gives an entry another name. Overwriting replaces a file of that name; a folder never replaces a folder.
 */
export const rename = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: { readonly fileId: string; readonly name: string; readonly mode: CheckNameMode }
): Effect.fn.Return<Entry, Failure> {
  const now = yield* Clock.currentTimeMillis
  const before = yield* catalogue.find(space.spaceId, wanted.fileId)
  const mode = before.type === "folder" && wanted.mode === "overwrite" ? "refuse" : wanted.mode
  const placement = yield* place(catalogue, { ...before, name: wanted.name, mode, except: before.fileId })
  const name = placement._tag === "Free" ? placement.name : wanted.name
  const after: Entry = { ...before, name, updatedAt: now }
  const replaced = placement._tag === "Replace" ? [{ before: placement.entry }] : []
  yield* catalogue.change(space, [{ before, after }, ...replaced])
  return after
}, undivided)

/**
 * Changes what is said about an entry; what is left out stays.
 */
export const updateInfo = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: {
    readonly fileId: string
    readonly userTags?: Entry["userTags"] | undefined
    readonly hidden?: boolean | undefined
    readonly name?: string | undefined
    readonly contentType?: string | undefined
  }
): Effect.fn.Return<Entry, Failure> {
  const now = yield* Clock.currentTimeMillis
  const before = yield* catalogue.find(space.spaceId, wanted.fileId)
  const { content } = before
  const after: Entry = {
    ...before,
    name: wanted.name ?? before.name,
    userTags: wanted.userTags ?? before.userTags,
    hidden: wanted.hidden ?? before.hidden,
    ...(content === undefined
      ? {}
      : { content: { ...content, contentType: wanted.contentType ?? content.contentType } }),
    updatedAt: now
  }
  yield* catalogue.change(space, [{ before, after }])
  return after
}, undivided)
