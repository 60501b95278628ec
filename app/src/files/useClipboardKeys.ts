import type { FileRow } from "effect-drive/react"
import { ClipboardPaste } from "lucide-react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import { keyText } from "../parts/keyNames.js"
import type { MenuEntry } from "../parts/MenuEntry.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useToasts } from "../parts/Toasts.js"
import { useSpace } from "../shell/Spaces.js"
import { clipboard, useClipboard } from "./clipboard.js"
import type { Conditions } from "./Conditions.js"
import type { Crumb } from "./queries.js"
import type { useFolderChanges } from "./useFolderChanges.js"

export interface ClipboardOfFolder {
  readonly folderId: string
  readonly title: string
  /** The way to this folder, once it is known. */
  readonly crumbs: ReadonlyArray<Crumb> | undefined
  readonly selected: ReadonlyArray<FileRow>
  readonly conditions: Conditions
  readonly changes: Pick<ReturnType<typeof useFolderChanges>, "copy" | "move">
}

/** Cut, copy and paste by keys. What was cut in one folder looks so until it is pasted in another. Gives what the menu has of it. */
export const useClipboardKeys = (
  { changes, conditions, crumbs, folderId, selected, title }: ClipboardOfFolder
): ReadonlyArray<MenuEntry> => {
  const { t } = useLanguage()
  const { spaceId } = useSpace()
  const toasts = useToasts()
  const clip = useClipboard()
  const cut = clip?.mode === "cut" && clip.spaceId === spaceId && clip.from === folderId ? clip.ids : undefined
  useEffect(() => {
    if (cut === undefined) return
    conditions.set(cut, { _tag: "Cut" })
    return () => conditions.set(cut.filter((id) => conditions.of(id)?._tag === "Cut"), undefined)
  }, [conditions, cut])
  const put = (mode: "cut" | "copy") =>
    clipboard.put({ mode, spaceId, from: folderId, ids: selected.map(({ fileId }) => fileId) })
  const paste = clip === undefined || clip.spaceId !== spaceId ? undefined : () => {
    if (clip.mode === "copy") return changes.copy(clip.ids)
    // what was cut waits for a place that can take it
    if ([folderId, ...(crumbs ?? []).map(({ fileId }) => fileId)].some((id) => clip.ids.includes(id))) {
      toasts.show({ message: t.files.failed.move, detail: t.files.notDone.intoItself, tone: "bad" })
      return
    }
    clipboard.put(undefined)
    // where they were they are already
    if (clip.from !== folderId) changes.move(clip.ids, { fileId: folderId, name: title })
  }
  useShortcut("cut", selected.length > 0 ? () => put("cut") : undefined)
  useShortcut("copy", selected.length > 0 ? () => put("copy") : undefined)
  useShortcut("paste", paste)
  return paste === undefined
    ? []
    : [{
      id: "paste",
      label: t.files.actions.paste,
      icon: ClipboardPaste,
      keys: keyText("Mod+V"),
      onAction: paste
    }]
}
