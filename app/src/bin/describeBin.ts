import type { BinRow } from "effect-drive/react"
import type { FileKind } from "../parts/fileKind.js"
import { fileKind } from "../parts/fileKind.js"
import type { Condition, Describe } from "../parts/grid/GridModel.js"
import type { BinFace } from "./useBinLanguage.js"

const kindOf = ({ name, type }: BinRow): FileKind => fileKind(name, type === "folder")

/** How the list draws and names what is in the bin. There are no pictures of it: the service gives none of what is deleted. */
export const describeBin = (
  { format, t }: BinFace,
  conditions: ReadonlyMap<string, Condition>
): Describe<BinRow> => ({
  id: ({ fileId }) => fileId,
  name: ({ name }) => name,
  kind: kindOf,
  spoken: (item) =>
    t.bin.rowName({
      name: item.name,
      kind: t.parts.fileKind(kindOf(item)),
      size: item.type === "folder" ? undefined : format.bytes(item.size),
      deleted: item.recycledAt === undefined ? undefined : format.moment(item.recycledAt)
    }),
  caption: ({ size }) => format.bytes(size),
  condition: ({ fileId }) => conditions.get(fileId)
})
