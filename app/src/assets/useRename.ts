import { useState } from "react"
import type { Rename } from "../parts/grid/GridModel.js"
import type { AssetItem } from "./assetItem.js"
import { idOf, nameOf } from "./assetItem.js"
import type { AssetChanges } from "./useAssetChanges.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

export interface Renaming {
  readonly begin: (id: string) => void
  readonly rename: Rename | undefined
}

/** The name of an asset or a folder that is being changed in its row. */
export const useRename = (
  items: ReadonlyArray<AssetItem>,
  changes: AssetChanges,
  reveal: (id: string) => void
): Renaming => {
  const { t } = useAssetLanguage()
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly error?: string | undefined }>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (id: string, name: string): Promise<boolean> => {
    const item = items.find((one) => idOf(one) === id)
    if (item === undefined || name === nameOf(item)) {
      setRenamed(undefined)
      return true
    }
    if (name.trim() === "" || name.includes("/")) {
      setRenamed({ id, error: name.trim() === "" ? t.files.rename.empty : t.shell.errors.badName("/").text })
      return false
    }
    setBusy(true)
    const error = await (item._tag === "Asset"
      ? changes.renameAsset(item.asset, name)
      : changes.renameFolder(item.folder, name))
    setBusy(false)
    setRenamed(error === undefined ? undefined : { id, error })
    return error === undefined
  }
  return {
    begin: (id) => setRenamed({ id }),
    rename: renamed === undefined ? undefined : {
      id: renamed.id,
      error: renamed.error,
      isBusy,
      onCancel: () => {
        setRenamed(undefined)
        reveal(renamed.id)
      },
      onSubmit: (name, editNext) => {
        void submit(renamed.id, name).then((isDone) => {
          if (!isDone) return
          const next = items[items.findIndex((item) => idOf(item) === renamed.id) + 1]
          if (editNext && next !== undefined) setRenamed({ id: idOf(next) })
          else reveal(renamed.id)
        })
      }
    }
  }
}
