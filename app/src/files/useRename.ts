import { useRef, useState } from "react"
import { useLanguage } from "../language/Language.js"
import type { Rename } from "../parts/grid/GridModel.js"
import type { Refusal } from "./useFolderChanges.js"
import { wrongName } from "./wrongName.js"

export interface RenameOptions<Item> {
  readonly items: ReadonlyArray<Item>
  /** In the order of the list. */
  readonly shown: ReadonlyArray<Item>
  readonly idOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
  readonly rename: (item: Item, name: string) => Promise<Refusal | undefined>
  readonly reveal: (id: string) => void
}

export interface Renaming {
  readonly begin: (id: string) => void
  readonly field: Rename | undefined
}

/** A name that is changed in its row: what is wrong with it stands there, and the focus stays with the row. */
export const useRename = <Item>(
  { idOf, items, nameOf, rename, reveal, shown }: RenameOptions<Item>
): Renaming => {
  const { t } = useLanguage()
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly refusal?: Refusal | undefined }>()
  const [saved, setSaved] = useState<string>()
  const edited = useRef<string>(undefined)

  // when it comes back, nobody is typing any more
  if (renamed !== undefined && !items.some((one) => idOf(one) === renamed.id)) setRenamed(undefined)

  const edit = (id: string | undefined, refusal?: Refusal) => {
    edited.current = id
    setRenamed(id === undefined ? undefined : { id, refusal })
  }
  const refusalOf = async (item: Item, name: string): Promise<Refusal | undefined> => {
    const wrong = wrongName(name, t)
    if (wrong !== undefined) return { text: wrong }
    const id = idOf(item)
    setSaved(id)
    const refusal = await rename(item, name)
    setSaved((now) => now === id ? undefined : now)
    return refusal
  }
  const submit = async (id: string, typed: string, editNext: boolean): Promise<void> => {
    const item = items.find((one) => idOf(one) === id)
    const name = typed.trim()
    // one that has spaces at its ends, and was not changed, keeps them
    const isNew = item !== undefined && ![typed, name].includes(nameOf(item))
    const refusal = isNew ? await refusalOf(item, name) : undefined
    if (refusal !== undefined) return edit(id, refusal)
    // by now another name may be edited
    if (edited.current !== id) return
    const next = editNext ? shown[shown.findIndex((one) => idOf(one) === id) + 1] : undefined
    edit(next && idOf(next))
    // the row takes the focus, which would close the field of the next one
    if (isNew && next === undefined) requestAnimationFrame(() => reveal(id))
  }
  const field: Rename | undefined = renamed === undefined ? undefined : {
    id: renamed.id,
    error: renamed.refusal?.text,
    free: renamed.refusal?.free,
    isBusy: saved === renamed.id,
    onChange: () => {
      if (renamed.refusal !== undefined) edit(renamed.id)
    },
    onCancel: () => {
      edit(undefined)
      requestAnimationFrame(() => reveal(renamed.id))
    },
    onSubmit: (name, editNext) => void submit(renamed.id, name, editNext)
  }
  return { begin: edit, field }
}
