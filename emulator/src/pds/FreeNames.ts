/**
 * Names in drives: what happens when one is taken, and which entries a call may touch.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Catalogue } from "../catalogue/Catalogue.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { rootId } from "../catalogue/CatalogueEntry.js"
import { freeName } from "../catalogue/Names.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"

export const fileNotFound = (fileId: string): Refusal =>
  new Refusal({ code: "NotFound.File", status: 404, message: `The resource file ${fileId} cannot be found.` })

/** Where the bytes of a file are asked for. */
export const isFolder = (fileId: string): Refusal =>
  new Refusal({
    code: "InvalidResource.FileTypeFolder",
    status: 400,
    message: `The resource file ${fileId} is a folder.`
  })

const inTheBin = new Refusal({
  code: "ForbiddenFileInTheRecycleBin",
  status: 403,
  message: "The file is in the recycle bin."
})

/**
 * An entry that can be worked with. One in the recycle bin is refused with a code of its own, one that is still being
 * uploaded is not there.
 */
export const find = (catalogue: Catalogue, space: SpaceRules, fileId: string): Effect.Effect<Entry, Refusal> =>
  Effect.suspend(() => {
    const entry = catalogue.entry(space.spaceId, fileId)
    if (entry?.recycledAt !== undefined) return Effect.fail(inTheBin)
    return Effect.mapError(catalogue.find(space.spaceId, fileId), () => fileNotFound(fileId))
  })

/**
 * An entry of a list: where uploads are listed, one that is still being uploaded too.
 */
export const findListed = (catalogue: Catalogue, space: SpaceRules, fileId: string): Effect.Effect<Entry, Refusal> =>
  Effect.orElse(catalogue.findListed(space.spaceId, fileId), () => find(catalogue, space, fileId))

/**
 * The folder, which must be there.
 */
export const folder = (catalogue: Catalogue, space: SpaceRules, fileId: string): Effect.Effect<string, Refusal> =>
  Effect.suspend(() =>
    fileId === rootId || catalogue.isFolder(space.spaceId, fileId)
      ? Effect.succeed(fileId)
      : Effect.fail(fileNotFound(fileId))
  )

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** `_20060102_150405` before the extension. */
const stamped = (name: string, now: number): string => {
  const date = new Date(now)
  const day = `${date.getUTCFullYear()}${twoDigits(date.getUTCMonth() + 1)}${twoDigits(date.getUTCDate())}`
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join("")
  const dot = name.lastIndexOf(".")
  const split = dot <= 0 ? name.length : dot
  return `${name.slice(0, split)}_${day}_${time}${name.slice(split)}`
}

/**
 * A name to be used, perhaps changed, or the entry that has it and is not to be touched.
 */
export type Place =
  | { readonly _tag: "Free"; readonly name: string }
  | { readonly _tag: "Taken"; readonly entry: Entry }

/**
 * Finds the place of a name in a folder: mode `ignore` (the default) allows doubles, `auto_rename` appends the time,
 * `refuse` gives what is there. `except` does not stand in its own way.
 */
export const place = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: {
    readonly name: string
    readonly parent_file_id: string
    readonly check_name_mode?: "ignore" | "auto_rename" | "refuse" | null | undefined
    readonly except?: string | undefined
  }
): Effect.fn.Return<Place, Refusal> {
  const parent = yield* folder(catalogue, space, wanted.parent_file_id)
  const now = yield* Clock.currentTimeMillis
  const others = (name: string) =>
    catalogue.index.named(space.spaceId, parent, name).filter((fileId) => fileId !== wanted.except)
  const [taken] = others(wanted.name).flatMap((fileId) => catalogue.entry(space.spaceId, fileId) ?? [])
  if (taken === undefined || (wanted.check_name_mode ?? "ignore") === "ignore") {
    return { _tag: "Free", name: wanted.name }
  }
  if (wanted.check_name_mode === "refuse") return { _tag: "Taken", entry: taken }
  const name = stamped(wanted.name, now)
  const isTaken = (candidate: string) => others(candidate).length > 0
  return { _tag: "Free", name: isTaken(name) ? freeName(name, isTaken) : name }
})
