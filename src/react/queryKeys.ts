/**
 * The keys of what is read from a drive. Each begins with the drive and the space, so that a whole drive, a space, or one kind
 * of lists can be matched by a prefix.
 *
 * @since 1.0.7
 */
import type { DriveClient } from "../promise/DriveClient.js"

/**
 * Which list of files to read. Options that are left out have the service's defaults. `parentFileId` defaults to the
 * root.
 *
 * @since 1.0.7
 * @category models
 */
export interface FilesQuery {
  readonly parentFileId?: string | undefined
  readonly order?: string | undefined
  readonly fileType?: "file" | "folder" | undefined
  readonly category?: string | undefined
  readonly pageSize?: number | undefined
}

/**
 * Which assets a list holds.
 *
 * @since 1.0.7
 * @category models
 */
export interface AssetsQuery {
  readonly folderId?: string | undefined
  readonly starred?: boolean | undefined
  readonly pageSize?: number | undefined
}

/**
 * A folder by its path, or by its id.
 *
 * @since 1.0.7
 * @category models
 */
export type PathQuery = string | { readonly fileId: string }

/**
 * `["effect-drive", drive, space, kind, …]`. `drive` is the drive's own `id` (an option of `createDrive`, default
 * `drive`), `space` the id of the space, `null` for reads that belong to no space and while none is selected.
 *
 * @since 1.0.7
 * @category constructors
 */
export const queryKeys = (drive: Pick<DriveClient, "id">, spaceId: string | null = null) => {
  const all = ["effect-drive", drive.id] as const
  const space = [...all, spaceId] as const
  return {
    all,
    inSpace: space,
    spaces: (pageSize?: number) => [...all, null, "spaces", { pageSize }] as const,
    space: () => [...space, "space"] as const,
    benefit: () => [...space, "benefit"] as const,
    lists: () => [...space, "files"] as const,
    files: ({ parentFileId = "root", ...query }: FilesQuery = {}) => [...space, "files", parentFileId, query] as const,
    file: (fileId: string) => [...space, "file", fileId] as const,
    paths: () => [...space, "path"] as const,
    path: (path: PathQuery) => [...space, "path", path] as const,
    folderTree: (fileId = "root") => [...space, "files", fileId, { fileType: "folder", tree: true }] as const,
    recycleBin: (pageSize?: number) => [...space, "recycleBin", { pageSize }] as const,
    assetLists: () => [...space, "assets"] as const,
    assets: (query: AssetsQuery = {}) => [...space, "assets", query] as const,
    asset: (assetId: string) => [...space, "asset", assetId] as const,
    assetFolders: () => [...space, "assetFolders"] as const,
    share: (assetId: string) => [...space, "share", assetId] as const,
    task: (taskId: string) => [...space, "task", taskId] as const,
    migration: () => [...space, "migration"] as const,
    thumbnail: (fileId: string, size: { readonly width: number; readonly height?: number | undefined }) =>
      [...space, "thumbnail", fileId, size] as const,
    own: (key: ReadonlyArray<unknown>) => [...space, "own", ...key] as const
  }
}

/**
 * The keys of one drive and space.
 *
 * @since 1.0.7
 * @category models
 */
export type QueryKeys = ReturnType<typeof queryKeys>
