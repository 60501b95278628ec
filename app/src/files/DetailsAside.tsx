import type { FileRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { DetailsPanel } from "./DetailsPanel.js"
import { NoDetails } from "./NoDetails.js"

export interface DetailsAsideProps {
  readonly file: FileRow | undefined
  readonly selected: ReadonlyArray<FileRow>
  readonly where: string
  readonly onClose: () => void
}

/** Beside a folder: the details of one file, or what is selected in place of one. */
export const DetailsAside = ({ file, onClose, selected, where }: DetailsAsideProps): ReactElement =>
  file === undefined
    ? (
      <NoDetails
        count={selected.length}
        onClose={onClose}
        size={selected.reduce((sum, { size }) => sum + size, 0)}
      />
    )
    : <DetailsPanel file={file} onClose={onClose} where={where} />
