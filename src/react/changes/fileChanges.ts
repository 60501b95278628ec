/**
 * Changes of files and folders: how each is made, shown at once, and undone.
 *
 * @since 1.0.7
 */
import type { BatchResult } from "../../domain/BatchResult.js"
import type { FileId } from "../../domain/Ids.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import type { DriveClient } from "../../promise/DriveClient.js"
import type { SpaceCallOptions } from "../../promise/Face.js"
import type { Change, Look } from "./Change.js"
import type { RowChange } from "./PendingChanges.js"
import { fieldsOf, patched, withNew, without, withRows } from "./rows.js"

type FilesFace = DriveClient["files"]
type Batch = BatchResult<unknown>
/** The result of a call that answers nothing. */
type Nothing = Readonly<Record<never, never>>

const nothing = (ended: Promise<void>): Promise<Nothing> => ended.then(() => ({}))

const root = "root"

const isList = (kind: unknown) => kind === "files"

/** The rows of these files, in every list and for themselves. */
const patchFiles = (ids: ReadonlyArray<string>, patch: object): RowChange => {
  const wanted = new Set(ids)
  const edit = patched(wanted, "fileId", patch)
  return ([, , , kind, about], data) => {
    if (kind === "file" && wanted.has(String(about)) && typeof data === "object") return { ...data, ...patch }
    return isList(kind) || kind === "path" ? withRows(data, edit) : data
  }
}

const dropFiles = (ids: ReadonlyArray<string>, from: "files" | "recycleBin"): RowChange => {
  const edit = without(new Set(ids), "fileId")
  return ([, , , kind], data) => kind === from ? withRows(data, edit) : data
}

const takes = (query: unknown, row: object): boolean => {
  const { category, fileType, tree } = query as { category?: unknown; fileType?: unknown; tree?: unknown }
  const type: unknown = Reflect.get(row, "type")
  if (tree === true) return type === "folder"
  return category === undefined && (fileType === undefined || fileType === type)
}

/** New rows come first until the service says where they are. */
const addFiles = (folder: string, rows: ReadonlyArray<object>): RowChange => ([, , , kind, about, query], data) =>
  isList(kind) && about === folder ? withNew(data, "fileId", rows.filter((row) => takes(query, row))) : data

const inTurn = (...changes: ReadonlyArray<RowChange>): RowChange => (key, data) =>
  changes.reduce((before, change) => change(key, before), data)

const known = (look: Look, ids: ReadonlyArray<string>): ReadonlyArray<object> =>
  ids.flatMap((id) => {
    const row = look(id)
    return row === undefined ? [] : [row]
  })

const doneIds = (done: Batch | undefined, wanted: ReadonlyArray<string>): ReadonlyArray<string> =>
  done === undefined ? wanted : done.successItems.map(({ fileId }): string => fileId)

/** Shown under an id of its own until the service has given one. */
const newFolder = (name: string, parentFileId: string, fileId: FileId | undefined) => ({
  fileId: fileId ?? `new ${name}`,
  name,
  parentFileId,
  type: "folder",
  isFolder: true,
  size: 0,
  userTags: [],
  ...(fileId === undefined ? { pending: "created" } : {})
})

type NewFolder = Parameters<FilesFace["createFolder"]>[0]

/**
 * Whether nothing of that name is in the folder. Where that cannot be found out, it may be there. `isDriveError` is not asked: an
 * import of it here would cut what a page loads at once into more files.
 */
const isFree = async (
  drive: DriveClient,
  { name, parentFileId = root }: NewFolder,
  call: SpaceCallOptions
): Promise<boolean> => {
  try {
    const path = (await drive.files.breadcrumb({ fileId: parentFileId }, call)).at(-1)?.path ?? ""
    await drive.files.resolve(`${path}/${name}`, call)
    return false
  } catch (cause) {
    // what else went wrong does not keep the folder from being made, and is told by that if it goes wrong too
    if (cause instanceof Error && "_tag" in cause) return cause._tag === "FileNotFound"
    throw cause
  }
}

const createFolder: Change<NewFolder, { readonly fileId: FileId }> = {
  // the two other modes give the folder that is there, as if it had been made
  makesNew: async (drive, folder, call) =>
    folder.checkNameMode === "ignore" || folder.checkNameMode === "auto_rename" || await isFree(drive, folder, call),
  run: (drive, folder, call) => drive.files.createFolder(folder, call).then((fileId) => ({ fileId })),
  rows: ({ name, parentFileId = root }, done) => addFiles(parentFileId, [newFolder(name, parentFileId, done?.fileId)]),
  undo: (drive, _folder, { fileId }, look, call) =>
    fileId === root || look(fileId) !== undefined ? undefined : () => drive.recycleBin.recycle([fileId], call)
}

const rename: Change<Parameters<FilesFace["rename"]>[0], Nothing> = {
  run: (drive, wanted, call) => nothing(drive.files.rename(wanted, call)),
  rows: ({ fileId, name }, done) => patchFiles([fileId], done === undefined ? { name, pending: "renamed" } : { name }),
  undo: (drive, { fileId }, _done, look, call) => {
    const name = look(fileId)?.["name"]
    return typeof name === "string" ? () => drive.files.rename({ fileId, name }, call) : undefined
  }
}

/** Where the files were, by folder; nothing when it is not known of each. */
const homesOf = (look: Look, ids: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> | undefined => {
  const homes = new Map<string, Array<string>>()
  for (const id of ids) {
    const home = look(id)?.["parentFileId"]
    if (typeof home !== "string") return undefined
    homes.set(home, [...homes.get(home) ?? [], id])
  }
  return homes
}

const move: Change<Parameters<FilesFace["move"]>[0], Batch> = {
  run: (drive, wanted, call) => drive.files.move(wanted, call),
  rows: ({ fileIds, toParentFileId }, done, look) => {
    const ids = doneIds(done, fileIds)
    const pending = done === undefined ? "moved" : undefined
    const rows = known(look, ids).map((row) => ({ ...row, parentFileId: toParentFileId, pending }))
    return inTurn(dropFiles(ids, "files"), addFiles(toParentFileId, rows))
  },
  undo: (drive, { fileIds }, done, look, call) => {
    const homes = homesOf(look, doneIds(done, fileIds))
    return homes === undefined || homes.size === 0 ?
      undefined :
      () =>
        Promise.all([...homes].map(([toParentFileId, ids]) => drive.files.move({ fileIds: ids, toParentFileId }, call)))
  }
}

const copy: Change<Parameters<FilesFace["copy"]>[0], Batch> = {
  run: (drive, wanted, call) => drive.files.copy(wanted, call),
  rows: ({ fileIds, toParentFileId }, done, look) => {
    const pending = done === undefined ? "copied" : undefined
    const copies = done === undefined
      ? fileIds.map((fileId) => [fileId, `copy of ${fileId}`] as const)
      : done.successItems.flatMap(({ fileId, newFileId }) =>
        newFileId === undefined ? [] : [[fileId, newFileId] as const]
      )
    const rows = copies.flatMap(([fileId, newId]) =>
      known(look, [fileId]).map((row) => ({ ...row, fileId: newId, parentFileId: toParentFileId, pending }))
    )
    return addFiles(toParentFileId, rows)
  },
  undo: (drive, { checkNameMode }, { successItems }, _look, call) => {
    // what it may have replaced would not come back
    if (checkNameMode === "overwrite") return undefined
    const copies = successItems.flatMap(({ newFileId }) => newFileId === undefined ? [] : [newFileId])
    return copies.length === 0 ? undefined : () => drive.recycleBin.recycle(copies, call)
  }
}

/**
 * Files by their ids, all in one call.
 *
 * @since 1.0.7
 * @category models
 */
export interface FileIds {
  readonly fileIds: ReadonlyArray<string>
}

const recycle: Change<FileIds, Batch> = {
  run: (drive, { fileIds }, call) => drive.recycleBin.recycle(fileIds, call),
  rows: ({ fileIds }, done) => dropFiles(doneIds(done, fileIds), "files"),
  undo: (drive, { fileIds }, done, _look, call) => {
    const ids = doneIds(done, fileIds)
    return ids.length === 0 ? undefined : () => drive.recycleBin.restore(ids, call)
  }
}

const restore: Change<FileIds, Batch> = {
  run: (drive, { fileIds }, call) => drive.recycleBin.restore(fileIds, call),
  rows: ({ fileIds }, done) => dropFiles(doneIds(done, fileIds), "recycleBin"),
  undo: (drive, { fileIds }, done, _look, call) => {
    const ids = doneIds(done, fileIds)
    return ids.length === 0 ? undefined : () => drive.recycleBin.recycle(ids, call)
  }
}

const remove: Change<FileIds, Batch> = {
  run: (drive, { fileIds }, call) => drive.files.remove(fileIds, call),
  rows: ({ fileIds }, done) => {
    const ids = doneIds(done, fileIds)
    return inTurn(dropFiles(ids, "files"), dropFiles(ids, "recycleBin"))
  }
}

const clearRecycleBin: Change<void | { readonly isAsync?: boolean | undefined }, {
  readonly asyncTaskId?: string | undefined
}> = {
  run: (drive, { isAsync } = {}, call) => drive.recycleBin.clear({ ...call, isAsync }),
  rows: () => ([, , , kind], data) =>
    kind === "recycleBin" ? withRows(data, (rows) => rows.length === 0 ? rows : []) : data
}

const updateFileInfo: Change<Parameters<FilesFace["updateInfo"]>[0], Nothing> = {
  run: (drive, wanted, call) => nothing(drive.files.updateInfo(wanted, call)),
  rows: ({ fileId, ...fields }, done) =>
    patchFiles([fileId], done === undefined ? { ...fields, pending: "updated" } : fields),
  undo: (drive, { fileId, ...fields }, _done, look, call) => {
    const before = fieldsOf(look(fileId), Object.keys(fields))
    return before === undefined ? undefined : () => drive.files.updateInfo({ ...before, fileId }, call)
  }
}

const star: Change<Parameters<FilesFace["star"]>[0], Nothing> = {
  run: (drive, wanted, call) => nothing(drive.files.star(wanted, call)),
  rows: ({ fileId, starred }, done) =>
    patchFiles([fileId], done === undefined ? { starred, pending: "starred" } : { starred }),
  undo: (drive, { fileId }, _done, look, call) => {
    const row = look(fileId)
    const starred = row?.["starred"]
    // the star of the file's asset is another one
    return row !== undefined && "isFolder" in row && typeof starred === "boolean"
      ? () => drive.files.star({ fileId, starred }, call)
      : undefined
  }
}

const saveContent: Change<Parameters<FilesFace["saveContent"]>[0], UploadResult> = {
  run: (drive, content, call) => drive.files.saveContent(content, call),
  rows: ({ fileId }, done) => done === undefined ? patchFiles([fileId], { pending: "saved" }) : (_key, data) => data
}

/**
 * @since 1.0.7
 * @category changes
 */
export const fileChanges = {
  createFolder,
  rename,
  move,
  copy,
  recycle,
  restore,
  remove,
  clearRecycleBin,
  updateFileInfo,
  star,
  saveContent
}
