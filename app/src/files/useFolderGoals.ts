import type { FileRow } from "effect-drive/react"
import type { FileContext } from "../shell/Feature.js"
import type { Room } from "../shell/routes.js"
import { useRowGoals } from "../shell/rowGoals.js"
import type { BoundAction } from "./bindActions.js"
import { rootFolder } from "./queries.js"

/** The actions that are run with rows which are dragged to a room. */
const actionAt: Readonly<Partial<Record<Room, string>>> = { assets: "asset", bin: "recycle" }

const hasAsset = ({ assetId }: FileRow): boolean => assetId !== undefined && assetId !== ""

/** What the places beside a folder do with its rows: the room of files moves or copies them to the top, others do what the menu does. */
export const useFolderGoals = (
  { files, folder, list, t }: FileContext,
  offered: ReadonlyArray<BoundAction>
): void =>
  useRowGoals(({ folder: into, room }) => {
    if (into !== undefined) return undefined
    if (room === "assets" && files.every(hasAsset)) return undefined
    if (room !== "files") return offered.find(({ id }) => id === actionAt[room])?.run
    return folder === rootFolder
      ? undefined
      : (isCopy) => list[isCopy ? "copy" : "move"](files, { fileId: rootFolder, name: t.files.place })
  })
