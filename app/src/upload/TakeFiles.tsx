import { useDrive } from "effect-drive/react"
import { useEffect } from "react"
import { holdsFiles } from "../parts/dropsOfFiles.js"
import { hasAllKeys } from "../parts/hasAllKeys.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useSpace } from "../shell/Spaces.js"
import { chooseFiles } from "./chooseFiles.js"
import { addDrop, addFiles } from "./incoming.js"
import { fileGoalAt, takesFiles, useOpenFolder } from "./openFolder.js"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable='true'], [role='dialog']") !== null

/**
 * Takes files and folders from outside, anywhere on the sheet and on what stands for a folder, what is pasted, and what the keys pick. It
 * is there with the list: the panel and what is drawn under a drag come later, and nobody who drops waits for them.
 */
export const TakeFiles = (): null => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  const folder = useOpenFolder()
  // not with the button, in whose place the actions of what is selected stand
  useShortcut(
    "upload",
    folder === undefined ? undefined : () => {
      if (takesFiles()) chooseFiles({ drive, spaceId, folder })
    }
  )
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null || fileGoalAt(event, folder) === undefined) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "copy"
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      const goal = fileGoalAt(event, folder)
      if (goal === undefined) return
      event.preventDefault()
      addDrop({ drive, spaceId, folder: goal.folder }, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      if (files === undefined || files.length === 0 || isTyping(event.target)) return
      if (folder === undefined || !takesFiles() || hasAllKeys()) return
      event.preventDefault()
      addFiles({ drive, spaceId, folder }, files)
    }
    document.body.addEventListener("dragenter", over)
    document.body.addEventListener("dragover", over)
    document.body.addEventListener("drop", drop)
    document.addEventListener("paste", paste)
    return () => {
      document.body.removeEventListener("dragenter", over)
      document.body.removeEventListener("dragover", over)
      document.body.removeEventListener("drop", drop)
      document.removeEventListener("paste", paste)
    }
  }, [drive, folder, spaceId])
  return null
}
