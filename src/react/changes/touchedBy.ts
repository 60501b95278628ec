/**
 * Which reads a change of the drive touches: exactly those, and no others.
 *
 * @since 1.0.7
 */
import type { Query, QueryKey } from "@tanstack/react-query"
import type { FilesChanged, FilesChangeKind } from "../../services/DriveEvents.js"
import { rowsIn } from "./rows.js"

const kinds = (...names: ReadonlyArray<FilesChangeKind>): ReadonlySet<FilesChangeKind> => new Set(names)

/** After these a path may lead elsewhere. */
const moving = kinds("renamed", "moved", "recycled", "restored", "removed", "taskEnded", "migrated", "assets")

/** After these a path that led nowhere may lead somewhere. */
const making = kinds("created", "uploaded", "renamed", "moved", "copied", "restored", "taskEnded")

const ofBin = kinds("recycled", "restored", "removed", "binCleared", "taskEnded", "migrated")

const ofLibrary = kinds("assets", "assetFolders", "uploaded", "restored", "taskEnded", "migrated")

const idsOf = (row: object): ReadonlyArray<string> =>
  ["fileId", "assetId"].flatMap((name) => {
    const id: unknown = Reflect.get(row, name)
    return typeof id === "string" ? [id] : []
  })

const holds = (data: unknown, ids: ReadonlySet<string>): boolean =>
  ids.size > 0 && rowsIn(data).some((row) => idsOf(row).some((id) => ids.has(id)))

/** Where in a key the drive, the space, the kind of read and its first argument are. */
const parts = (query: Pick<Query, "queryKey">) => {
  const [root, drive, space, kind, about] = query.queryKey
  return { root, drive, space, kind, about }
}

const byKind = (query: Query, event: FilesChanged, ids: ReadonlySet<string>): boolean => {
  const { about, kind } = parts(query)
  const { folderIds } = event
  const isThis = typeof about === "string" && ids.has(about)
  switch (kind) {
    case "files":
      return folderIds === undefined || (typeof about === "string" && folderIds.includes(about)) ||
        holds(query.state.data, ids)
    case "file":
    case "thumbnail":
    case "asset":
      return isThis || holds([query.state.data], ids)
    case "path":
      return (moving.has(event.kind) && (folderIds === undefined || holds(query.state.data, ids))) ||
        (making.has(event.kind) && query.state.status === "error")
    case "recycleBin":
      return ofBin.has(event.kind) || (event.kind === "assets" && folderIds === undefined)
    case "assets":
      return ofLibrary.has(event.kind) || holds(query.state.data, ids)
    case "assetFolders":
      return event.kind === "assetFolders" || event.kind === "migrated"
    case "migration":
      return event.kind === "migrated"
    default: {
      const own: unknown = query.meta?.["touchedBy"]
      return typeof own === "function" && own(event) === true
    }
  }
}

/**
 * The key is that of all reads of the drive.
 *
 * @since 1.0.7
 * @category predicates
 */
export const touchedBy = ([ofDrives, driveId]: QueryKey, event: FilesChanged): (query: Query) => boolean => {
  const ids = new Set([...event.fileIds, ...event.assetIds])
  return (query) => {
    const { drive, root, space } = parts(query)
    return root === ofDrives && drive === driveId && space === event.spaceId && byKind(query, event, ids)
  }
}
