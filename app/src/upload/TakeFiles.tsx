import { useDrive } from "effect-drive/react"
import { useEffect } from "react"
import { holdsFiles } from "../parts/dropsOfFiles.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useSpace } from "../shell/Spaces.js"
import { chooseFiles } from "./chooseFiles.js"
import { addDrop, addFiles } from "./incoming.js"
import { folderRowAt, takesFiles, useOpenFolder } from "./openFolder.js"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable='true'], [role='dialog']") !== null

/**
 * Takes files and folders from outside, anywhere on the sheet, what is pasted, and what the keys pick. It is there with the list: the panel and what is
 * drawn under a drag come later, and nobody who drops waits for them.
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
    const sheet = document.getElementById("list")
    if (sheet === null || folder === undefined) return
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null || !takesFiles()) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "copy"
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null || !takesFiles()) return
      event.preventDefault()
      addDrop({ drive, spaceId, folder: folderRowAt(event)?.dataset["id"] ?? folder }, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      if (files === undefined || files.length === 0 || isTyping(event.target) || !takesFiles()) return
      event.preventDefault()
      addFiles({ drive, spaceId, folder }, files)
    }
    sheet.addEventListener("dragenter", over)
    sheet.addEventListener("dragover", over)
    sheet.addEventListener("drop", drop)
    document.addEventListener("paste", paste)
    return () => {
      sheet.removeEventListener("dragenter", over)
      sheet.removeEventListener("dragover", over)
      sheet.removeEventListener("drop", drop)
      document.removeEventListener("paste", paste)
    }
  }, [drive, folder, spaceId])
  return null
}
