/** Names that are taken: of single uploads, and of files that are held back from dropped folders. */
import type { ConflictChoice, DriveClient, DriveFile } from "effect-drive/promise"
import type { HeldFile } from "./incoming.js"
import { incomingFolders, settleHeld, startedWith } from "./incoming.js"

export interface Conflict {
  readonly id: string
  readonly name: string
  readonly spaceId: string
  /** What is in the drive; `undefined` where it is gone by now. */
  readonly existing: Pick<DriveFile, "fileId" | "name" | "size" | "updatedAt"> | undefined
  readonly incoming: {
    readonly size: number | undefined
    readonly modifiedAt: number | undefined
    readonly file: File | undefined
  }
  readonly settle: (choice: ConflictChoice) => Promise<void>
}

const fileOf = async (source: HeldFile["source"] | undefined): Promise<File | undefined> => {
  if (source instanceof File) return source
  if (typeof source !== "object" || !("getFile" in source)) return undefined
  const file = await source.getFile()
  return file instanceof File ? file : undefined
}

const incomingOf = async (source: HeldFile["source"] | undefined, size?: number): Promise<Conflict["incoming"]> => {
  const file = await fileOf(source)
  return { file, size: file?.size ?? size, modifiedAt: file?.lastModified }
}

/** The service finds no file by its name, so the folder is looked through once. */
const namesIn = async (drive: DriveClient, spaceId: string, parentFileId: string) => {
  const names = new Map<string, DriveFile>()
  for await (const file of drive.files.listAll({ parentFileId, pageSize: 100 }, { spaceId })) names.set(file.name, file)
  return names
}

export const conflictsOf = async (drive: DriveClient): Promise<ReadonlyArray<Conflict>> => {
  const folders = new Map<string, Promise<ReadonlyMap<string, DriveFile>>>()
  const existingOf = async (spaceId: string, parent: string, name: string) => {
    const key = `${spaceId}/${parent}`
    const names = folders.get(key) ?? namesIn(drive, spaceId, parent)
    folders.set(key, names)
    return (await names).get(name)
  }
  const single = drive.uploads.list().flatMap((id) => {
    const upload = drive.uploads.snapshot(id)
    return upload?.status._tag === "conflict" ? [upload] : []
  }).map(async ({ id, name, parentFileId, size, spaceId }): Promise<Conflict> => ({
    id,
    name,
    spaceId: spaceId ?? "",
    existing: spaceId === undefined ? undefined : await existingOf(spaceId, parentFileId ?? "root", name),
    incoming: await incomingOf(startedWith(id)?.request.source, size),
    settle: (choice) => drive.uploads.settleConflict(id, choice)
  }))
  const held = incomingFolders.read().flatMap((folder) =>
    folder.held.map(async (file): Promise<Conflict> => ({
      id: file.id,
      name: file.path.slice(file.path.lastIndexOf("/") + 1),
      spaceId: folder.goal.spaceId,
      existing: file.existing,
      incoming: await incomingOf(file.source),
      settle: async (choice) => settleHeld(folder.id, file, choice)
    }))
  )
  return Promise.all([...single, ...held])
}
