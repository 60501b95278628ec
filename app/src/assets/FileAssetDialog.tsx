import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import { ChevronDown, Shapes } from "lucide-react"
import type { ReactElement } from "react"
import { useId, useState } from "react"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { Icon } from "../parts/Icon.js"
import { Switch } from "../parts/Switch.js"
import { useToasts } from "../parts/Toasts.js"
import { useLateRefusal } from "../shell/useLateRefusal.js"
import styles from "./Choices.module.css"
import { permissionOf, permissions, permissionText } from "./permission.js"
import { useAssetLanguage } from "./useAssetLanguage.js"
import { useFoldersOf } from "./useLibrary.js"

export interface FileAssetDialogProps {
  readonly files: ReadonlyArray<FileRow>
  readonly spaceId: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const none = "none"

/** Makes assets of files, or shows what they are as assets: folder, permission and star, which files do not have by themselves. */
export const FileAssetDialog = ({ files, onClose, onDone, spaceId }: FileAssetDialogProps): ReactElement => {
  const { t } = useAssetLanguage()
  const drive = useDrive()
  const toasts = useToasts()
  const late = useLateRefusal()
  const id = useId()
  const folders = useFoldersOf(spaceId)
  const [first] = files
  const assetId = files.length === 1 ? first?.assetId : undefined
  const now = useQuery({
    ...driveQueries(drive, { spaceId }).asset(assetId ?? ""),
    enabled: assetId !== undefined && assetId !== ""
  })
  const [folder, setFolder] = useState<string>()
  const [permission, setPermission] = useState<string>()
  const [starred, setStarred] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isNew = files.some((file) => file.assetId === undefined || file.assetId === "")
  const isOne = files.length === 1
  const shownFolder = folder ?? (isOne ? now.data?.folderId ?? none : "")
  const shownPermission = permission ?? (isOne ? permissionOf(now.data?.rawAction) ?? "" : "")

  const save = async () => {
    const inSpace = { spaceId }
    for (const { fileId } of files) {
      // of a file that has an asset already, the service gives that one
      const asset = await drive.assets.create({ fileId }, inSpace)
      if (folder !== undefined && (folder === none ? undefined : folder) !== asset.folderId) {
        await drive.assets.update({ assetId: asset.assetId, folderId: folder === none ? null : folder }, inSpace)
      }
      if (permission !== undefined && permission !== asset.rawAction) {
        await drive.assets.setPermission({ assetId: asset.assetId, rawAction: permission }, inSpace)
      }
      if (starred !== undefined && starred !== asset.starred) {
        await drive.assets.star({ assetId: asset.assetId, starred }, inSpace)
      }
    }
  }
  const submit = () => {
    setBusy(true)
    save().then(() => {
      onClose()
      onDone()
      toasts.show({ message: isNew ? t.assets.added(files.length) : t.assets.saved, icon: Shapes })
    }, (cause: unknown) => {
      setBusy(false)
      setError(late.sentenceOf(cause, t.assets.notDone(files.length), submit))
    })
  }
  return (
    <Dialog
      about={t.assets.permissionFor(first?.name ?? "", files.length - 1)}
      busy={isBusy}
      foot={
        <>
          <Button isDisabled={isBusy} onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
          <Button onPress={submit} pending={isBusy} variant="primary">
            {isNew ? t.assets.add : t.parts.save}
          </Button>
        </>
      }
      onClose={onClose}
      title={isNew ? t.assets.add : t.assets.fileTitle(files.length)}
    >
      <label className={styles.label} htmlFor={`${id}-folder`}>{t.assets.folder}</label>
      <span className={styles.box}>
        <select
          autoFocus
          className={styles.select}
          id={`${id}-folder`}
          onChange={(event) => setFolder(event.target.value)}
          value={shownFolder}
        >
          {isOne ? null : <option value="">{t.assets.unchanged}</option>}
          <option value={none}>{t.assets.noFolder}</option>
          {folders.rows.map(({ folderId, name }) => <option key={folderId} value={folderId}>{name}</option>)}
        </select>
        <Icon of={ChevronDown} size={16} />
      </span>
      <label className={styles.label} htmlFor={`${id}-permission`}>{t.assets.permission}</label>
      <span className={styles.box}>
        <select
          className={styles.select}
          id={`${id}-permission`}
          onChange={(event) => setPermission(event.target.value === "" ? undefined : event.target.value)}
          value={shownPermission}
        >
          <option value="">
            {isOne ? permissionText(now.data?.rawAction, t) ?? t.assets.access.none : t.assets.unchanged}
          </option>
          {permissions.map((word) => <option key={word} value={word}>{t.assets.access[word]}</option>)}
        </select>
        <Icon of={ChevronDown} size={16} />
      </span>
      {isOne
        ? (
          <div className={styles.star}>
            <Switch on={starred ?? now.data?.starred ?? false} onChange={setStarred}>{t.assets.star}</Switch>
          </div>
        )
        : null}
      {error === undefined ? null : <p className={styles.bad} role="alert">{error}</p>}
    </Dialog>
  )
}
