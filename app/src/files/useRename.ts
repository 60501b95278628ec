import { useLayoutEffect, useRef, useState } from "react"
import { useLanguage } from "../language/Language.js"
import type { AfterName, Rename } from "../parts/grid/GridModel.js"
import { hasKeys } from "../parts/grid/hasKeys.js"
import { useToasts } from "../parts/Toasts.js"
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

interface Edited {
  readonly id: string
  readonly typed?: string | undefined
  readonly refusal?: Refusal | undefined
}

/**
 * A name that is changed in its row. The field is gone as soon as it is sent, so that keys and clicks are for the row again; it comes
 * back with what is wrong.
 */
export const useRename = <Item>(
  { idOf, items, nameOf, rename, reveal, shown }: RenameOptions<Item>
): Renaming => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const [edited, setEdited] = useState<Edited>()
  const [saved, setSaved] = useState<string>()
  const latest = useRef<string>(undefined)
  const listed = useRef<ReadonlyArray<Item>>([])
  /** Two names of one thing would be in a race: the next one waits for the end of the one before, whatever that is. */
  const sent = useRef(new Map<string, Promise<unknown>>())

  useLayoutEffect(() => {
    listed.current = items
    return () => {
      listed.current = []
    }
  }, [items])

  // when it comes back, nobody is typing any more
  if (edited !== undefined && !items.some((one) => idOf(one) === edited.id)) setEdited(undefined)

  useLayoutEffect(() => {
    latest.current = edited?.id
  }, [edited])

  const edit = (next: Edited | undefined) => {
    latest.current = next?.id
    setEdited(next)
  }
  const revealLater = (id: string) =>
    requestAnimationFrame(() => {
      if (latest.current === undefined && hasKeys(id)) reveal(id)
    })
  const close = (id: string) => {
    // before the field is gone: keys of the frame until then would be nobody's
    reveal(id)
    edit(undefined)
    revealLater(id)
  }
  const send = async (item: Item, name: string): Promise<Refusal | undefined> => {
    const id = idOf(item)
    const change = (sent.current.get(id) ?? Promise.resolve()).then(() => rename(item, name))
    const end = change.catch(() => {})
    sent.current.set(id, end)
    try {
      return await change
    } finally {
      if (sent.current.get(id) === end) sent.current.delete(id)
    }
  }
  const refuse = (id: string, typed: string, refusal: Refusal) => {
    // another name may be edited by now, or another folder shown
    const isFree = latest.current === undefined || latest.current === id
    if (isFree && listed.current.some((one) => idOf(one) === id)) edit({ id, typed, refusal })
    else toasts.show({ message: t.files.failed.rename, detail: refusal.text, tone: "bad" })
  }
  const submit = async (id: string, typed: string, then: AfterName): Promise<void> => {
    const item = items.find((one) => idOf(one) === id)
    const name = typed.trim()
    // one that has spaces at its ends, and was not changed, keeps them
    const isNew = item !== undefined && ![typed, name].includes(nameOf(item))
    const wrong = isNew ? wrongName(name, t) : undefined
    if (wrong !== undefined) return edit({ id, typed, refusal: { text: wrong } })
    if (then === "next") {
      // the keys that come now are for the next field
      setSaved(id)
      const change = isNew ? send(item, name) : Promise.resolve(undefined)
      const refusal = await change.finally(() => setSaved((now) => now === id ? undefined : now))
      if (refusal !== undefined) return refuse(id, typed, refusal)
      if (latest.current !== id) return
      const next = shown[shown.findIndex((one) => idOf(one) === id) + 1]
      return next === undefined ? close(id) : edit({ id: idOf(next) })
    }
    if (then === "stay") close(id)
    else edit(undefined)
    if (!isNew) return
    const refusal = await send(item, name)
    if (refusal !== undefined) refuse(id, typed, refusal)
    // its new name may have another place
    else if (then === "stay") revealLater(id)
  }
  const field: Rename | undefined = edited === undefined ? undefined : {
    id: edited.id,
    typed: edited.typed,
    error: edited.refusal?.text,
    free: edited.refusal?.free,
    isBusy: saved === edited.id,
    onChange: () => {
      if (edited.refusal !== undefined) edit({ id: edited.id })
    },
    onCancel: () => close(edited.id),
    onSubmit: (name, then) => void submit(edited.id, name, then)
  }
  return { begin: (id) => edit({ id }), field }
}
