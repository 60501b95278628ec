import type { FileRow } from "effect-drive/react"
import { useState } from "react"
import { useLanguage } from "../language/Language.js"
import type { Rename } from "../parts/grid/GridModel.js"
import type { ItemGridHandle } from "../parts/grid/ItemGrid.js"
import type { Refusal, useFolderChanges } from "./useFolderChanges.js"

export interface RenameOptions {
  readonly changes: Pick<ReturnType<typeof useFolderChanges>, "rename">
  readonly files: ReadonlyArray<FileRow>
  /** In the order of the list. */
  readonly shown: ReadonlyArray<FileRow>
  readonly grid: ItemGridHandle | null
}

/** A name that is changed in its row: what is wrong with it stands there, and the focus stays with the row. */
export const useRename = ({ changes, files, grid, shown }: RenameOptions) => {
  const { t } = useLanguage()
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly refusal?: Refusal | undefined }>()
  const [isSaving, setSaving] = useState(false)

  const refusalOf = async (file: FileRow, name: string): Promise<Refusal | undefined> => {
    if (name.trim() === "") return { text: t.files.rename.empty }
    if (name.includes("/")) return { text: t.shell.errors.badName("/").text }
    setSaving(true)
    const refusal = await changes.rename(file, name)
    setSaving(false)
    return refusal
  }
  const reveal = (id: string) => requestAnimationFrame(() => grid?.reveal(id, true))
  const submit = async (id: string, name: string): Promise<boolean> => {
    const file = files.find(({ fileId }) => fileId === id)
    const isNew = file !== undefined && name !== file.name
    const refusal = isNew ? await refusalOf(file, name) : undefined
    setRenamed(refusal === undefined ? undefined : { id, refusal })
    if (isNew && refusal === undefined) reveal(id)
    return refusal === undefined
  }
  const field: Rename | undefined = renamed === undefined ? undefined : {
    id: renamed.id,
    error: renamed.refusal?.text,
    free: renamed.refusal?.free,
    isBusy: isSaving,
    onCancel: () => {
      setRenamed(undefined)
      reveal(renamed.id)
    },
    onSubmit: (name, editNext) => {
      void submit(renamed.id, name).then((isDone) => {
        if (!isDone) return
        const next = shown[shown.findIndex(({ fileId }) => fileId === renamed.id) + 1]
        if (editNext && next !== undefined) setRenamed({ id: next.fileId })
      })
    }
  }
  return { begin: (id: string) => setRenamed({ id }), field }
}
