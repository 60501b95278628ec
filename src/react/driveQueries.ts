/**
 * Every read of a drive as options of TanStack Query, for `useQuery`, `useSuspenseQuery`, `useInfiniteQuery`,
 * `prefetchQuery` and the like.
 *
 * @since 1.0.7
 */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { Asset } from "../domain/Asset.js"
import type { DriveFile, Page } from "../domain/DriveFile.js"
import type { RecycleItem } from "../domain/RecycleItem.js"
import type { Space, SpaceBenefit, SpaceSummary } from "../domain/Space.js"
import type { ShareLink } from "../promise/AssetsFace.js"
import type { DriveClient } from "../promise/DriveClient.js"
import type { DriveError } from "../promise/DriveError.js"
import type { TaskLink, ThumbnailLink } from "../promise/DriveFaces.js"
import type { Plain } from "./plainData.js"
import { plainData } from "./plainData.js"
import { isWorthAnother } from "./queryDefaults.js"
import type { AssetsQuery, FilesQuery, PathQuery } from "./queryKeys.js"
import { queryKeys } from "./queryKeys.js"

/**
 * A change that waits for the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface Pending {
  /** Which change this row waits for; absent when none. */
  readonly pending?: string | undefined
}

/**
 * A file or folder of a list. `pending` names the change that waits for the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface FileRow extends Plain<DriveFile>, Pending {}

/**
 * An item of the recycle bin. `pending` names the change that waits for the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface BinRow extends Plain<RecycleItem>, Pending {}

/**
 * An asset of a list. `pending` names the change that waits for the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface AssetRow extends Plain<Asset>, Pending {}

/**
 * A space of the list of spaces.
 *
 * @since 1.0.7
 * @category models
 */
export type SpaceRow = Plain<SpaceSummary>

/**
 * One page of a list.
 *
 * @since 1.0.7
 * @category models
 */
export interface Rows<Row> {
  readonly items: ReadonlyArray<Row>
  readonly next?: string | undefined
  readonly total?: number | undefined
}

/**
 * All rows of the pages so far: `useInfiniteQuery({ …driveQueries(drive).files(), select: rowsOf })`.
 *
 * @since 1.0.7
 * @category combinators
 */
export const rowsOf = <Row>(data: { readonly pages: ReadonlyArray<Rows<Row>> }): ReadonlyArray<Row> =>
  data.pages.flatMap(({ items }) => items)

const pageOf = <A, Row>(page: Page<A>): Rows<Row> => plainData(page) as Rows<Row>

/**
 * One folder of a breadcrumb. The root's name is `root`.
 *
 * @since 1.0.7
 * @category models
 */
export interface CrumbRow {
  readonly fileId: string
  readonly name: string
  readonly path: string
}

/** Asked again so often while a task runs; the service itself tells nothing. */
const taskInterval = 2000

/** A link is not shown any more so long before it expires. */
const expiryMargin = 60_000

/**
 * Query options of a drive, for the given space, else for the one that is selected now. In components, use
 * `useDriveQueries`, which follows the selection.
 *
 * @since 1.0.7
 * @category constructors
 */
export const driveQueries = (drive: DriveClient, options: { readonly spaceId?: string | undefined } = {}) => {
  const spaceId = options.spaceId ?? drive.spaces.current()?.spaceId
  const keys = queryKeys(drive, spaceId ?? null)
  /** Without a space there is nothing to ask. */
  const inSpace = { enabled: spaceId !== undefined }
  const call = (signal: AbortSignal) => ({ signal, spaceId })
  const read = <A, Key extends ReadonlyArray<unknown>>(
    queryKey: Key,
    queryFn: (call: { readonly signal: AbortSignal; readonly spaceId: string | undefined }) => Promise<A>
  ) => queryOptions<A, DriveError, A, Key>({ ...inSpace, queryKey, queryFn: ({ signal }) => queryFn(call(signal)) })
  const list = <Row, Key extends ReadonlyArray<unknown>>(
    queryKey: Key,
    queryFn: (
      cursor: string | undefined,
      call: { readonly signal: AbortSignal; readonly spaceId: string | undefined }
    ) => Promise<Rows<Row>>,
    enabled = inSpace
  ) =>
    infiniteQueryOptions<
      Rows<Row>,
      DriveError,
      { readonly pages: Array<Rows<Row>>; readonly pageParams: Array<string | undefined> },
      Key,
      string | undefined
    >({
      ...enabled,
      queryKey,
      queryFn: ({ pageParam, signal }) => queryFn(pageParam, call(signal)),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next
    })
  const numbered = (cursor: string | undefined) => cursor === undefined ? undefined : Number(cursor)

  return {
    keys,

    /** The spaces of the user, by page. */
    spaces: ({ pageSize }: { readonly pageSize?: number | undefined } = {}) =>
      list<SpaceRow, ReturnType<typeof keys.spaces>>(
        keys.spaces(pageSize),
        (cursor, { signal }) =>
          drive.spaces.list({ page: numbered(cursor), pageSize }, { signal }).then(pageOf<SpaceSummary, SpaceRow>),
        { enabled: true }
      ),

    /** The space itself: its platform, name and limits. It need not be selected. */
    space: () =>
      read<Plain<Space>, ReturnType<typeof keys.space>>(
        keys.space(),
        (call) => drive.spaces.resolve(call).then(plainData)
      ),

    /** What the space may do: limits of sizes and speeds. */
    benefit: () =>
      read<Plain<SpaceBenefit>, ReturnType<typeof keys.benefit>>(
        keys.benefit(),
        (call) => drive.spaces.benefit(call).then(plainData)
      ),

    /** A folder's files and folders, page by page. */
    files: (query: FilesQuery = {}) =>
      list<FileRow, ReturnType<typeof keys.files>>(
        keys.files(query),
        (cursor, call) => drive.files.list({ ...query, cursor }, call).then(pageOf<DriveFile, FileRow>)
      ),

    file: (fileId: string) =>
      read<FileRow, ReturnType<typeof keys.file>>(
        keys.file(fileId),
        (call) => drive.files.info(fileId, call).then(plainData)
      ),

    /** The folders down to a path, the root first. */
    path: (path: PathQuery) =>
      read<ReadonlyArray<CrumbRow>, ReturnType<typeof keys.path>>(
        keys.path(path),
        (call) => drive.files.breadcrumb(path, call)
      ),

    /** The folders in a folder, all of them, for trees and pickers. */
    folderTree: (fileId = "root") =>
      read<ReadonlyArray<FileRow>, ReturnType<typeof keys.folderTree>>(keys.folderTree(fileId), async (call) => {
        const folders: Array<FileRow> = []
        const query = { parentFileId: fileId, fileType: "folder", pageSize: 100 } as const
        for await (const folder of drive.files.listAll(query, call)) folders.push(plainData(folder))
        return folders
      }),

    recycleBin: ({ pageSize }: { readonly pageSize?: number | undefined } = {}) =>
      list<BinRow, ReturnType<typeof keys.recycleBin>>(
        keys.recycleBin(pageSize),
        (marker, call) => drive.recycleBin.list({ marker, limit: pageSize }, call).then(pageOf<RecycleItem, BinRow>)
      ),

    assets: (query: AssetsQuery = {}) =>
      list<AssetRow, ReturnType<typeof keys.assets>>(
        keys.assets(query),
        (cursor, call) => drive.assets.list({ ...query, page: numbered(cursor) }, call).then(pageOf<Asset, AssetRow>)
      ),

    asset: (assetId: string) =>
      read<AssetRow, ReturnType<typeof keys.asset>>(
        keys.asset(assetId),
        (call) => drive.assets.get(assetId, call).then(plainData)
      ),

    assetFolders: () =>
      list(
        keys.assetFolders(),
        (cursor, call) => drive.assetFolders.list({ page: numbered(cursor) }, call).then(plainData)
      ),

    /**
     * The open share of an asset, if this drive has opened it; else `null`. The service returns a share only when it is
     * opened. Its link is a secret: a server must not send it to a page.
     */
    share: (assetId: string) =>
      queryOptions<ShareLink | null, DriveError, ShareLink | null, ReturnType<typeof keys.share>>({
        queryKey: keys.share(assetId),
        queryFn: ({ client, queryKey }) => client.getQueryData<ShareLink>(queryKey) ?? null,
        // merging two links would lose what is kept out of logs
        structuralSharing: false,
        staleTime: Infinity,
        gcTime: Infinity
      }),

    /** A task, polled until it has ended. */
    task: (taskId: string) =>
      queryOptions<TaskLink, DriveError, TaskLink, ReturnType<typeof keys.task>>({
        ...read<TaskLink, ReturnType<typeof keys.task>>(keys.task(taskId), (call) => drive.tasks.get(taskId, call)),
        // as of a share
        structuralSharing: false,
        // where the session has ended it is asked again after the next sign-in
        refetchInterval: ({ state: { data, error } }) =>
          data?.end || (error && !isWorthAnother(error)) ? false : taskInterval
      }),

    migration: () => read(keys.migration(), (call) => drive.migration.status(call)),

    /** The address of a thumbnail; `null` if the service has none of this file. */
    thumbnail: (fileId: string, size: { readonly width: number; readonly height?: number | undefined }) =>
      queryOptions<ThumbnailLink | null, DriveError, ThumbnailLink | null, ReturnType<typeof keys.thumbnail>>({
        ...read<ThumbnailLink | null, ReturnType<typeof keys.thumbnail>>(
          keys.thumbnail(fileId, size),
          (call) => drive.files.thumbnail(fileId, { ...size, ...call }).then((link) => link ?? null)
        ),
        // as of a share
        structuralSharing: false,
        // less than nothing is stale at once, too
        staleTime: ({ state: { data, dataUpdatedAt } }) => (data?.expiresAt ?? 0) - dataUpdatedAt - expiryMargin
      })
  }
}

/**
 * What `driveQueries` returns: query options for each read.
 *
 * @since 1.0.7
 * @category models
 */
export type DriveQueries = ReturnType<typeof driveQueries>
