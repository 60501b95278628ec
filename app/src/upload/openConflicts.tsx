import type { DriveClient } from "effect-drive/promise"
import { lazy } from "react"
import type { OpenDialog } from "../parts/Dialogs.js"
import type { Conflict } from "./conflicts.js"
import { conflictsOf } from "./conflicts.js"

const ConflictDialog = lazy(async () => ({ default: (await import("./ConflictDialog.js")).ConflictDialog }))

/** Asks about all names that are taken now. */
export const openConflicts = (drive: DriveClient, openDialog: OpenDialog): void => {
  void conflictsOf(drive).then((conflicts: ReadonlyArray<Conflict>) => {
    if (conflicts.length > 0) openDialog((close) => <ConflictDialog conflicts={conflicts} onClose={close} />)
  })
}
