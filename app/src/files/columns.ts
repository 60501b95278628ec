import type { FileRow } from "effect-drive/react"
import type { LanguageFace } from "../language/Language.js"
import { fileKind } from "../parts/fileKind.js"
import type { Column } from "../parts/grid/Column.js"

/** The columns of the list of files behind the name. A new one is one more entry here and one word in `strings.ts`. */
export const fileColumns = ({ format, t }: LanguageFace): ReadonlyArray<Column<FileRow>> => [
  {
    id: "kind",
    label: t.files.columns.kind,
    wide: "minmax(132px, 1fr)",
    narrow: "132px",
    from: 1000,
    cell: ({ name, type }) => t.parts.fileKind(fileKind(name, type === "folder"))
  },
  {
    id: "modified",
    label: t.files.columns.modified,
    wide: "minmax(148px, 1fr)",
    narrow: "148px",
    from: 640,
    inSecondLine: true,
    tellsCondition: true,
    cell: ({ type, updatedAt }, { isNarrow }) =>
      updatedAt === undefined
        ? undefined
        : isNarrow && type === "file"
        ? format.day(updatedAt)
        : format.moment(updatedAt)
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
