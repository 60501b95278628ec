import type { DriveFile } from "effect-drive/promise"
import type { LanguageFace } from "../language/Language.js"
import type { FileKind } from "../parts/fileKind.js"
import { fileKind } from "../parts/fileKind.js"
import type { Condition, Describe } from "../parts/grid/GridModel.js"
import { Thumbnail } from "./Thumbnail.js"

const kindOf = ({ name, type }: DriveFile): FileKind => fileKind(name, type === "folder")

/** How lists draw and name files. */
export const describeFiles = (
  { format, t }: LanguageFace,
  conditions: ReadonlyMap<string, Condition>
): Describe<DriveFile> => ({
  id: ({ fileId }) => fileId,
  name: ({ name }) => name,
  kind: kindOf,
  spoken: (file) =>
    t.files.rowName({
      name: file.name,
      kind: t.parts.fileKind(kindOf(file)),
      size: file.type === "folder" ? undefined : format.bytes(file.size),
      modified: file.updatedAt === undefined ? undefined : format.moment(file.updatedAt),
      starred: file.starred === true,
      linked: false
    }),
  caption: ({ size, updatedAt }) =>
    updatedAt === undefined ? format.bytes(size) : `${format.bytes(size)} · ${format.day(updatedAt)}`,
  picture: (file, isWhole) =>
    kindOf(file).group === "image" ? <Thumbnail file={file} isWhole={isWhole} /> : undefined,
  isStarred: ({ starred }) => starred === true,
  condition: ({ fileId }) => conditions.get(fileId)
})
