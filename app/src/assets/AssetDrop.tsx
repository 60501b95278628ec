import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { holdsFiles } from "../parts/dropsOfFiles.js"
import { DropPill } from "../upload/DropPill.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

export interface AssetDropProps {
  readonly folder: string
  readonly onDrop: (files: ReadonlyArray<File>) => void
}

/** Folders cannot be assets: what a browser gives of one in a drop is no file. */
const filesOf = ({ items }: DataTransfer): ReadonlyArray<File> =>
  Array.from(items).flatMap((item) => item.webkitGetAsEntry()?.isDirectory === true ? [] : item.getAsFile() ?? [])

/** Takes files from outside, anywhere on the sheet, into the folder of assets that is open. */
export const AssetDrop = ({ folder, onDrop }: AssetDropProps): ReactElement | null => {
  const { t } = useAssetLanguage()
  const [count, setCount] = useState<number>()
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const sheet = document.getElementById("list")
    if (sheet === null) return
    let depth = 0
    const leave = () => {
      depth = 0
      setCount(undefined)
    }
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth++
    }
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "copy"
      setCount(event.dataTransfer.items.length)
    }
    const out = (event: DragEvent) => {
      if (holdsFiles(event) && --depth <= 0) leave()
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      const files = filesOf(event.dataTransfer)
      leave()
      latest.current(files)
    }
    const listeners = { dragenter: enter, dragover: over, dragleave: out, drop } as const
    for (const [name, listener] of Object.entries(listeners)) sheet.addEventListener(name as "drop", listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) sheet.removeEventListener(name as "drop", listener)
    }
  }, [])
  if (count === undefined) return null
  return <DropPill hint={`${t.upload.drop.what(count)} · ${t.assets.uploadHint}`} title={t.assets.drop(folder)} />
}
