import { useEffect, useRef } from "react"
import { useOpenDialog } from "../parts/Dialogs.js"
import { loadedLater } from "../parts/loadedLater.js"
import type { FolderChanges } from "./useFolderChanges.js"

const NewFolderDialog = loadedLater(async () => (await import("./NewFolderDialog.js")).NewFolderDialog)

/** A row that has not come by then, in milliseconds, is behind a filter, and by then people do something else. */
const patience = 1_000

/**
 * Opens the dialog that makes a folder. Once it is gone `onShown` is called with the new folder, until it says that its row is there:
 * in a folder that was empty the whole list is drawn for it first.
 */
export const useNewFolder = (create: FolderChanges["createFolder"], onShown: (id: string) => boolean): () => void => {
  const openDialog = useOpenDialog()
  const latest = useRef(onShown)
  useEffect(() => {
    latest.current = onShown
  })
  const show = (id: string, until: number) =>
    requestAnimationFrame(() => {
      if (!latest.current(id) && performance.now() < until) show(id, until)
    })
  return () => {
    let made: string | undefined
    openDialog((close) => (
      <NewFolderDialog
        create={(name) => create(name, (id) => made = id)}
        onClose={() => {
          close()
          const id = made
          // the frame after that in which the dialog gives the focus back
          if (id !== undefined) requestAnimationFrame(() => show(id, performance.now() + patience))
        }}
      />
    ))
  }
}
