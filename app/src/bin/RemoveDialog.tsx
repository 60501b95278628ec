import type { BinRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { ConfirmDialog } from "../parts/ConfirmDialog.js"
import styles from "./Bin.module.css"
import { NameList } from "./NameList.js"
import { sizeOfAll } from "./orderBin.js"
import { useBinLanguage } from "./useBinLanguage.js"

export interface RemoveDialogProps {
  readonly items: ReadonlyArray<BinRow>
  readonly onRemove: () => void
  readonly onClose: () => void
}

const shown = 5

/** Asks before something is deleted for ever: the focus is on Cancel. */
export const RemoveDialog = ({ items, onClose, onRemove }: RemoveDialogProps): ReactElement => {
  const { format, t } = useBinLanguage()
  const size = sizeOfAll(items)
  return (
    <ConfirmDialog
      action={t.bin.remove}
      onClose={onClose}
      onConfirm={onRemove}
      title={t.bin.removeTitle(items.length)}
    >
      <NameList
        about={({ size, type }) => type === "folder" ? undefined : format.bytes(size)}
        items={items.slice(0, shown)}
        more={items.length > shown ? t.bin.andMore(items.length - shown) : undefined}
      />
      <p className={styles.warning}>
        {size === undefined ? null : t.bin.removeText(items.length, size)}
        <b>{t.bin.noUndo}</b>
      </p>
    </ConfirmDialog>
  )
}
