/** What undoing a change leaves alone: all that was there before. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import {
  useCopy,
  useCreateFolder,
  useDriveQueries,
  useOpenShare,
  usePinAssetFolder,
  useStar,
  useStarAsset,
  useUpdateAsset
} from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { assert, describe, it } from "vitest"
import { refusal, settled } from "./changeRow.js"
import { twoAssets } from "./libraryChangeRows.js"
import { modes, namesIn, openDrive, provide, upload } from "./world.js"

describe.each(modes)("undo %s", (_, strict) => {
  const createIn = (drive: TestDriveClient) => {
    const { result } = renderHook(() => useCreateFolder(), { wrapper: provide(drive, strict).wrapper })
    return (folder: Parameters<typeof result.current.mutateAsync>[0]) => act(() => result.current.mutateAsync(folder))
  }

  it.each(["root", "deep"])("of a new folder is not there for one that was there before: %s", async (where) => {
    const drive = await openDrive()
    const parentFileId = where === "root" ? where : await drive.files.ensureFolder("a/b")
    const photos = await drive.files.createFolder({ name: "Photos", parentFileId })
    const create = createIn(drive)
    for (const checkNameMode of [undefined, "refuse", "overwrite"] as const) {
      const { fileId, undo } = await create({ name: "Photos", parentFileId, checkNameMode })
      assert.strictEqual(fileId, photos)
      assert.isUndefined(undo)
    }
    const { undo } = await create({ name: "Music", parentFileId })
    assert.deepStrictEqual(await namesIn(drive, parentFileId), ["Music", "Photos"])
    await act(async () => void await undo?.())
    assert.deepStrictEqual(await namesIn(drive, parentFileId), ["Photos"])
  })

  it.each(["auto_rename", "ignore"] as const)(
    "of a folder that is new in any case takes that one away: %s",
    async (mode) => {
      const drive = await openDrive()
      const photos = await drive.files.createFolder({ name: "Photos" })
      const { fileId, undo } = await createIn(drive)({ name: "Photos", checkNameMode: mode })
      assert.notStrictEqual(fileId, photos)
      await act(async () => void await undo?.())
      assert.deepStrictEqual((await drive.files.list()).items.map((file) => file.fileId), [photos])
    }
  )

  it("of a new folder is not there for the root, nor where the name could not be looked for", async () => {
    const drive = await openDrive()
    const create = createIn(drive)
    assert.isUndefined((await create({ name: "root" })).undo)
    drive.emulator.faults.add([{ match: { path: "/switch" }, action: refusal }])
    assert.isUndefined((await create({ name: "Photos" })).undo)
    assert.deepStrictEqual(await namesIn(drive), ["Photos"])
  })

  it("of a copy that may have replaced something is not there", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "x")
    const folder = await drive.files.createFolder({ name: "d" })
    await upload(drive, "x", folder)
    const { result } = renderHook(() => useCopy(), { wrapper: provide(drive, strict).wrapper })
    const { successItems, undo } = await act(() =>
      result.current.mutateAsync({ fileIds: [fileId], toParentFileId: folder, checkNameMode: "overwrite" })
    )
    assert.lengthOf(successItems, 1)
    assert.isUndefined(undo)
    assert.deepStrictEqual(await namesIn(drive, folder), ["x"])
  })

  it("of opening a share is not there, for the link may have been open", async () => {
    const drive = await openDrive()
    const { x: assetId } = await twoAssets(drive)
    const before = await drive.sharing.open(assetId)
    const { result } = renderHook(() => useOpenShare(), { wrapper: provide(drive, strict).wrapper })
    const { share, undo } = await act(() => result.current.mutateAsync({ assetId }))
    assert.strictEqual(share.href, before.href)
    assert.isUndefined(undo)
  })

  it("of a star and of a pin leaves what was there before, and is not there where that is not known", async () => {
    const drive = await openDrive()
    const { x: assetId } = await twoAssets(drive)
    const { folderId } = await drive.assetFolders.create({ name: "d" })
    await drive.assets.star({ assetId })
    await drive.assetFolders.pin({ folderId })
    const useChanges = () => ({ pin: usePinAssetFolder(), star: useStarAsset() })
    const unread = renderHook(useChanges, { wrapper: provide(drive, strict).wrapper }).result
    assert.isUndefined((await act(() => unread.current.star.mutateAsync({ assetId }))).undo)
    assert.isUndefined((await act(() => unread.current.pin.mutateAsync({ folderId }))).undo)

    const { client, wrapper } = provide(drive, strict)
    const { result } = renderHook(() => {
      const queries = useDriveQueries()
      // these rows name the asset too, and know nothing of its star
      useInfiniteQuery(queries.files())
      useInfiniteQuery(queries.assets())
      useInfiniteQuery(queries.assetFolders())
      return useChanges()
    }, { wrapper })
    await settled(client)
    const starred = await act(() => result.current.star.mutateAsync({ assetId }))
    const pinned = await act(() => result.current.pin.mutateAsync({ folderId }))
    await act(async () => void await Promise.all([starred.undo?.(), pinned.undo?.()]))
    assert.isTrue((await drive.assets.get(assetId)).starred)
    assert.isTrue((await drive.assetFolders.list()).items[0]?.pinned)
    await settled(client)
    const unstarred = await act(() => result.current.star.mutateAsync({ assetId, starred: false }))
    await act(async () => void await unstarred.undo?.())
    assert.isTrue((await drive.assets.get(assetId)).starred)
  })

  it("of a file's star leaves what was there before, and is not there where that is not known", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const fileId = await upload(drive, "x")
    await drive.files.star({ fileId, starred: true })
    const unread = renderHook(() => useStar(), { wrapper: provide(drive, strict).wrapper }).result
    assert.isUndefined((await act(() => unread.current.mutateAsync({ fileId, starred: true }))).undo)
    const { client, wrapper } = provide(drive, strict)
    const { result } = renderHook(() => {
      useInfiniteQuery(useDriveQueries().files())
      return useStar()
    }, { wrapper })
    await settled(client)
    const { undo } = await act(() => result.current.mutateAsync({ fileId, starred: true }))
    assert.isDefined(undo)
    await act(async () => void await undo?.())
    assert.isTrue((await drive.files.info(fileId)).starred)
  })

  it("of an asset's move puts it back into its folder, though its file was read first", async () => {
    const drive = await openDrive()
    const { x: assetId } = await twoAssets(drive)
    const [from, to] = [
      await drive.assetFolders.create({ name: "from" }),
      await drive.assetFolders.create({ name: "to" })
    ]
    await drive.assets.update({ assetId, folderId: from.folderId })
    const { client, wrapper } = provide(drive, strict)
    const isOfFiles = ({ queryKey }: { readonly queryKey: ReadonlyArray<unknown> }) => queryKey[3] === "files"
    const { result, rerender } = renderHook(({ isLater }) => {
      const queries = useDriveQueries()
      useInfiniteQuery(queries.files())
      useInfiniteQuery({ ...queries.assets(), enabled: isLater })
      return useUpdateAsset()
    }, { initialProps: { isLater: false }, wrapper })
    await waitFor(() =>
      assert.strictEqual(client.getQueryCache().findAll({ predicate: isOfFiles })[0]?.state.status, "success")
    )
    assert.isUndefined((await act(() => result.current.mutateAsync({ assetId, folderId: to.folderId }))).undo)
    rerender({ isLater: true })
    await settled(client)
    const { undo } = await act(() => result.current.mutateAsync({ assetId, folderId: from.folderId }))
    await act(async () => void await undo?.())
    assert.strictEqual((await drive.assets.get(assetId)).folderId, to.folderId)
  })
})
