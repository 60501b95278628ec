import { useQuery } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { holdsFiles } from "../parts/dropsOfFiles.js"
import { useSpace } from "../shell/Spaces.js"
import { DropPill } from "./DropPill.js"
import { folderRowAt, takesFiles, useOpenFolder } from "./openFolder.js"

interface Over {
  /** The browser says how many things there are, and not what, until they are dropped. */
  readonly count: number
  readonly folder: { readonly id: string; readonly name: string } | undefined
}

/** Says under a drag of files from outside where they would go, and marks the folder that would take them. */
export const DropSheet = (): ReactElement | null => {
  const { t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const folder = useOpenFolder()
  const crumbs = useQuery({
    ...driveQueries(drive, { spaceId }).path({ fileId: folder ?? "root" }),
    enabled: folder !== undefined && folder !== "root"
  })
  const [over, setOver] = useState<Over>()
  const goal = useRef<HTMLElement>(null)

  useEffect(() => {
    const sheet = document.getElementById("list")
    if (sheet === null || folder === undefined) return
    let depth = 0
    const mark = (row: HTMLElement | null) => {
      if (goal.current === row) return
      goal.current?.removeAttribute("data-drop-target")
      row?.setAttribute("data-drop-target", "")
      goal.current = row
    }
    const leave = () => {
      depth = 0
      mark(null)
      sheet.removeAttribute("data-dropping")
      setOver(undefined)
    }
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event) || !takesFiles()) return
      depth++
      sheet.setAttribute("data-dropping", "")
    }
    const move = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null || !takesFiles()) return
      // a drag that came before this did is only heard of while it moves
      if (depth === 0) enter(event)
      const row = folderRowAt(event)
      mark(row)
      const next = row === null ? undefined : { id: row.dataset["id"] ?? "", name: row.dataset["name"] ?? "" }
      const count = event.dataTransfer.items.length
      setOver((before) => before?.count === count && before.folder?.id === next?.id ? before : { count, folder: next })
    }
    const out = (event: DragEvent) => {
      if (holdsFiles(event) && --depth <= 0) leave()
    }
    sheet.addEventListener("dragenter", enter)
    sheet.addEventListener("dragover", move)
    sheet.addEventListener("dragleave", out)
    sheet.addEventListener("drop", leave)
    return () => {
      leave()
      sheet.removeEventListener("dragenter", enter)
      sheet.removeEventListener("dragover", move)
      sheet.removeEventListener("dragleave", out)
      sheet.removeEventListener("drop", leave)
    }
  }, [folder])

  if (over === undefined) return null
  const name = over.folder?.name ?? (folder === "root" ? t.files.place : crumbs.data?.at(-1)?.name ?? t.files.place)
  return (
    <DropPill hint={`${t.upload.drop.what(over.count)} · ${t.upload.drop.hint}`} title={t.upload.drop.title(name)} />
  )
}
