import type { BinRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { ConfirmDialog } from "../parts/ConfirmDialog.js"
import styles from "./Bin.module.css"
import { NameList } from "./NameList.js"
import { sizeOfAll } from "./orderBin.js"
import { useBinLanguage } from "./useBinLanguage.js"

export interface ClearDialogProps {
  /** The last deleted first. */
  readonly items: ReadonlyArray<BinRow>
  readonly isWhole: boolean
  readonly space: string
  readonly onClear: () => void
  readonly onClose: () => void
}

const shown = 3

/** Asks before the bin is cleared, and says whose bin it is. */
export const ClearDialog = ({ isWhole, items, onClear, onClose, space }: ClearDialogProps): ReactElement => {
  const { format, t } = useBinLanguage()
  const more = items.length - shown
  const [newest, oldest] = [items[0], items.at(-1)].map((item) =>
    item?.recycledAt === undefined ? undefined : format.day(item.recycledAt)
  )
  const andMore = more <= 0
    ? undefined
    : oldest === undefined || oldest === newest || !isWhole
    ? t.bin.andMore(more)
    : t.bin.andMoreSince(more, oldest)
  return (
    <ConfirmDialog
      about={t.bin.clearText(items.length, isWhole ? sizeOfAll(items) : undefined, isWhole)}
      action={t.bin.clear}
      onClose={onClose}
      onConfirm={onClear}
      title={t.bin.clearTitle}
    >
      <NameList
        about={({ recycledAt }) => recycledAt === undefined ? undefined : format.moment(recycledAt)}
        items={items.slice(0, shown)}
        more={andMore}
      />
      <p className={styles.warning}>
        {t.bin.clearSpace(space)}
        <b>{t.bin.clearNoUndo}</b>
      </p>
    </ConfirmDialog>
  )
}
