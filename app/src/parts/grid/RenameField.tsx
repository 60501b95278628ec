import type { KeyboardEvent, ReactElement } from "react"
import { useId, useLayoutEffect, useRef, useState } from "react"
import { useLanguage } from "../../language/Language.js"
import { extensionOf } from "../fileKind.js"
import type { Rename } from "./GridModel.js"
import { hasKeys } from "./hasKeys.js"
import styles from "./RenameField.module.css"

export interface RenameFieldProps {
  readonly name: string
  readonly isFolder: boolean
  readonly rename: Rename
}

/** Over the name, at the same place: the stem is selected, Enter saves, Esc cancels, Tab saves and moves on. */
export const RenameField = ({ isFolder, name, rename }: RenameFieldProps): ReactElement => {
  const { t } = useLanguage()
  /** Nothing until somebody types: the name may be changed elsewhere meanwhile. */
  const [typed, setTyped] = useState(rename.typed)
  const text = typed ?? name
  const field = useRef<HTMLInputElement>(null)
  /** One that comes back with what is wrong takes the keys from nothing else. */
  const [takesKeys] = useState(() => rename.error === undefined || hasKeys(rename.id))
  /** The focus goes to the row before the field is gone, which is no click elsewhere. */
  const isDone = useRef(false)
  const errorId = useId()

  // before the next key arrives
  useLayoutEffect(() => {
    if (!takesKeys) return
    const extension = isFolder ? "" : extensionOf(name)
    field.current?.focus({ preventScroll: true })
    if (field.current?.value !== name) return
    field.current.setSelectionRange(0, extension === "" ? name.length : name.length - extension.length - 1)
  }, [isFolder, name, takesKeys])

  // a menu that led here gives the focus back a frame after it has gone
  useLayoutEffect(() => {
    if (!takesKeys) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    })
    return () => cancelAnimationFrame(frame)
  }, [takesKeys])

  const { error, free } = rename
  const reason = useRef<HTMLSpanElement>(null)
  // below the last row it is out of sight
  useLayoutEffect(() => {
    if (error !== undefined) reason.current?.scrollIntoView({ block: "nearest" })
  }, [error])

  const cancel = () => {
    isDone.current = true
    rename.onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape") cancel()
    else if (event.key === "F2") field.current?.select()
    else if (event.key === "Tab" && rename.free !== undefined && !event.shiftKey) return
    else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault()
      isDone.current = true
      rename.onSubmit(text, event.key === "Tab" ? "next" : "stay")
    }
  }
  return (
    <span className={styles.place}>
      <input
        aria-describedby={error === undefined ? undefined : errorId}
        aria-invalid={error !== undefined}
        aria-label={t.files.rename.label}
        autoCapitalize="off"
        autoComplete="off"
        className={styles.field}
        dir="auto"
        onBlur={() => {
          if (!isDone.current && error === undefined) rename.onSubmit(text, "away")
        }}
        onChange={(event) => {
          isDone.current = false
          setTyped(event.target.value)
          rename.onChange()
        }}
        onKeyDown={onKeyDown}
        readOnly={rename.isBusy}
        ref={field}
        spellCheck={false}
        value={text}
      />
      {error === undefined
        ? <span aria-hidden="true" className={styles.hint}>{t.files.rename.hint}</span>
        : (
          <span className={styles.error} ref={reason}>
            <span id={errorId} role="alert">{error}</span>
            {free === undefined ? null : (
              <button
                className={styles.free}
                onClick={() => {
                  setTyped(free)
                  rename.onSubmit(free, "stay")
                }}
                onKeyDown={(event) => {
                  event.stopPropagation()
                  if (event.key === "Escape") cancel()
                }}
                type="button"
              >
                {t.files.rename.use(free)}
              </button>
            )}
          </span>
        )}
    </span>
  )
}
