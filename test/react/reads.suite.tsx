/** Reads: of every kind, by whom they are changed, in transitions, with Suspense, from the server; and bugs in them. */
import type { DehydratedState } from "@tanstack/react-query"
import {
  dehydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery
} from "@tanstack/react-query"
import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import {
  DriveProvider,
  driveQueries,
  driveQueryDefaults,
  rowsOf,
  useCancelShare,
  useCreateAssetFolder,
  useDriveQueries,
  useDriveQuery,
  useDriveRuntime,
  useOpenShare,
  useRemoveAssetFolders,
  useRenameAssetFolder,
  useSetShare,
  useStartMigration,
  useUpdateShare
} from "effect-drive/react"
import { StrictMode, Suspense, useEffect, useState, useTransition } from "react"
import { renderToString } from "react-dom/server"
import { assert, describe, it, vi } from "vitest"
import { filesChanged } from "../../src/services/Announce.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { Files } from "../../src/services/Files.js"
import { Boundary } from "./Boundary.js"
import { modes, openDrive, provide, upload } from "./world.js"

const Names = ({ folder }: { readonly folder: string }) => {
  const files = useInfiniteQuery({ ...useDriveQueries().files({ parentFileId: folder }), select: rowsOf })
  return <p data-testid="names">{files.data?.map(({ name }) => name).toSorted().join(" ") ?? "…"}</p>
}

const shows = (names: string) => waitFor(() => assert.strictEqual(screen.getByTestId("names").textContent, names))

describe.each(modes)("%s", (_, strict) => {
  it("a picture's address, and `null` where there is none", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const [picture, text] = await Promise.all([upload(drive, "a.png"), upload(drive, "b.txt")])
    const { result } = renderHook(() => {
      const { thumbnail } = useDriveQueries()
      return [useQuery(thumbnail(picture, { width: 64 })), useQuery(thumbnail(text, { width: 64 }))]
    }, { wrapper: provide(drive, strict).wrapper })
    await waitFor(() => assert.match(result.current[0]?.data?.href ?? "", /^https?:/))
    await waitFor(() => assert.isNull(result.current[1]?.data))
  })

  it("an address stays readable when it is asked for again", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const picture = await upload(drive, "a.png")
    const folder = await drive.files.createFolder({ name: "d" })
    await upload(drive, "b.txt", folder)
    const { asyncTaskId = "" } = await drive.downloads.archive({ fileIds: [folder], name: "d.zip" })
    const { result } = renderHook(() => {
      const { task, thumbnail } = useDriveQueries()
      return { task: useQuery(task(asyncTaskId)), thumbnail: useQuery(thumbnail(picture, { width: 64 })) }
    }, { wrapper: provide(drive, strict).wrapper })
    // the first answers about a task have no address
    await waitFor(() => assert.match(result.current.task.data?.href ?? "", /^https?:/), { timeout: 10_000 })
    await waitFor(() => assert.match(result.current.thumbnail.data?.href ?? "", /^https?:/))
    await act(() => Promise.all([result.current.task.refetch(), result.current.thumbnail.refetch()]))
    assert.match(result.current.task.data?.href ?? "", /^https?:/)
    assert.match(result.current.thumbnail.data?.href ?? "", /^https?:/)
  })

  it("a share is there once it is opened, and gone when it is cancelled", async () => {
    const drive = await openDrive()
    const { assetId = "" } = await drive.uploads.start({ source: "x", name: "x" }).done
    const { result } = renderHook(
      () => ({ share: useQuery(useDriveQueries().share(assetId)), open: useOpenShare(), cancel: useCancelShare() }),
      { wrapper: provide(drive, strict).wrapper }
    )
    await waitFor(() => assert.isNull(result.current.share.data))
    const { share } = await act(() => result.current.open.mutateAsync({ assetId }))
    await waitFor(() => assert.strictEqual(result.current.share.data?.href, share.href))
    await act(() => result.current.cancel.mutateAsync({ assetId }))
    await waitFor(() => assert.isNull(result.current.share.data))
  })

  it("a share that is changed is as it was asked for, and its link stays readable", async () => {
    const drive = await openDrive()
    const { assetId = "" } = await drive.uploads.start({ source: "x", name: "x" }).done
    const { result } = renderHook(
      () => ({
        share: useQuery(useDriveQueries().share(assetId)).data,
        open: useOpenShare(),
        set: useSetShare(),
        update: useUpdateShare()
      }),
      { wrapper: provide(drive, strict).wrapper }
    )
    const before = Date.now()
    const { share } = await act(() => result.current.open.mutateAsync({ assetId, settings: { expiresIn: "1 day" } }))
    await act(() => result.current.update.mutateAsync({ assetId, settings: { code: "K7QX", permission: "view" } }))
    await waitFor(() => assert.isTrue(result.current.share?.hasCode))
    assert.strictEqual(result.current.share?.permission, "view")
    assert.strictEqual(result.current.share?.expiresAt, share.expiresAt)
    assert.strictEqual(result.current.share?.href, share.href)
    assert.notInclude(JSON.stringify(result.current.share), new URL(share.href).pathname)
    await act(() => result.current.update.mutateAsync({ assetId, settings: { expiresIn: "7 days" } }))
    await waitFor(() => assert.isAtLeast(result.current.share?.expiresAt ?? 0, before + 7 * 86_400_000))
    await act(() => result.current.set.mutateAsync({ assetId, settings: { permission: "download" } }))
    await waitFor(() => assert.isFalse(result.current.share?.hasCode))
    assert.strictEqual(result.current.share?.permission, "download")
    assert.isUndefined(result.current.share?.expiresAt)
    assert.strictEqual(result.current.share?.href, share.href)
  })

  it("a migration shows how far it is", async () => {
    const drive = await openDrive()
    const { result } = renderHook(
      () => ({ read: useQuery(useDriveQueries().migration()), start: useStartMigration() }),
      { wrapper: provide(drive, strict).wrapper }
    )
    await waitFor(() => assert.isFalse(result.current.read.isPending))
    const before = result.current.read.data?.status
    await act(() => result.current.start.mutateAsync({ business: "drive" }))
    await act(() => result.current.read.refetch())
    await waitFor(() => assert.notStrictEqual(result.current.read.data?.status, before))
  })

  it("assets and folders of assets are listed, and follow their changes", async () => {
    const drive = await openDrive()
    await upload(drive, "x")
    const { result } = renderHook(() => {
      const queries = useDriveQueries()
      return {
        assets: useInfiniteQuery({ ...queries.assets(), select: rowsOf }).data?.map(({ name }) => name),
        folders: useInfiniteQuery({ ...queries.assetFolders(), select: rowsOf }).data?.map(({ name }) => name),
        create: useCreateAssetFolder(),
        remove: useRemoveAssetFolders(),
        rename: useRenameAssetFolder()
      }
    }, { wrapper: provide(drive, strict).wrapper })
    await waitFor(() => assert.deepStrictEqual(result.current.assets, ["x"]))
    await waitFor(() => assert.deepStrictEqual(result.current.folders, []))
    const { folderId } = await act(() => result.current.create.mutateAsync({ name: "one" }))
    await waitFor(() => assert.deepStrictEqual(result.current.folders, ["one"]))
    await act(() => result.current.rename.mutateAsync({ folderId, name: "two" }))
    await waitFor(() => assert.deepStrictEqual(result.current.folders, ["two"]))
    await act(() => result.current.remove.mutateAsync({ folderIds: [folderId] }))
    await waitFor(() => assert.deepStrictEqual(result.current.folders, []))
    await act(() => upload(drive, "y"))
    await waitFor(() => assert.deepStrictEqual(result.current.assets?.toSorted(), ["x", "y"]))
  })

  it("what an Effect program changes is seen", async () => {
    const drive = await openDrive()
    const { wrapper } = provide(drive, strict)
    render(<Names folder="root" />, { wrapper })
    await shows("")
    const { result } = renderHook(() => useDriveRuntime(), { wrapper })
    assert.strictEqual(result.current, drive.runtime)
    await act(() => result.current.runPromise(Effect.flatMap(Files, (files) => files.createFolder({ name: "d" }))))
    await shows("d")
  })

  it("what another tab has changed is seen when this one hears of it", async () => {
    const drive = await openDrive()
    const other = await openDrive({ emulator: drive.emulator })
    render(<Names folder="root" />, { wrapper: provide(drive, strict).wrapper })
    await shows("")
    const fileId = await other.files.createFolder({ name: "d" })
    const told = filesChanged("mine", { kind: "created", fileIds: [fileId], folderIds: ["root"] })
    await act(() =>
      drive.run(Effect.flatMap(DriveEvents, (events) => events.publish({ ...told, origin: "elsewhere" })))
    )
    await shows("d")
  })

  it("a read waits while the drive is offline, and is made when it is online again", async () => {
    const drive = await openDrive()
    await upload(drive, "a")
    await drive.setOnline(false)
    const Waiting = () => {
      const { fetchStatus } = useInfiniteQuery(useDriveQueries().files({ parentFileId: "root" }))
      return <p data-testid="fetch">{fetchStatus}</p>
    }
    const provided = (
      <DriveProvider drive={drive}>
        <Waiting />
        <Names folder="root" />
      </DriveProvider>
    )
    render(strict ? <StrictMode>{provided}</StrictMode> : provided)
    await waitFor(() => assert.strictEqual(screen.getByTestId("fetch").textContent, "paused"))
    assert.strictEqual(screen.getByTestId("names").textContent, "…")
    await act(() => drive.setOnline(true))
    await shows("a")
  })

  it("a read of one's own that two components share stays theirs when one of them goes on to another", async () => {
    const drive = await openDrive()
    const { client, wrapper } = provide(drive, strict)
    const ids = await Promise.all(["a", "b"].map((name) => upload(drive, name)))
    const Name = ({ at, testId }: { readonly at: number; readonly testId: string }) => {
      const { data } = useDriveQuery(["name", at], (one, call) => one.files.info(ids[at] ?? "", call))
      return <p data-testid={testId}>{data?.name ?? "…"}</p>
    }
    const textOf = (id: string) => screen.getByTestId(id).textContent
    render(<Name at={0} testId="stays" />, { wrapper })
    const { rerender } = render(<Name at={0} testId="goes" />, { wrapper })
    await waitFor(() => assert.deepStrictEqual([textOf("stays"), textOf("goes")], ["a", "a"]))
    rerender(<Name at={1} testId="goes" />)
    await waitFor(() => assert.strictEqual(textOf("goes"), "b"))
    await act(() => client.invalidateQueries())
    const { result: key } = renderHook(() => useDriveQueries().keys.own(["name", 0]), { wrapper })
    assert.strictEqual(client.getQueryData<{ readonly name: string }>(key.current)?.name, "a")
  })

  it("a bug in a read of one's own reaches the error boundary, and no error of the drive does", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {})
    const drive = await openDrive()
    const Missing = () => <p>{useDriveQuery(["missing"], (one, call) => one.files.info("nobody", call)).error?._tag}</p>
    const Buggy = () => {
      useDriveQuery(["buggy"], Effect.dieSync(() => new Error("a bug")))
      return <p>fine</p>
    }
    const { wrapper } = provide(drive, strict)
    render(
      <Boundary>
        <Missing />
      </Boundary>,
      { wrapper }
    )
    await screen.findByText("FileNotFound")
    render(
      <Boundary>
        <Buggy />
      </Boundary>,
      { wrapper }
    )
    await screen.findByText("caught Error: a bug")
    assert.isNull(screen.queryByText("fine"))
    vi.restoreAllMocks()
  })

  it("in a transition the old list stays, and the fallback does not flash", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    await upload(drive, "in", folder)
    const whilePending: Array<string | null> = []
    let fallbacks = 0
    const Fallback = () => {
      useEffect(() => {
        fallbacks++
      }, [])
      return <p>loading</p>
    }
    const List = ({ id }: { readonly id: string }) => {
      const { data } = useSuspenseInfiniteQuery({ ...useDriveQueries().files({ parentFileId: id }), select: rowsOf })
      return <p data-testid="names">{data.map(({ name }) => name).join(" ")}</p>
    }
    const App = () => {
      const [id, setId] = useState("root")
      const [isPending, start] = useTransition()
      useEffect(() => {
        if (isPending) whilePending.push(screen.getByTestId("names").textContent)
      }, [isPending])
      return (
        <>
          <button onClick={() => start(() => setId(folder))}>open</button>
          <Suspense fallback={<Fallback />}>
            <List id={id} />
          </Suspense>
        </>
      )
    }
    render(<App />, { wrapper: provide(drive, strict).wrapper })
    await shows("d")
    const before = fallbacks
    assert.isAbove(before, 0)
    drive.emulator.faults.add([{ match: { path: /\/file\/mine$/ }, action: { _tag: "delay", millis: 200 } }])
    fireEvent.click(screen.getByText("open"))
    await shows("in")
    assert.isAbove(whilePending.length, 0)
    assert.deepStrictEqual([...new Set(whilePending)], ["d"])
    assert.strictEqual(fallbacks, before)
  })

  it("what the server has read and rendered is taken over without a warning, Suspense included", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    const drive = await openDrive()
    const fileId = await upload(drive, "a")
    const server = new QueryClient({ defaultOptions: driveQueryDefaults })
    await server.prefetchQuery(driveQueries(drive).file(fileId))
    await server.prefetchQuery(driveQueries(drive).space())
    const state = JSON.parse(JSON.stringify(dehydrate(server))) as DehydratedState
    const Details = () => {
      const queries = useDriveQueries({ spaceId: "mine" })
      const { data } = useSuspenseQuery(queries.file(fileId))
      return <p data-testid="names">{data.name} {useSuspenseQuery(queries.space()).data.platform}</p>
    }
    const app = (client: QueryClient) => {
      const whole = (
        <QueryClientProvider client={client}>
          <HydrationBoundary state={state}>
            <DriveProvider drive={drive}>
              <Suspense fallback={<p>loading</p>}>
                <Details />
              </Suspense>
            </DriveProvider>
          </HydrationBoundary>
        </QueryClientProvider>
      )
      return strict ? <StrictMode>{whole}</StrictMode> : whole
    }
    const html = renderToString(app(new QueryClient()))
    assert.notInclude(html, "loading")
    assert.notMatch(JSON.stringify(state), /token|secret|password/i)
    const container = document.createElement("div")
    container.innerHTML = html
    document.body.append(container)
    const recovered: Array<unknown> = []
    render(app(new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })), {
      container,
      hydrate: true,
      onRecoverableError: (error) => recovered.push(error)
    })
    await shows("a s3")
    assert.deepStrictEqual([recovered, said.mock.calls], [[], []])
    vi.restoreAllMocks()
  })
})
