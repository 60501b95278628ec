import { Check, ChevronDown, ChevronUp } from "lucide-react"
import { useState, useSyncExternalStore } from "react"
import { Icon } from "../parts/Icon.js"
import type { Board } from "./board.js"
import { FolderRow } from "./FolderRow.js"
import { incomingFolders } from "./incoming.js"
import type { TransferLine } from "./TransferLines.js"
import styles from "./TransfersPanel.module.css"
import { UploadRow } from "./UploadRow.js"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** So many that are done stand as rows; more are one row that says how many. */
const doneShown = 20

export const useUploadLines = (board: Board): ReadonlyArray<TransferLine> => {
  const { t } = useUploadLanguage()
  const folders = useSyncExternalStore(incomingFolders.subscribe, incomingFolders.read)
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = board.done.length > doneShown
  const upload = (id: string): TransferLine => ({ key: id, draw: (top) => <UploadRow id={id} key={id} top={top} /> })
  const fold: TransferLine = {
    key: "done",
    draw: (top) => (
      <li className={styles.fold} key="done" style={{ transform: `translateY(${top}px)` }}>
        <button aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)} type="button">
          <Icon of={Check} size={16} />
          <span>{t.upload.doneFold(board.done.length)}</span>
          <Icon of={isUnfolded ? ChevronUp : ChevronDown} size={16} />
        </button>
      </li>
    )
  }
  return [
    ...board.rows.map((row): TransferLine => {
      if (row.kind === "upload") return upload(row.id)
      const folder = folders.find(({ id }) => id === row.id)
      return {
        key: row.id,
        draw: (top) => folder === undefined ? null : <FolderRow folder={folder} key={row.id} top={top} />
      }
    }),
    ...(isFolded ? [fold] : []),
    ...(isFolded && !isUnfolded ? [] : board.done.map(upload))
  ]
}
