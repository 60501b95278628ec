import type { FileRow } from "effect-drive/react"
import type { Strings } from "../language/catalogue.js"
import type { LanguageFace } from "../language/Language.js"
import type { FileKind } from "../parts/fileKind.js"
import { fileKind } from "../parts/fileKind.js"
import type { Condition, Describe } from "../parts/grid/GridModel.js"
import { Thumbnail } from "./Thumbnail.js"

const kindOf = ({ name, type }: FileRow): FileKind => fileKind(name, type === "folder")

/** What is said of a change that is on its way; any other is only being saved. */
const words: Readonly<Record<string, keyof Strings["files"]["pending"]>> = {
  created: "creating",
  copied: "copying",
  moved: "moving",
  renamed: "renaming"
}

const pendingText = ({ files: { pending } }: Strings, change: string): string => pending[words[change] ?? "saving"]

/** How lists draw and name files. */
export const describeFiles = (
  { format, t }: LanguageFace,
  conditions: ReadonlyMap<string, Condition>
): Describe<FileRow> => ({
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
  picture: (file, isWhole) => kindOf(file).group === "image" ? <Thumbnail file={file} isWhole={isWhole} /> : undefined,
  isStarred: ({ starred }) => starred === true,
  condition: ({ fileId, pending }) =>
    pending === undefined ? conditions.get(fileId) : { _tag: "Pending", text: pendingText(t, pending) }
})
