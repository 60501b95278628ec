/** Something in the library and in the recycle bin, so that their rooms have something to show. */
import type { DriveClient } from "effect-drive/promise"

const folders: ReadonlyArray<readonly [name: string, isPinned: boolean]> = [
  ["Harbour rebuild", true],
  ["Renders for the council", true],
  ["Contracts", false],
  ["会议记录 2026", true],
  ["Brand and type", false],
  ["مخططات الميناء", false]
]

/** Assets of the sample files by their names: where they lie, what one may do with them, whether they have a star. */
const library: Readonly<Record<string, { readonly folder?: string; readonly access?: string; readonly star?: true }>> =
  {
    "harbour at dusk.jpg": { folder: "Renders for the council", access: "full", star: true },
    "old town from the mole.jpg": { folder: "Renders for the council", access: "view" },
    "evening, breakwater.jpg": { folder: "Renders for the council", access: "edit" },
    "quay-panorama-west.jpg": { access: "download", star: true },
    "Kostenübersicht 2026.xlsx": { access: "edit" },
    "site-notes.md": { access: "view", star: true },
    "tender, second round.docx": { folder: "Contracts", access: "full" },
    "first frost.jpg": { folder: "Harbour rebuild", access: "add" },
    "港口改造 总平面图 v12（送审稿，含给排水与电气）.svg": { access: "full", star: true }
  }

const recycled: Readonly<Record<string, number>> = {
  "Pier 3 survey, superseded.pdf": 22_700,
  "evening, breakwater (1).jpg": 48_000,
  "drone pass 01, cloudy.mp4": 161_000,
  "Kostenübersicht 2025.xlsx": 38_800,
  "photos-week-41.zip": 64_100,
  "tide-model-old.py": 15_200,
  "总平面图 v11.dwg": 56_900
}

const makeAssets = async (drive: DriveClient, parentFileId: string): Promise<void> => {
  const ids = new Map<string, string>()
  for (const [name, pinned] of folders) {
    const { folderId } = await drive.assetFolders.create({ name })
    if (pinned) await drive.assetFolders.pin({ folderId })
    ids.set(name, folderId)
  }
  for await (const { fileId, name, type } of drive.files.listAll({ parentFileId, pageSize: 100 })) {
    if (type === "folder") continue
    const { access, folder, star } = library[name] ?? {}
    const folderId = folder === undefined ? undefined : ids.get(folder)
    const { assetId } = await drive.assets.create({ fileId, folderId, rawAction: access })
    if (star === true) await drive.assets.star({ assetId })
  }
}

const fillBin = async (drive: DriveClient, parentFileId: string): Promise<void> => {
  const bytes = (size: number) => new Blob([new Uint8Array(size).fill(7)])
  const files = await Promise.all(
    Object.entries(recycled).map(async ([name, size]) => {
      const { fileId } = await drive.uploads.start({ source: bytes(size), name, parentFileId }).done
      return fileId
    })
  )
  const folder = await drive.files.createFolder({ name: "Old tender", parentFileId })
  await drive.recycleBin.recycle([...files, folder])
}

/** Puts folders and assets into the library of the selected space, and files into its bin. */
export const putSampleLibrary = async (drive: DriveClient, parentFileId: string): Promise<void> => {
  await makeAssets(drive, parentFileId)
  await fillBin(drive, parentFileId)
}
