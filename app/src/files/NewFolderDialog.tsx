import type { FormEvent, ReactElement } from "react"
import { useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { TextField } from "../parts/TextField.js"
import { useToasts } from "../parts/Toasts.js"
import { useLateRefusal } from "../shell/useLateRefusal.js"
import styles from "./NewFolder.module.css"
import type { Refusal } from "./useFolderChanges.js"
import { wrongName } from "./wrongName.js"

export interface NewFolderDialogProps {
  /** Gives why the name was refused. */
  readonly create: (name: string) => Promise<Refusal | undefined>
  readonly onClose: () => void
}

export const NewFolderDialog = ({ create, onClose }: NewFolderDialogProps): ReactElement => {
  const { t } = useLanguage()
  const [name, setName] = useState(t.files.newFolderName)
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const toasts = useToasts()
  const late = useLateRefusal()
  const send = async (wanted: string): Promise<Refusal | undefined> => {
    const again = () => void sendAgain(wanted)
    const refused = await create(wanted)
    if (refused?.cause !== undefined) late.sentenceOf(refused.cause, t.files.failed.create, again)
    return refused
  }
  const sendAgain = async (wanted: string): Promise<void> => {
    const refused = await send(wanted)
    // what the service refuses is told by then; this page itself refuses a name that is taken by now
    if (refused !== undefined && refused.cause === undefined) {
      toasts.show({ message: t.files.failed.create, detail: refused.text, tone: "bad" })
    }
  }
  const make = async (wanted: string) => {
    const wrong = wrongName(wanted, t)
    if (wrong !== undefined) return setRefusal({ text: wrong })
    setBusy(true)
    const refused = await send(wanted)
    setBusy(false)
    if (refused === undefined) onClose()
    else setRefusal(refused)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make(name.trim())
  }
  const free = refusal?.free
  return (
    <Dialog
      busy={isBusy}
      foot={
        <>
          <Button isDisabled={isBusy} onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
          <Button form="new-folder" pending={isBusy} type="submit" variant="primary">{t.files.create}</Button>
        </>
      }
      onClose={onClose}
      title={t.files.newFolder}
    >
      <form id="new-folder" onSubmit={submit}>
        <TextField
          autoComplete="off"
          autoFocus
          error={refusal?.text}
          label={t.files.columns.name}
          onChange={(text) => {
            setName(text)
            setRefusal(undefined)
          }}
          onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
          value={name}
        />
        {free === undefined ? null : (
          <Button
            className={styles.free}
            isDisabled={isBusy}
            onPress={() => {
              setName(free)
              void make(free)
            }}
            size="small"
            variant="tint"
          >
            {t.files.rename.use(free)}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
