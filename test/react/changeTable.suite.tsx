/** Each named change: shown at once and marked, taken back alone when it is refused, what the service says in the end, and undone. */
import type { QueryClient } from "@tanstack/react-query"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { ChangeHook, DriveQueries } from "effect-drive/react"
import * as Drive from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { assert, describe, it } from "vitest"
import { rowsIn } from "../../src/react/changes/rows.js"
import type { FaultAction, FaultMatch } from "../../src/testing/FaultScript.js"
import { modes, openDrive, provide, upload } from "./world.js"

const textOf = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value)

/** A row as people see it. */
const lineOf = (place: string, row: object): string => {
  const fields: Readonly<Record<string, unknown>> = { ...row }
  const { name, pending, pinned, rawAction, size, starred, userTags } = fields
  return [
    place,
    textOf(name),
    ...(starred === true ? ["star"] : []),
    ...(pinned === true ? ["pin"] : []),
    ...(rawAction === undefined ? [] : [textOf(rawAction)]),
    ...(Array.isArray(userTags) && userTags.length > 0 ? [textOf(userTags)] : []),
    ...(place.startsWith("asset") || size === 0 ? [] : [textOf(size ?? "")]),
    ...(pending === undefined ? [] : [`*${textOf(pending)}`])
  ].join(" ").trim()
}

/** All that was read, as lines of text. */
const linesOf = (client: QueryClient): ReadonlyArray<string> =>
  client.getQueryCache().findAll({ queryKey: ["effect-drive"] }).flatMap(({ queryKey, state: { data } }) => {
    const [, , , kind, about] = queryKey
    const place = `${textOf(kind)}${kind === "files" ? ` ${textOf(about)}` : ""}`
    const isList = Array.isArray(data) || (typeof data === "object" && data !== null && "pages" in data)
    const rows = isList ? rowsIn(data) : typeof data === "object" && data !== null ? [data] : []
    return rows.map((row) => lineOf(place, row))
  }).toSorted()

/** Lines about the things whose names begin so. */
const about = (letter: "x" | "y", lines: ReadonlyArray<string>) =>
  lines.filter((line) => line.split(" ").some((word) => word.startsWith(letter)))

const settled = (client: QueryClient) =>
  waitFor(() => {
    const all = client.getQueryCache().getAll()
    assert.isTrue(all.every(({ state }) => state.status === "success" && state.fetchStatus === "idle"))
  })

interface Ids {
  readonly x: string
  readonly y: string
  readonly folder: string
}

interface Case<Input, A> {
  readonly what: string
  readonly platform?: "s3" | "pds"
  /** Makes x and y; the folder is there already. */
  readonly prepare: (drive: TestDriveClient, folder: string) => Promise<Omit<Ids, "folder">>
  readonly useReads: (queries: DriveQueries, ids: Ids) => void
  readonly useIt: () => ChangeHook<Input, A>
  /** The change of one of the two; of `y` it is made, of `x` it is refused. */
  readonly input: (id: string, name: "x" | "y", ids: Ids) => Input
  /** The request of `x` that is refused. */
  readonly refused: (id: string) => FaultMatch
  /** How it is refused; by a code of the product's service where it is left out. */
  readonly refusal?: FaultAction
  /** What of `x` there is to see before the service has answered. */
  readonly atOnce: (ids: Ids) => ReadonlyArray<string>
  readonly canUndo: boolean
}

interface Row {
  readonly what: string
  readonly run: (strict: boolean) => Promise<void>
}

const refusal = { _tag: "status", status: 200, body: JSON.stringify({ code: 4711, message: "no" }) } as const

const row = <Input, A>(one: Case<Input, A>): Row => ({
  what: one.what,
  run: async (strict) => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: one.platform ?? "s3" }] })
    const folder = await drive.files.createFolder({ name: "d" })
    const made = await one.prepare(drive, folder)
    const ids = { ...made, folder }
    const { client, wrapper } = provide(drive, strict)
    const useReads = () => one.useReads(Drive.useDriveQueries(), ids)
    const { result } = renderHook(() => {
      useReads()
      return one.useIt()
    }, { wrapper })
    await settled(client)
    const before = linesOf(client)

    const seen: Array<ReadonlyArray<string>> = []
    const end = client.getQueryCache().subscribe(() => seen.push(linesOf(client)))
    drive.emulator.faults.add([{ match: one.refused(ids.x), action: one.refusal ?? refusal }])
    let atRefusal: ReadonlyArray<string> = []
    const done = await act(async () => {
      const refused = result.current.mutateAsync(one.input(ids.x, "x", ids)).then(
        (answer) => assert.nestedPropertyVal(answer, "errorItems.length", 1),
        (error: unknown) => assert.isTrue(Drive.isDriveError(error))
      ).then(() => {
        atRefusal = linesOf(client)
      })
      const [answer] = await Promise.all([result.current.mutateAsync(one.input(ids.y, "y", ids)), refused])
      return answer
    })
    end()
    const atOnce = one.atOnce(ids).toSorted()
    const ofY = (lines: ReadonlyArray<string>) => JSON.stringify(about("y", lines))
    assert.deepInclude(seen.map((lines) => about("x", lines)), atOnce, "it is not shown at once")
    assert.isTrue(
      seen.some((lines) => JSON.stringify(about("x", lines)) === JSON.stringify(atOnce) && ofY(lines) !== ofY(before)),
      "the two are not under way side by side"
    )
    assert.deepStrictEqual(about("x", atRefusal), about("x", before), "what was refused is not taken back")
    assert.notStrictEqual(ofY(atRefusal), ofY(before), "the other one is taken back too")
    assert.deepStrictEqual(drive.emulator.faults.remaining(), [])

    const shows = async (wanted: ReadonlyArray<string>) => {
      const fresh = provide(drive, strict)
      const { unmount } = renderHook(useReads, { wrapper: fresh.wrapper })
      await settled(fresh.client)
      const truth = linesOf(fresh.client)
      unmount()
      assert.deepStrictEqual(about("x", truth), about("x", wanted))
      await waitFor(() => assert.deepStrictEqual(linesOf(client), truth))
      return truth
    }
    const after = await shows(before)
    assert.notDeepEqual(about("y", after), about("y", before))

    assert.strictEqual(done.undo !== undefined, one.canUndo, "undo")
    if (done.undo === undefined) return
    const { undo } = done
    await act(() => undo())
    const undone = await shows(before)
    assert.deepStrictEqual(undone, before)
  }
})

const two = async (make: (name: "x" | "y") => Promise<string>) => ({ x: await make("x"), y: await make("y") })

const twoFiles = (drive: TestDriveClient) => two((name) => upload(drive, name))

const twoAssets = (drive: TestDriveClient) =>
  two(async (name) => (await drive.uploads.start({ source: name, name }).done).assetId ?? "")

const nothing = () => Promise.resolve({ x: "x", y: "y" })

const useFolders = (queries: DriveQueries, { folder }: Ids) => {
  useInfiniteQuery(queries.files())
  useInfiniteQuery(queries.files({ parentFileId: folder }))
}

const useFilesAndBin = (queries: DriveQueries) => {
  useInfiniteQuery(queries.files())
  useInfiniteQuery(queries.recycleBin())
}

const useFileAlone = (queries: DriveQueries, { x, y }: Ids) => {
  useInfiniteQuery(queries.files())
  useQuery(queries.file(x))
  useQuery(queries.file(y))
}

const useAssets = (queries: DriveQueries) => void useInfiniteQuery(queries.assets())

const useAssetAlone = (queries: DriveQueries, { x, y }: Ids) => {
  useInfiniteQuery(queries.assets())
  useQuery(queries.asset(x))
  useQuery(queries.asset(y))
}

const useAssetFolders = (queries: DriveQueries) => void useInfiniteQuery(queries.assetFolders())

const inBin = async (drive: TestDriveClient) => {
  const files = await twoFiles(drive)
  await drive.recycleBin.recycle([files.x, files.y])
  return files
}

const tags = [{ key: "state", value: "paid" }]

const table: ReadonlyArray<Row> = [
  row({
    what: "useCreateFolder",
    prepare: nothing,
    useReads: useFolders,
    useIt: () => Drive.useCreateFolder(),
    input: (_id, name, { folder }) => ({ name, parentFileId: folder }),
    refused: () => ({ method: "POST", path: /\/file\/mine$/ }),
    atOnce: ({ folder }) => [`files ${folder} x *created`],
    canUndo: true
  }),
  row({
    what: "useRename",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useRename(),
    input: (fileId, name) => ({ fileId, name: `${name}2` }),
    refused: () => ({ path: "rename" }),
    atOnce: () => ["file x2 1 *renamed", "files root x2 1 *renamed"],
    canUndo: true
  }),
  row({
    what: "useMove",
    prepare: twoFiles,
    useReads: useFolders,
    useIt: () => Drive.useMove(),
    input: (fileId, _name, { folder }) => ({ fileIds: [fileId], toParentFileId: folder }),
    refused: () => ({ path: "/move" }),
    atOnce: ({ folder }) => [`files ${folder} x 1 *moved`],
    canUndo: true
  }),
  row({
    what: "useCopy",
    prepare: twoFiles,
    useReads: useFolders,
    useIt: () => Drive.useCopy(),
    input: (fileId, _name, { folder }) => ({ fileIds: [fileId], toParentFileId: folder }),
    refused: () => ({ path: "/copy" }),
    atOnce: ({ folder }) => [`files ${folder} x 1 *copied`, "files root x 1"],
    canUndo: true
  }),
  row({
    what: "useRecycle",
    prepare: twoFiles,
    useReads: useFilesAndBin,
    useIt: () => Drive.useRecycle(),
    input: (fileId) => ({ fileIds: [fileId] }),
    refused: (id) => ({ path: `${id}/recycle` }),
    atOnce: () => [],
    canUndo: true
  }),
  row({
    what: "useRestore",
    prepare: inBin,
    useReads: useFilesAndBin,
    useIt: () => Drive.useRestore(),
    input: (fileId) => ({ fileIds: [fileId] }),
    refused: (id) => ({ path: `${id}/restore` }),
    atOnce: () => [],
    canUndo: true
  }),
  row({
    what: "useRemove",
    prepare: twoFiles,
    useReads: useFilesAndBin,
    useIt: () => Drive.useRemove(),
    input: (fileId) => ({ fileIds: [fileId] }),
    refused: (id) => ({ method: "DELETE", path: id }),
    atOnce: () => [],
    canUndo: false
  }),
  row({
    what: "useUpdateFileInfo",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useUpdateFileInfo(),
    input: (fileId) => ({ fileId, userTags: tags }),
    refused: () => ({ path: "update-info" }),
    atOnce: () => [`file x ${textOf(tags)} 1 *updated`, `files root x ${textOf(tags)} 1 *updated`],
    canUndo: true
  }),
  row({
    what: "useUpdateFileInfo of a name",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useUpdateFileInfo(),
    input: (fileId, name) => ({ fileId, name: `${name}2` }),
    refused: () => ({ path: "update-info" }),
    atOnce: () => ["file x2 1 *updated", "files root x2 1 *updated"],
    canUndo: true
  }),
  row({
    what: "useStar",
    platform: "pds",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useStar(),
    input: (fileId) => ({ fileId, starred: true }),
    refused: () => ({ target: "pds", path: "/v2/file/update" }),
    refusal: {
      _tag: "status",
      status: 403,
      body: JSON.stringify({ code: "ForbiddenNoPermission.File", message: "no" })
    },
    atOnce: () => ["file x star 1 *starred", "files root x star 1 *starred"],
    canUndo: true
  }),
  row({
    what: "useSaveContent",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useSaveContent(),
    input: (fileId) => ({ fileId, source: "new text" }),
    refused: () => ({ path: "/file/mine/update" }),
    atOnce: () => ["file x 1 *saved", "files root x 1 *saved"],
    canUndo: false
  }),
  row({
    what: "useCreateAsset",
    prepare: nothing,
    useReads: useAssets,
    useIt: () => Drive.useCreateAsset(),
    input: (_id, name) => ({ name }),
    refused: () => ({ method: "POST", path: /\/asset$/ }),
    atOnce: () => ["assets x *created"],
    canUndo: true
  }),
  row({
    what: "useUpdateAsset",
    prepare: twoAssets,
    useReads: useAssetAlone,
    useIt: () => Drive.useUpdateAsset(),
    input: (assetId, name) => ({ assetId, name: `${name}2` }),
    refused: (id) => ({ method: "PUT", path: `/asset/${id}` }),
    atOnce: () => ["asset x2 *updated", "assets x2 *updated"],
    canUndo: true
  }),
  row({
    what: "useStarAsset",
    prepare: twoAssets,
    useReads: useAssetAlone,
    useIt: () => Drive.useStarAsset(),
    input: (assetId) => ({ assetId }),
    refused: () => ({ path: "/asset/star" }),
    atOnce: () => ["asset x star *starred", "assets x star *starred"],
    canUndo: true
  }),
  row({
    what: "useAssetPermission",
    prepare: async (drive) => {
      const assets = await twoAssets(drive)
      for (const assetId of [assets.x, assets.y]) await drive.assets.setPermission({ assetId, rawAction: "edit" })
      return assets
    },
    useReads: useAssetAlone,
    useIt: () => Drive.useAssetPermission(),
    input: (assetId) => ({ assetId, rawAction: "view" }),
    refused: (id) => ({ path: `${id}/permission` }),
    atOnce: () => ["asset x view *updated", "assets x view *updated"],
    canUndo: true
  }),
  row({
    what: "useRecycleAssets",
    prepare: twoAssets,
    useReads: useAssets,
    useIt: () => Drive.useRecycleAssets(),
    input: (assetId) => ({ assetIds: [assetId] }),
    refused: () => ({ path: "/asset/recycle" }),
    atOnce: () => [],
    canUndo: false
  }),
  row({
    what: "useCreateAssetFolder",
    prepare: nothing,
    useReads: useAssetFolders,
    useIt: () => Drive.useCreateAssetFolder(),
    input: (_id, name) => ({ name }),
    refused: () => ({ path: /\/asset\/folders$/ }),
    atOnce: () => ["assetFolders x *created"],
    canUndo: true
  }),
  ...(["useRenameAssetFolder", "useRemoveAssetFolders", "usePinAssetFolder"] as const).map((what) => {
    const shared = {
      what,
      prepare: (drive: TestDriveClient) => two(async (name) => (await drive.assetFolders.create({ name })).folderId),
      useReads: useAssetFolders
    }
    switch (what) {
      case "useRenameAssetFolder":
        return row({
          ...shared,
          useIt: () => Drive.useRenameAssetFolder(),
          input: (folderId, name) => ({ folderId, name: `${name}2` }),
          refused: (id) => ({ path: `${id}/rename` }),
          atOnce: () => ["assetFolders x2 *renamed"],
          canUndo: true
        })
      case "useRemoveAssetFolders":
        return row({
          ...shared,
          useIt: () => Drive.useRemoveAssetFolders(),
          input: (folderId) => ({ folderIds: [folderId] }),
          refused: () => ({ path: "/asset/folders/delete" }),
          atOnce: () => [],
          canUndo: false
        })
      case "usePinAssetFolder":
        return row({
          ...shared,
          useIt: () => Drive.usePinAssetFolder(),
          input: (folderId) => ({ folderId }),
          refused: () => ({ path: "/asset/folders/pin" }),
          atOnce: () => ["assetFolders x pin *pinned"],
          canUndo: true
        })
    }
  })
]

describe.each(modes)("each named change %s", (_, strict) => {
  it.each(table.map(({ run, what }) => [what, run] as const))("%s", (_what, run) => run(strict))

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
    await act(() => opened.undo?.() ?? Promise.reject(new Error("no undo")))
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
