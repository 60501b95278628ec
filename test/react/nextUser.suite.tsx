/** What was read while other users, other drives and no provider at all come between. */
import type { QueryClient } from "@tanstack/react-query"
import { QueryClientProvider, useInfiniteQuery, useMutationState, useSuspenseQuery } from "@tanstack/react-query"
import { act, render, renderHook, screen, waitFor } from "@testing-library/react"
import type { DriveClient } from "effect-drive/promise"
import {
  DriveProvider,
  driveQueries,
  rowsOf,
  useCreateFolder,
  useDrive,
  useDriveMutation,
  useDriveQueries
} from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import type { ReactNode } from "react"
import { StrictMode, Suspense } from "react"
import { assert, describe, it } from "vitest"
import { modes, openDrive, provide, upload } from "./world.js"

const users = [
  { wsid: "ann", accessToken: "token-of-ann", spaces: [{ spaceId: "team", platform: "s3" }] },
  { wsid: "bob", accessToken: "token-of-bob", spaces: [{ spaceId: "other", platform: "oss" }] }
] as const

const openAsAnn = async () => {
  const drive = await openDrive({ users, accessToken: users[0].accessToken })
  await upload(drive, "ann's")
  return drive
}

const signInBob = (drive: DriveClient) => drive.session.initialise({ accessToken: users[1].accessToken })

/** Hears of no session: its options name the space. */
const List = () => {
  const { data, error } = useInfiniteQuery({ ...driveQueries(useDrive(), { spaceId: "team" }).files(), select: rowsOf })
  return <p data-testid="list">{error?._tag ?? data?.map(({ name }) => name).join() ?? "nothing"}</p>
}

const shows = (text: string) => waitFor(() => assert.strictEqual(screen.getByTestId("list").textContent, text))

/** A page whose provider comes and goes; its client stays. */
const pageOf = (client: QueryClient, strict: boolean) => (drive: DriveClient | undefined) => {
  const page = (
    <QueryClientProvider client={client}>
      {drive === undefined ? <p>elsewhere</p> : <DriveProvider drive={drive}>{<List />}</DriveProvider>}
    </QueryClientProvider>
  )
  return strict ? <StrictMode>{page}</StrictMode> : page
}

/** Past the moment in which a provider might have come back. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve)))

describe.each(modes)("%s", (_, strict) => {
  /** A page that Ann has seen and left. */
  const leftByAnn = async (drive: TestDriveClient) => {
    const page = pageOf(provide(drive, strict).client, strict)
    const { rerender } = render(page(drive))
    await shows("ann's")
    rerender(page(undefined))
    await pause()
    return (next: DriveClient) => rerender(page(next))
  }

  it("a component that hears of no session shows nothing after a sign-out, and what the next user has", async () => {
    const drive = await openAsAnn()
    render(<List />, { wrapper: provide(drive, strict).wrapper })
    await shows("ann's")
    await act(() => drive.session.logout())
    await shows("nothing")
    await act(() => signInBob(drive))
    await shows("ApiError")
  })

  it("who signs in while no provider is there sees nothing of the user before", async () => {
    const drive = await openAsAnn()
    const comeBack = await leftByAnn(drive)
    await signInBob(drive)
    comeBack(drive)
    assert.strictEqual(screen.getByTestId("list").textContent, "nothing")
    await shows("ApiError")
  })

  it("a later drive of the same id shows nothing of the user before", async () => {
    const drive = await openAsAnn()
    const comeBack = await leftByAnn(drive)
    const next = await openDrive({ emulator: drive.emulator, users, accessToken: users[1].accessToken })
    comeBack(next)
    assert.strictEqual(screen.getByTestId("list").textContent, "nothing")
    await shows("ApiError")
  })

  it("what a user has changed is forgotten by `useMutationState` after the sign-out, and what is still under way is not", async () => {
    const drive = await openAsAnn()
    const { result } = renderHook(() => ({
      create: useCreateFolder(),
      own: useDriveMutation((one, name: string) => one.files.createFolder({ name })),
      changes: useMutationState({ select: ({ state }) => state.status })
    }), { wrapper: provide(drive, strict).wrapper })
    await act(() => result.current.create.mutateAsync({ name: "ann's folder" }))
    await act(() => result.current.create.mutateAsync({ name: "no/name" }).catch(() => {}))
    await act(() => result.current.own.mutateAsync("ann's other folder"))
    // shown a moment after the end of the change, which `act` does not wait for
    await waitFor(() => assert.deepStrictEqual(result.current.changes, ["success", "error", "success"]))
    const last = result.current.create.mutateAsync({ name: "last" }).catch(() => {})
    await act(() => drive.session.logout())
    await waitFor(() => assert.lengthOf(result.current.changes, 1))
    await act(() => last)
  })

  it("what changes while no provider is there is read again, and what was read shown meanwhile", async () => {
    const drive = await openAsAnn()
    const comeBack = await leftByAnn(drive)
    await upload(drive, "another")
    comeBack(drive)
    assert.strictEqual(screen.getByTestId("list").textContent, "ann's")
    await waitFor(() => assert.include(screen.getByTestId("list").textContent, "another"))
  })

  it("a boundary around a provider without a client ends when what it waits for is read, by one read", async () => {
    const drive = await openAsAnn()
    let reads = 0
    const Name = () => {
      const { data } = useSuspenseQuery({
        queryKey: [...useDriveQueries().keys.own(["name"])],
        queryFn: async () => `read ${++reads}`
      })
      return <p>{data}</p>
    }
    const wrapped = (children: ReactNode) => strict ? <StrictMode>{children}</StrictMode> : children
    render(wrapped(
      <Suspense fallback={<p>waiting</p>}>
        <DriveProvider drive={drive}>
          <Name />
        </DriveProvider>
      </Suspense>
    ))
    await screen.findByText("read 1")
  })
})
