/** Names that somebody else has taken while a file lay in the bin, and what is done about them. */
import type { DriveClient, DriveError, DriveFile } from "effect-drive/promise"
import type { BinRow } from "effect-drive/react"
import { rootFolder } from "../files/queries.js"
import { extensionOf } from "../parts/fileKind.js"

export interface TakenName {
  readonly item: BinRow
  /** The one that has the name now. */
  readonly existing: Pick<DriveFile, "fileId" | "name">
  /** A name that is free in that folder. */
  readonly freeName: string
}

export type TakenAnswer = "keepBoth" | "replace" | "skip"

export const isTaken = ({ _tag }: DriveError): boolean => _tag === "NameConflict" || _tag === "FolderExists"

/** "plan (2).pdf" for "plan.pdf", or the first number that is free. */
export const freeNameOf = (name: string, isFolder: boolean, names: ReadonlySet<string>): string => {
  const extension = isFolder ? "" : extensionOf(name)
  const end = extension === "" ? "" : name.slice(name.length - extension.length - 1)
  const stem = name.slice(0, name.length - end.length)
  for (let number = 2;; number++) {
    const free = `${stem} (${number})${end}`
    if (!names.has(free)) return free
  }
}

/** Finds what stands in the way of each; what is not in the way any more is left out. */
export const takenNamesOf = async (
  drive: DriveClient,
  spaceId: string,
  items: ReadonlyArray<BinRow>
): Promise<ReadonlyArray<TakenName>> => {
  const taken: Array<TakenName> = []
  const folders = new Map<string, ReadonlyArray<BinRow>>()
  for (const item of items) {
    const parentFileId = item.parentFileId ?? rootFolder
    folders.set(parentFileId, [...folders.get(parentFileId) ?? [], item])
  }
  for (const [parentFileId, inFolder] of folders) {
    const there = new Map<string, DriveFile>()
    for await (const file of drive.files.listAll({ parentFileId, pageSize: 100 }, { spaceId })) {
      there.set(file.name, file)
    }
    const names = new Set(there.keys())
    for (const item of inFolder) {
      const existing = there.get(item.name)
      if (existing === undefined) continue
      const freeName = freeNameOf(item.name, existing.type === "folder", names)
      names.add(freeName)
      taken.push({ item, existing, freeName })
    }
  }
  return taken
}

/** Makes room for what is to be restored: the one that is there gets another name, or goes to the bin. */
export const makeRoom = async (
  drive: DriveClient,
  spaceId: string,
  { existing, freeName }: TakenName,
  answer: Exclude<TakenAnswer, "skip">
): Promise<void> => {
  if (answer === "replace") {
    const { errorItems } = await drive.recycleBin.recycle([existing.fileId], { spaceId })
    if (errorItems[0] !== undefined) throw errorItems[0].error
    return
  }
  await drive.files.rename({ fileId: existing.fileId, name: freeName, checkNameMode: "refuse" }, { spaceId })
}
