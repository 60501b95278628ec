import type { DriveClient } from "effect-drive/promise"
import type { OpenDialog } from "../parts/Dialogs.js"
import { loadedLater } from "../parts/loadedLater.js"
import type { Conflict } from "./conflicts.js"
import { conflictsOf } from "./conflicts.js"

const ConflictDialog = loadedLater(async () => (await import("./ConflictDialog.js")).ConflictDialog)

/** The button that asked is gone once it has its answer: the focus stays in the panel. */
const goBackToPanel = (): void => {
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>("[data-region='panel'] button")?.focus()
  }
}

/** Asks about all names that are taken now. */
export const openConflicts = (drive: DriveClient, openDialog: OpenDialog): void => {
  void conflictsOf(drive).then((conflicts: ReadonlyArray<Conflict>) => {
    if (conflicts.length === 0) return
    openDialog((close) => (
      <ConflictDialog
        conflicts={conflicts}
        onClose={() => {
          close()
          // the frame after that in which the dialog gives the focus back
          requestAnimationFrame(() => requestAnimationFrame(goBackToPanel))
        }}
      />
    ))
  })
}
