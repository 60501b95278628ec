import type { BinRow } from "effect-drive/react"
import type { LanguageFace } from "../language/Language.js"
import type { Column } from "../parts/grid/Column.js"
import { OriginalFolder } from "./OriginalFolder.js"

/** The columns of the bin behind the name. */
export const binColumns = ({ format, t }: LanguageFace): ReadonlyArray<Column<BinRow>> => [
  {
    id: "wasin",
    label: t.bin.columns.wasIn,
    wide: "minmax(150px, 1fr)",
    narrow: "150px",
    from: 780,
    sortable: false,
    cell: (item) => <OriginalFolder item={item} />
  },
  {
    id: "deleted",
    label: t.bin.columns.deleted,
    wide: "minmax(148px, 1fr)",
    narrow: "148px",
    from: 640,
    inSecondLine: true,
    tellsCondition: true,
    cell: ({ recycledAt }) => recycledAt === undefined ? undefined : format.moment(recycledAt)
  },
  {
    id: "size",
    label: t.files.columns.size,
    align: "end",
    wide: "minmax(84px, .6fr)",
    narrow: "84px",
    from: 560,
    inSecondLine: true,
    cell: ({ size, type }) => type === "folder" ? undefined : format.bytes(size)
  }
]
