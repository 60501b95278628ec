import { useQuery } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { holdsFiles } from "../parts/dropsOfFiles.js"
import { useSpace } from "../shell/Spaces.js"
import { DropPill } from "./DropPill.js"
import { fileGoalAt, useOpenFolder } from "./openFolder.js"

interface Over {
  /** The browser says how many things there are, and not what, until they are dropped. */
  readonly count: number
  /** Of the folder that is pointed at; `undefined` for the one that is open. */
  readonly name: string | undefined
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
  const goal = useRef<HTMLElement>(undefined)

  useEffect(() => {
    const sheet = document.getElementById("list")
    const mark = (element: HTMLElement | undefined) => {
      if (goal.current === element) return
      goal.current?.removeAttribute("data-drop-target")
      element?.setAttribute("data-drop-target", "")
      goal.current = element
    }
    const leave = () => {
      mark(undefined)
      sheet?.removeAttribute("data-dropping")
      setOver(undefined)
    }
    const move = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      const next = fileGoalAt(event, folder)
      if (next === undefined) return leave()
      mark(next.element)
      sheet?.setAttribute("data-dropping", "")
      const count = event.dataTransfer.items.length
      const { name } = next
      setOver((before) => before?.count === count && before.name === name ? before : { count, name })
    }
    const out = (event: DragEvent) => {
      // out of the window, or ended by Esc
      if (event.relatedTarget === null) leave()
    }
    document.body.addEventListener("dragover", move)
    document.body.addEventListener("dragleave", out)
    document.body.addEventListener("drop", leave)
    return () => {
      leave()
      document.body.removeEventListener("dragover", move)
      document.body.removeEventListener("dragleave", out)
      document.body.removeEventListener("drop", leave)
    }
  }, [folder])

  if (over === undefined) return null
  const name = over.name ?? (folder === "root" ? t.files.place : crumbs.data?.at(-1)?.name ?? t.files.place)
  return (
    <DropPill hint={`${t.upload.drop.what(over.count)} · ${t.upload.drop.hint}`} title={t.upload.drop.title(name)} />
  )
}
