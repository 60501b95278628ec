import { useQuery } from "@tanstack/react-query"
import type { BinRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { rootFolder } from "../files/queries.js"
import type { Column } from "../parts/grid/Column.js"
import { useSpace } from "../shell/Spaces.js"
import type { BinFace } from "./useBinLanguage.js"
import { useBinLanguage } from "./useBinLanguage.js"

/** The folder that something was deleted from: by its path where the service tells it, else by that folder's own name. */
const OriginalFolder = ({ item }: { readonly item: BinRow }): ReactElement => {
  const { t } = useBinLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const { parentFileId = rootFolder, path } = item
  const folders = path?.split("/").filter((part) => part !== "").slice(0, -1)
  const isAsked = folders === undefined && parentFileId !== rootFolder
  const parent = useQuery({
    ...driveQueries(drive, { spaceId }).file(parentFileId),
    enabled: isAsked,
    staleTime: Infinity
  })
  const name = isAsked ? parent.data?.name : folders?.at(-1) ?? t.files.place
  const isUnknown = isAsked && parent.isError
  return (
    <bdi title={folders === undefined ? name : [t.files.place, ...folders].join(" / ")}>
      {isUnknown ? t.parts.none : name}
    </bdi>
  )
}

/** The columns of the bin behind the name. */
export const binColumns = ({ format, t }: BinFace): ReadonlyArray<Column<BinRow>> => [
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
