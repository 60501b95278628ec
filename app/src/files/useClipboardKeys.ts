import type { FileRow } from "effect-drive/react"
import { useShortcut } from "../parts/Shortcuts.js"
import { useSpace } from "../shell/Spaces.js"
import { clipboard, useClipboard } from "./clipboard.js"
import type { Conditions } from "./Conditions.js"
import { useConditions } from "./Conditions.js"
import type { Crumb } from "./queries.js"
import type { useFolderChanges } from "./useFolderChanges.js"

export interface ClipboardOfFolder {
  readonly here: Crumb
  readonly selected: ReadonlyArray<FileRow>
  readonly conditions: Conditions
  readonly changes: Pick<ReturnType<typeof useFolderChanges>, "copy" | "move">
}

/** Cut, copy and paste by keys. What was cut in one folder looks so until it is pasted in another. */
export const useClipboardKeys = ({ changes, conditions, here, selected }: ClipboardOfFolder): void => {
  const { spaceId } = useSpace()
  const clip = useClipboard()
  const shown = useConditions(conditions)
  const put = (mode: "cut" | "copy") => {
    const ids = selected.map(({ fileId }) => fileId)
    conditions.set([...shown].filter(([, { _tag }]) => _tag === "Cut").map(([id]) => id), undefined)
    if (mode === "cut") conditions.set(ids, { _tag: "Cut" })
    clipboard.put({ mode, spaceId, ids })
  }
  const paste = clip === undefined || clip.spaceId !== spaceId ? undefined : () => {
    if (clip.mode === "copy") return changes.copy(clip.ids)
    clipboard.put(undefined)
    changes.move(clip.ids, here)
  }
  useShortcut("cut", selected.length > 0 ? () => put("cut") : undefined)
  useShortcut("copy", selected.length > 0 ? () => put("copy") : undefined)
  useShortcut("paste", paste)
}
