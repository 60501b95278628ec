/** Each named change: shown at once and marked, taken back alone when it is refused, what the service says in the end, and undone. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import * as Drive from "effect-drive/react"
import { assert, describe, it } from "vitest"
import { linesOf, refusal, settled } from "./changeRow.js"
import { fileChangeRows, inBin, tags, useFilesAndBin } from "./fileChangeRows.js"
import { libraryChangeRows, twoAssets } from "./libraryChangeRows.js"
import { modes, openDrive, provide, upload } from "./world.js"

describe.each(modes)("each named change %s", (_, strict) => {
  it.each([...fileChangeRows, ...libraryChangeRows].map(({ run, what }) => [what, run] as const))(
    "%s",
    (_what, run) => run(strict)
  )

  it("useClearRecycleBin: the bin is full again when that is refused", async () => {
    const drive = await openDrive()
    await inBin(drive)
    const { client, wrapper } = provide(drive, strict)
    const { result } = renderHook(() => {
      useFilesAndBin(Drive.useDriveQueries())
      return Drive.useClearRecycleBin()
    }, { wrapper })
    await settled(client)
    const before = linesOf(client)
    const seen: Array<number> = []
    const end = client.getQueryCache().subscribe(() => seen.push(linesOf(client).length))
    drive.emulator.faults.add([{ match: { path: "recycle/clear" }, action: refusal }])
    const error: unknown = await act(() => result.current.mutateAsync().catch((cause: unknown) => cause))
    end()
    assert.propertyVal(error, "code", 4711)
    assert.include(seen, 0)
    assert.deepStrictEqual(linesOf(client), before)
    const done = await act(() => result.current.mutateAsync())
    assert.isUndefined(done.undo)
    await waitFor(() => assert.deepStrictEqual(linesOf(client), []))
  })

  it("changes of a share: a refusal leaves what is known of it", async () => {
    const drive = await openDrive()
    const { x: assetId } = await twoAssets(drive)
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(() => ({
      share: useQuery(Drive.useDriveQueries().share(assetId)).data,
      open: Drive.useOpenShare(),
      set: Drive.useSetShare(),
      update: Drive.useUpdateShare(),
      cancel: Drive.useCancelShare()
    }), { wrapper })
    const refuse = async (path: string, change: () => Promise<unknown>) => {
      drive.emulator.faults.add([{ match: { path }, action: refusal }])
      const before = result.current.share
      const error: unknown = await act(() => change().catch((cause: unknown) => cause))
      assert.propertyVal(error, "code", 4711)
      assert.strictEqual(result.current.share, before)
    }
    await waitFor(() => assert.isNull(result.current.share))
    await refuse("open-share", () => result.current.open.mutateAsync({ assetId }))
    const opened = await act(() => result.current.open.mutateAsync({ assetId }))
    await waitFor(() => assert.strictEqual(result.current.share?.href, opened.share.href))
    await refuse("share-set", () => result.current.set.mutateAsync({ assetId, settings: { code: "K7QX" } }))
    await refuse("share-update", () => result.current.update.mutateAsync({ assetId, settings: { code: "K7QX" } }))
    await refuse("cancel-share", () => result.current.cancel.mutateAsync({ assetId }))
    await act(() => result.current.cancel.mutateAsync({ assetId }))
    const visit = await drive.sharing.update(assetId, { code: "K7QX" }).catch((cause: unknown) => cause)
    assert.isDefined(visit, "the service still knows the share")
  })

  it("useStartMigration: a refusal is its error", async () => {
    const drive = await openDrive()
    const { result } = renderHook(() => Drive.useStartMigration(), { wrapper: provide(drive, strict).wrapper })
    drive.emulator.faults.add([{ match: { method: "POST", path: "/handle" }, action: refusal }])
    act(() => result.current.mutate({ business: "drive" }))
    await waitFor(() => assert.propertyVal(result.current.error, "code", 4711))
  })

  it.each(["as they were asked for", "the other way round"])(
    "ten changes in flight to one folder, answered %s, end in what the service says",
    async (order) => {
      const drive = await openDrive()
      const folder = await drive.files.createFolder({ name: "d" })
      const [a = "", b = "", c = "", d = "", e = "", f = ""] = await Promise.all(
        ["a", "b", "c", "d", "e", "f"].map((name) => upload(drive, name, folder))
      )
      const reads = () => {
        const queries = Drive.useDriveQueries()
        useFilesAndBin(queries)
        useInfiniteQuery(queries.files({ parentFileId: folder }))
      }
      const { client, wrapper } = provide(drive, strict)
      const { result } = renderHook(() => {
        reads()
        return {
          copy: Drive.useCopy(),
          create: Drive.useCreateFolder(),
          move: Drive.useMove(),
          recycle: Drive.useRecycle(),
          remove: Drive.useRemove(),
          rename: Drive.useRename(),
          update: Drive.useUpdateFileInfo()
        }
      }, { wrapper })
      await settled(client)
      const begin = result.current
      const changes = [
        ["rename", () => begin.rename.mutateAsync({ fileId: a, name: "a2" })],
        ["rename", () => begin.rename.mutateAsync({ fileId: a, name: "a3" })],
        ["update-info", () => begin.update.mutateAsync({ fileId: b, userTags: tags })],
        ["/move", () => begin.move.mutateAsync({ fileIds: [c], toParentFileId: "root" })],
        ["/copy", () => begin.copy.mutateAsync({ fileIds: [b], toParentFileId: folder })],
        [/\/file\/mine$/, () => begin.create.mutateAsync({ name: "new", parentFileId: folder })],
        [/\/file\/mine$/, () => begin.create.mutateAsync({ name: "refused", parentFileId: folder })],
        [`${d}/recycle`, () => begin.recycle.mutateAsync({ fileIds: [d] })],
        [e, () => begin.remove.mutateAsync({ fileIds: [e] })],
        [`${f}/recycle`, () => begin.recycle.mutateAsync({ fileIds: [f] })]
      ] as const
      drive.emulator.faults.add([
        { match: { method: "POST", path: /\/file\/mine$/ }, skip: 1, action: refusal },
        { match: { path: `${f}/recycle` }, action: refusal },
        ...(order === "the other way round"
          ? changes.map(([path], index) => ({
            match: { path },
            action: { _tag: "delay", millis: 20 * (changes.length - index) } as const
          }))
          : [])
      ])
      await act(() => Promise.allSettled(changes.map(([, change]) => change())))
      const fresh = provide(drive, strict)
      renderHook(reads, { wrapper: fresh.wrapper })
      await settled(fresh.client)
      const truth = linesOf(fresh.client)
      await waitFor(() => assert.deepStrictEqual(linesOf(client), truth))
      const names = truth.filter((line) => line.startsWith(`files ${folder}`)).map((line) => line.split(" ")[2])
      assert.deepStrictEqual(names.filter((name) => name !== "a2" && name !== "a3").slice(0, 1), ["b"])
      assert.includeMembers(names, ["b", "f", "new"])
      assert.notIncludeMembers(names, ["c", "d", "e", "refused"])
    }
  )
})
