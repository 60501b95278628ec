import type { FormEvent, ReactElement } from "react"
import { useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { TextField } from "../parts/TextField.js"

export interface NewFolderDialogProps {
  /** Gives a sentence where the name was refused. */
  readonly create: (name: string) => Promise<string | undefined>
  readonly onClose: () => void
}

export const NewFolderDialog = ({ create, onClose }: NewFolderDialogProps): ReactElement => {
  const { t } = useLanguage()
  const [name, setName] = useState(t.files.newFolderName)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === "") return setError(t.files.rename.empty)
    setBusy(true)
    const refusal = await create(name.trim())
    setBusy(false)
    if (refusal === undefined) onClose()
    else setError(refusal)
  }
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
      <form id="new-folder" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          autoComplete="off"
          autoFocus
          error={error}
          label={t.files.columns.name}
          onChange={(text) => {
            setName(text)
            setError(undefined)
          }}
          onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
          value={name}
        />
      </form>
    </Dialog>
  )
}
