/**
 * What happens when a name is taken: the four modes of check_name_mode.
 */
import * as Effect from "effect/Effect"
import type { Catalogue } from "./Catalogue.js"
import type { CheckNameMode, Entry } from "./CatalogueEntry.js"
import { freeName } from "./Names.js"
import type { Refusal } from "./Refusal.js"
import { fileExists, folderExists } from "./Refusal.js"

/**
 * Where a name leads: to be used as it is (perhaps changed), or to the entry that is to be replaced.
 */
export type Placement =
  | { readonly _tag: "Free"; readonly name: string }
  | { readonly _tag: "Replace"; readonly entry: Entry }

const free = (name: string): Placement => ({ _tag: "Free", name })

/**
 * Finds the place of an entry in a folder. `except` is the entry that is being renamed or confirmed: it does not stand
 * in its own way. Overwriting replaces a file by a file and opens an existing folder; a file never replaces a folder
 * nor a folder a file.
 */
export const place = (
  catalogue: Catalogue,
  wanted: {
    readonly spaceId: string
    readonly parentFileId: string
    readonly name: string
    readonly type: Entry["type"]
    readonly mode: CheckNameMode
    readonly except?: string | undefined
  }
): Effect.Effect<Placement, Refusal> =>
  Effect.suspend(() => {
    const others = (name: string) =>
      catalogue.index.named(wanted.spaceId, wanted.parentFileId, name).filter((fileId) => fileId !== wanted.except)
    const taken = others(wanted.name).flatMap((fileId) => catalogue.entry(wanted.spaceId, fileId) ?? [])
    const [first] = taken
    if (first === undefined || wanted.mode === "ignore") return Effect.succeed(free(wanted.name))
    if (wanted.mode === "auto_rename") {
      return Effect.succeed(free(freeName(wanted.name, (candidate) => others(candidate).length > 0)))
    }
    const alike = taken.find((entry) => entry.type === wanted.type)
    if (wanted.mode === "overwrite" && alike !== undefined) {
      return Effect.succeed<Placement>({ _tag: "Replace", entry: alike })
    }
    return Effect.fail(
      wanted.type === "folder" && alike !== undefined ? folderExists(wanted.name) : fileExists(wanted.name)
    )
  })
