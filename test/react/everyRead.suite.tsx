/** Each option factory: what the drive says comes out of `useQuery`, `useSuspenseQuery` and `prefetchQuery`, under a key of drive and space. */
import type { QueryClient, QueryKey } from "@tanstack/react-query"
import { useInfiniteQuery, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { DriveQueries } from "effect-drive/react"
import {
  driveQueries,
  queryKeys,
  rowsOf,
  useCreateFolder,
  useDriveQueries,
  useMove,
  useRename
} from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { assert, describe, expect, it, vi } from "vitest"
import { modes, openDrive, provide, upload } from "./world.js"

interface Subject {
  readonly folder: string
  readonly fileId: string
  readonly assetId: string
  readonly taskId: string
}

/** A space of pds, which has pictures and tasks: a folder with a file in it, an asset, a folder of assets, something in the bin. */
const fill = async (drive: TestDriveClient): Promise<Subject> => {
  const folder = await drive.files.createFolder({ name: "folder" })
  await drive.files.createFolder({ name: "inner", parentFileId: folder })
  const { fileId } = await drive.uploads.start({ source: "x", name: "x.png", parentFileId: folder }).done
  const { assetId } = await drive.assets.create({ fileId })
  await drive.recycleBin.recycle([await upload(drive, "gone", folder)])
  await drive.assetFolders.create({ name: "albums" })
  const { asyncTaskId } = await drive.downloads.archive({ fileIds: [folder], name: "d.zip" })
  return { folder, fileId, assetId, taskId: asyncTaskId }
}

const names = (rows: ReadonlyArray<{ readonly name?: string | null | undefined }>) =>
  rows.map(({ name }) => name).join()

interface Read {
  readonly what: string
  readonly key: (keys: ReturnType<typeof queryKeys>, subject: Subject) => QueryKey
  readonly useIt: (queries: DriveQueries, subject: Subject) => unknown
  readonly useSuspended: (queries: DriveQueries, subject: Subject) => unknown
  readonly prefetch: (client: QueryClient, queries: DriveQueries, subject: Subject) => Promise<void>
  readonly truth: (drive: TestDriveClient, subject: Subject) => Promise<unknown>
}

const files = (folder: string) => ({ parentFileId: folder, order: "name", fileType: "file" } as const)

const reads: ReadonlyArray<Read> = [
  {
    what: "files",
    key: (keys, { folder }) => keys.files(files(folder)),
    useIt: (queries, { folder }) =>
      useInfiniteQuery({ ...queries.files(files(folder)), select: (data) => names(rowsOf(data)) }).data,
    useSuspended: (queries, { folder }) => names(rowsOf(useSuspenseInfiniteQuery(queries.files(files(folder))).data)),
    prefetch: (client, queries, { folder }) => client.prefetchInfiniteQuery(queries.files(files(folder))),
    truth: async (drive, { folder }) => names((await drive.files.list(files(folder))).items)
  },
  {
    what: "file",
    key: (keys, { fileId }) => keys.file(fileId),
    useIt: (queries, { fileId }) => useQuery(queries.file(fileId)).data?.size,
    useSuspended: (queries, { fileId }) => useSuspenseQuery(queries.file(fileId)).data.size,
    prefetch: (client, queries, { fileId }) => client.prefetchQuery(queries.file(fileId)),
    truth: async (drive, { fileId }) => (await drive.files.info(fileId)).size
  },
  {
    what: "path",
    key: (keys, { folder }) => keys.path({ fileId: folder }),
    useIt: (queries, { folder }) => useQuery(queries.path({ fileId: folder })).data?.map(({ name }) => name).join(),
    useSuspended: (queries, { folder }) => names(useSuspenseQuery(queries.path({ fileId: folder })).data),
    prefetch: (client, queries, { folder }) => client.prefetchQuery(queries.path({ fileId: folder })),
    truth: async (drive, { folder }) => names(await drive.files.breadcrumb({ fileId: folder }))
  },
  {
    what: "folderTree",
    key: (keys, { folder }) => keys.folderTree(folder),
    useIt: (queries, { folder }) => useQuery({ ...queries.folderTree(folder), select: names }).data,
    useSuspended: (queries, { folder }) => names(useSuspenseQuery(queries.folderTree(folder)).data),
    prefetch: (client, queries, { folder }) => client.prefetchQuery(queries.folderTree(folder)),
    truth: async (drive, { folder }) =>
      names((await drive.files.list({ parentFileId: folder, fileType: "folder" })).items)
  },
  {
    what: "spaces",
    key: (keys) => keys.spaces(),
    useIt: (queries) => useInfiniteQuery(queries.spaces()).data?.pages[0]?.items.map(({ spaceId }) => spaceId),
    useSuspended: (queries) => rowsOf(useSuspenseInfiniteQuery(queries.spaces()).data).map(({ spaceId }) => spaceId),
    prefetch: (client, queries) => client.prefetchInfiniteQuery(queries.spaces()),
    truth: async (drive) => (await drive.spaces.list()).items.map(({ spaceId }) => spaceId)
  },
  {
    what: "space",
    key: (keys) => keys.space(),
    useIt: (queries) => useQuery(queries.space()).data?.platform,
    useSuspended: (queries) => useSuspenseQuery(queries.space()).data.platform,
    prefetch: (client, queries) => client.prefetchQuery(queries.space()),
    truth: async (drive) => (await drive.spaces.resolve()).platform
  },
  {
    what: "benefit",
    key: (keys) => keys.benefit(),
    useIt: (queries) => useQuery(queries.benefit()).data,
    useSuspended: (queries) => useSuspenseQuery(queries.benefit()).data,
    prefetch: (client, queries) => client.prefetchQuery(queries.benefit()),
    truth: async (drive) => ({ ...await drive.spaces.benefit() })
  },
  {
    what: "recycleBin",
    key: (keys) => keys.recycleBin(),
    useIt: (queries) => useInfiniteQuery({ ...queries.recycleBin(), select: (data) => names(rowsOf(data)) }).data,
    useSuspended: (queries) => names(rowsOf(useSuspenseInfiniteQuery(queries.recycleBin()).data)),
    prefetch: (client, queries) => client.prefetchInfiniteQuery(queries.recycleBin()),
    truth: async (drive) => names((await drive.recycleBin.list()).items)
  },
  {
    what: "assets",
    key: (keys) => keys.assets({ pageSize: 5 }),
    useIt: (queries) =>
      useInfiniteQuery({ ...queries.assets({ pageSize: 5 }), select: (data) => names(rowsOf(data)) }).data,
    useSuspended: (queries) => names(rowsOf(useSuspenseInfiniteQuery(queries.assets({ pageSize: 5 })).data)),
    prefetch: (client, queries) => client.prefetchInfiniteQuery(queries.assets({ pageSize: 5 })),
    truth: async (drive) => names((await drive.assets.list()).items)
  },
  {
    what: "asset",
    key: (keys, { assetId }) => keys.asset(assetId),
    useIt: (queries, { assetId }) => useQuery(queries.asset(assetId)).data?.name,
    useSuspended: (queries, { assetId }) => useSuspenseQuery(queries.asset(assetId)).data.name,
    prefetch: (client, queries, { assetId }) => client.prefetchQuery(queries.asset(assetId)),
    truth: async (drive, { assetId }) => (await drive.assets.get(assetId)).name
  },
  {
    what: "assetFolders",
    key: (keys) => keys.assetFolders(),
    useIt: (queries) => useInfiniteQuery({ ...queries.assetFolders(), select: (data) => names(rowsOf(data)) }).data,
    useSuspended: (queries) => names(rowsOf(useSuspenseInfiniteQuery(queries.assetFolders()).data)),
    prefetch: (client, queries) => client.prefetchInfiniteQuery(queries.assetFolders()),
    truth: async (drive) => names((await drive.assetFolders.list()).items)
  },
  {
    what: "share",
    key: (keys, { assetId }) => keys.share(assetId),
    useIt: (queries, { assetId }) => useQuery(queries.share(assetId)).data,
    useSuspended: (queries, { assetId }) => useSuspenseQuery(queries.share(assetId)).data,
    prefetch: (client, queries, { assetId }) => client.prefetchQuery(queries.share(assetId)),
    truth: () => Promise.resolve(null)
  },
  {
    what: "task",
    key: (keys, { taskId }) => keys.task(taskId),
    useIt: (queries, { taskId }) => useQuery(queries.task(taskId)).data?.taskId,
    useSuspended: (queries, { taskId }) => useSuspenseQuery(queries.task(taskId)).data.taskId,
    prefetch: (client, queries, { taskId }) => client.prefetchQuery(queries.task(taskId)),
    truth: async (drive, { taskId }) => (await drive.tasks.get(taskId)).taskId
  },
  {
    what: "migration",
    key: (keys) => keys.migration(),
    useIt: (queries) => useQuery(queries.migration()).data?.details,
    useSuspended: (queries) => useSuspenseQuery(queries.migration()).data.details,
    prefetch: (client, queries) => client.prefetchQuery(queries.migration()),
    truth: async (drive) => (await drive.migration.status()).details
  },
  {
    what: "thumbnail",
    key: (keys, { fileId }) => keys.thumbnail(fileId, { width: 64 }),
    useIt: (queries, { fileId }) => typeof useQuery(queries.thumbnail(fileId, { width: 64 })).data?.href,
    useSuspended: (queries, { fileId }) => typeof useSuspenseQuery(queries.thumbnail(fileId, { width: 64 })).data?.href,
    prefetch: (client, queries, { fileId }) => client.prefetchQuery(queries.thumbnail(fileId, { width: 64 })),
    truth: async (drive, { fileId }) => typeof (await drive.files.thumbnail(fileId, { width: 64 }))?.href
  }
]

it("the table has every factory", async () => {
  const drive = await openDrive()
  const { keys: _, ...factories } = driveQueries(drive)
  assert.deepStrictEqual(reads.map(({ what }) => what).toSorted(), Object.keys(factories).toSorted())
})

describe.each(modes)("each read %s", (_, strict) => {
  it.each(reads.map((read) => [read.what, read] as const))("%s", async (_what, read) => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }], drive: { id: "named" } })
    const subject = await fill(drive)
    const truth = await read.truth(drive, subject)
    assert.notStrictEqual(truth, undefined)

    const { client, wrapper } = provide(drive, strict)
    const { result } = renderHook(() => read.useIt(useDriveQueries(), subject), { wrapper })
    await waitFor(() => assert.deepStrictEqual(result.current, truth))
    const key = read.key(queryKeys(drive, "mine"), subject)
    assert.deepStrictEqual(key.slice(0, 3), ["effect-drive", "named", read.what === "spaces" ? null : "mine"])
    assert.deepStrictEqual(client.getQueryCache().getAll().map(({ queryKey }) => queryKey), [key])

    const suspended = provide(drive, strict)
    const { result: late } = await act(() =>
      Promise.resolve(renderHook(() => read.useSuspended(useDriveQueries(), subject), { wrapper: suspended.wrapper }))
    )
    await waitFor(() => assert.deepStrictEqual(late.current, truth))

    const ahead = provide(drive, strict)
    await read.prefetch(ahead.client, driveQueries(drive), subject)
    const { result: ready } = renderHook(() => read.useIt(useDriveQueries(), subject), { wrapper: ahead.wrapper })
    assert.deepStrictEqual(ready.current, truth, "what was prefetched is there in the first render")
  })

  it("the tree of folders follows new, renamed and moved folders, page after page, and no files", async () => {
    const drive = await openDrive()
    const top = await drive.files.createFolder({ name: "top" })
    const many = Array.from({ length: 101 }, (_row, index) => `f${index}`)
    await Promise.all(many.map((name) => drive.files.createFolder({ name, parentFileId: top })))
    await upload(drive, "file", top)
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(() => ({
      create: useCreateFolder(),
      move: useMove(),
      rename: useRename(),
      tree: useQuery(useDriveQueries().folderTree(top)).data?.map(({ name }) => name).toSorted()
    }), { wrapper })
    await waitFor(() => assert.deepStrictEqual(result.current.tree, many.toSorted()))
    const { fileId } = await act(() => result.current.create.mutateAsync({ name: "new", parentFileId: top }))
    await waitFor(() => assert.deepStrictEqual(result.current.tree, ["new", ...many].toSorted()))
    await act(() => result.current.rename.mutateAsync({ fileId, name: "newer" }))
    await waitFor(() => assert.deepStrictEqual(result.current.tree, ["newer", ...many].toSorted()))
    await act(() => result.current.move.mutateAsync({ fileIds: [fileId], toParentFileId: "root" }))
    await waitFor(() => assert.deepStrictEqual(result.current.tree, many.toSorted()))
    await act(() => upload(drive, "another file", top))
    await waitFor(() => assert.deepStrictEqual(result.current.tree, many.toSorted()))
  })

  it("without a space nothing is asked but the list of spaces", async () => {
    const drive = await openDrive({ signedIn: false })
    await drive.session.login({ accessToken: "test-token" })
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(() => {
      const queries = useDriveQueries()
      return { files: useInfiniteQuery(queries.files()), spaces: useInfiniteQuery(queries.spaces()) }
    }, { wrapper })
    await waitFor(() => assert.isTrue(result.current.spaces.isSuccess))
    assert.deepInclude(result.current.files, { fetchStatus: "idle", status: "pending" })
    await act(() => drive.spaces.select("mine"))
    await waitFor(() => assert.isTrue(result.current.files.isSuccess))
  })

  it("a read that nobody waits for any more is aborted", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "x")
    drive.emulator.faults.add([{ match: { path: /\/info$/ }, action: { _tag: "delay", millis: 600_000 } }])
    const info = vi.spyOn(drive.files, "info")
    const { unmount } = renderHook(() => useQuery(useDriveQueries().file(fileId)), {
      wrapper: provide(drive, strict).wrapper
    })
    await waitFor(() => assert.deepStrictEqual(drive.emulator.faults.remaining(), []))
    const asked = info.mock.results.at(-1)?.value
    unmount()
    assert.isTrue(info.mock.calls.at(-1)?.[1]?.signal?.aborted)
    await expect(asked).rejects.toMatchObject({ name: "AbortError" })
  })
})
