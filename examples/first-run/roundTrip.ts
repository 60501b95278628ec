/** The main job: a folder goes up, is listed, comes down again, and every hash is compared. */
import type { DriveClient, DriveFile, UploadHandle } from "effect-drive/promise"
import { mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import type { LocalTree } from "./LocalTree.js"
import * as LocalTrees from "./LocalTree.js"
import type { Screen, Transfer } from "./Screen.js"
import * as Text from "./text.js"
import type { Timed, Uploading } from "./transfers.js"
import { downloading, uploading } from "./transfers.js"

export interface Job {
  readonly drive: DriveClient
  readonly screen: Screen
  readonly signal: AbortSignal
}

const note = (extra: (path: string) => string) => (transfer: Transfer): string =>
  `${transfer.state === "failed" ? "FAILED " : ""}${transfer.path}, ${Text.bytes(transfer.size)}${extra(transfer.path)}`

/** Runs `work` on all items, so many at a time. */
const eachOf = async <A>(items: ReadonlyArray<A>, atATime: number, work: (item: A) => Promise<void>): Promise<void> => {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atATime }, worker))
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

export interface Uploaded {
  readonly uploads: ReadonlyMap<string, Uploading>
  readonly problems: ReadonlyMap<string, unknown>
}

/** Makes all folders, empty ones too, then puts every file into the queue at once: the drive decides what runs. */
export const upload = async (tree: LocalTree, folderId: string, { drive, screen, signal }: Job): Promise<Uploaded> => {
  const folderIds = new Map<string, string>([["", folderId]])
  for (const folder of tree.folders) {
    const parentFileId = folderIds.get(parentOf(folder)) ?? folderId
    folderIds.set(folder, await drive.files.createFolder({ name: nameOf(folder), parentFileId }, { signal }))
  }

  const handles = new Map<string, UploadHandle>()
  const uploads = new Map<string, Uploading>()
  for (const { path, size } of tree.files) {
    const source = { path: join(tree.root, path) }
    const handle = drive.uploads.start({ source, parentFileId: folderIds.get(parentOf(path)) ?? folderId }, { signal })
    handles.set(path, handle)
    uploads.set(path, uploading(path, size, handle))
  }

  const problems = new Map<string, unknown>()
  const stop = screen.watch("Uploading", () => [...uploads.values()], note((path) => `, ${uploads.get(path)?.way}`))
  try {
    await Promise.all(
      [...handles].map(([path, { done }]) => done.catch((error: unknown) => problems.set(path, error)))
    )
  } finally {
    stop()
  }
  signal.throwIfAborted()
  return { uploads, problems }
}

export interface RemoteTree {
  readonly folders: ReadonlyArray<string>
  readonly files: ReadonlyMap<string, DriveFile>
}

/** All that is below the folder, and a drawing of it. */
export const list = async (folderId: string, { drive, screen, signal }: Job): Promise<RemoteTree> => {
  const folders: Array<string> = []
  const files = new Map<string, DriveFile>()
  const { dim } = screen.colours
  const walk = async (id: string, path: string, indent: string): Promise<void> => {
    const entries: Array<DriveFile> = []
    for await (const entry of drive.files.listAll({ parentFileId: id, pageSize: 100 }, { signal })) entries.push(entry)
    entries.sort((one, other) => one.name < other.name ? -1 : 1)
    for (const [index, entry] of entries.entries()) {
      const isLast = index === entries.length - 1
      const entryPath = path === "" ? entry.name : `${path}/${entry.name}`
      const branch = dim(`${indent}${isLast ? "└─" : "├─"}`)
      screen.line(`${branch} ${entry.name}${entry.isFolder ? "/" : `  ${dim(Text.bytes(entry.size))}`}`)
      if (entry.isFolder) {
        folders.push(entryPath)
        await walk(entry.fileId, entryPath, `${indent}${isLast ? "   " : "│  "}`)
      } else files.set(entryPath, entry)
    }
  }
  await walk(folderId, "", "  ")
  return { folders, files }
}

export interface Downloaded {
  readonly downloads: ReadonlyMap<string, Timed>
  readonly problems: ReadonlyMap<string, unknown>
}

export const download = async (
  tree: RemoteTree,
  target: string,
  { drive, screen, signal }: Job
): Promise<Downloaded> => {
  for (const folder of tree.folders) await mkdir(join(target, folder), { recursive: true })
  const entries = [...tree.files].map(([path, file]) => ({ path, file, ...downloading(path, file.size) }))
  const problems = new Map<string, unknown>()
  const stop = screen.watch("Downloading", () => entries.map(({ transfer }) => transfer), note(() => ""))
  try {
    await eachOf(entries, 4, async ({ begin, end, file, path, report }) => {
      begin()
      const request = {
        fileId: file.fileId,
        target: join(target, path),
        onProgress: ({ received }: { readonly received: number }) => report(received)
      }
      try {
        report((await drive.downloads.save(request, { signal })).received)
        end("done")
      } catch (error) {
        signal.throwIfAborted()
        problems.set(path, error)
        end("failed")
      }
    })
  } finally {
    stop()
  }
  return { downloads: new Map(entries.map(({ path, transfer }) => [path, transfer])), problems }
}

export type Verdict = "ok" | "differs" | "missing"

/** The digests of each file as it was and as it came back; SHA-1 is compared with what the drive says too. */
export const compare = async (
  tree: LocalTree,
  remote: RemoteTree,
  target: string,
  signal: AbortSignal
): Promise<ReadonlyMap<string, Verdict>> => {
  const verdicts = new Map<string, Verdict>()
  await eachOf(tree.files, 2, async ({ path }) => {
    const copy = join(target, path)
    if (!await stat(copy).then((found) => found.isFile(), () => false)) return void verdicts.set(path, "missing")
    const [before, after] = [
      await LocalTrees.digests(join(tree.root, path), signal),
      await LocalTrees.digests(copy, signal)
    ]
    const known = remote.files.get(path)?.contentHash?.toUpperCase() ?? before.sha1
    const isSame = before.sha1 === after.sha1 && before.sha256 === after.sha256 && before.sha1 === known
    verdicts.set(path, isSame ? "ok" : "differs")
  })
  return verdicts
}
