/** Names that somebody else has taken while a file lay in the bin, and what is done about them. */
import type { DriveClient, DriveError, DriveFile } from "effect-drive/promise"
import type { BinRow } from "effect-drive/react"
import { freeName } from "../files/freeName.js"
import { rootFolder } from "../files/queries.js"

export interface TakenName {
  readonly item: BinRow
  /** The one that has the name now. */
  readonly existing: Pick<DriveFile, "fileId" | "name">
  /** A name that is free in that folder. */
  readonly freeName: string
}

export type TakenAnswer = "keepBoth" | "replace" | "skip"

export const isTaken = ({ _tag }: DriveError): boolean => _tag === "NameConflict" || _tag === "FolderExists"

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
      const free = freeName(item.name, existing.type === "folder", names)
      names.add(free)
      taken.push({ item, existing, freeName: free })
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
