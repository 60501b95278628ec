/** Signing in with and without a space, and an expired session on every platform. */
import { act, render, renderHook, screen, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import { useSession, useUpload } from "effect-drive/react"
import { TestDrive } from "effect-drive/testing"
import { assert, describe, it } from "vitest"
import { modes, openDrive, provide, upload } from "./world.js"

const credential = { accessToken: TestDrive.accessToken }

const spaces = [{ spaceId: "one", platform: "s3" }, { spaceId: "two", platform: "oss" }] as const

describe.each(modes)("%s", (_, strict) => {
  it("signs in to the space that is named, or to none", async () => {
    const drive = await openDrive({ signedIn: false, spaces })
    const { result } = renderHook(() => useSession(), { wrapper: provide(drive, strict).wrapper })
    await act(() => result.current.signIn(credential, { spaceId: null }))
    assert.deepInclude(result.current, { status: "signedIn", selected: undefined })
    await act(() => drive.spaces.select("two"))
    await waitFor(() => assert.deepInclude(result.current, { status: "ready", selected: "two" }))
    await act(() => result.current.signOut())
    await waitFor(() => assert.strictEqual(result.current.status, "signedOut"))

    const space = await act(() => result.current.signIn(credential, { spaceId: "two" }))
    assert.strictEqual(space?.spaceId, "two")
    assert.deepInclude(result.current, { status: "ready", selected: "two" })
    assert.strictEqual(drive.session.state()._tag, "Ready")
  })

  it("stays in the selected space when the session has expired and the same user signs in again", async () => {
    const drive = await openDrive({ spaces })
    await drive.spaces.select("two")
    const { result } = renderHook(() => useSession(), { wrapper: provide(drive, strict).wrapper })
    await Effect.runPromise(drive.emulator.signOutAll)
    await act(() => drive.spaces.list().catch(() => undefined))
    await waitFor(() => assert.strictEqual(result.current.status, "expired"))
    await act(() => result.current.signIn(credential))
    assert.deepInclude(result.current, { status: "ready", selected: "two" })
  })

  it("a space that is not there is an error, and the sign-in stands", async () => {
    const drive = await openDrive({ signedIn: false, spaces })
    const { result } = renderHook(() => useSession(), { wrapper: provide(drive, strict).wrapper })
    await act(() => result.current.signIn(credential, { spaceId: "nowhere" }).catch(() => undefined))
    assert.deepInclude(result.current, { status: "signedIn", selected: undefined })
    assert.strictEqual(result.current.error?._tag, "SpaceNotFound")
  })

  it("a sign-in that is refused with 401 leaves who was signed out signed out", async () => {
    const drive = await openDrive({ signedIn: false })
    const { result } = renderHook(() => useSession(), { wrapper: provide(drive, strict).wrapper })
    drive.emulator.faults.add([{ match: { path: "/user/login" }, action: { _tag: "status", status: 401 } }])
    await act(() => result.current.signIn(credential).catch(() => undefined))
    assert.deepInclude(result.current, { status: "signedOut", isExpired: false })
    assert.strictEqual(result.current.error?._tag, "TokenExpired")
    await act(() => result.current.signIn(credential))
    assert.deepInclude(result.current, { status: "ready", isExpired: false, error: undefined })
  })

  it("while the next sign-in is under way the session is still known to have expired", async () => {
    const drive = await openDrive()
    const seen: Array<string> = []
    const { result } = renderHook(() => {
      const session = useSession()
      seen.push(`${session.status} ${session.isExpired}`)
      return session
    }, { wrapper: provide(drive, strict).wrapper })
    await Effect.runPromise(drive.emulator.signOutAll)
    await act(() => drive.files.list().catch(() => undefined))
    await waitFor(() => assert.deepInclude(result.current, { status: "expired", isExpired: true }))
    await act(() => result.current.signIn({ accessToken: "wrong" }).catch(() => undefined))
    assert.deepInclude(result.current, { status: "expired", isExpired: true })
    seen.length = 0
    await act(() => result.current.signIn(credential))
    assert.deepInclude(result.current, { status: "ready", isExpired: false })
    assert.strictEqual(seen[0], "signingIn true")
    assert.notInclude(seen, "signedOut false")
  })

  it("a component that comes after the session has expired sees it", async () => {
    const drive = await openDrive()
    const Status = () => <p data-testid="status">{useSession().status}</p>
    const { wrapper } = provide(drive, strict)
    const { rerender } = render(<p>nothing</p>, { wrapper })
    await Effect.runPromise(drive.emulator.signOutAll)
    await act(() => drive.files.list().catch(() => undefined))
    rerender(<Status />)
    assert.strictEqual(screen.getByTestId("status").textContent, "expired")
  })

  it.each(["s3", "oss", "pds"] as const)("an upload without a session shows `expired` on %s", async (platform) => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform }] })
    await upload(drive, "first")
    await Effect.runPromise(drive.emulator.signOutAll)
    await Effect.runPromise(drive.emulator.expireCredentials)
    const handle = drive.uploads.start({ source: "second", name: "second" })
    const { result } = renderHook(
      () => ({ session: useSession().status, upload: useUpload(handle.id, ({ status }) => status._tag) }),
      { wrapper: provide(drive, strict).wrapper }
    )
    await waitFor(() => assert.deepStrictEqual(result.current, { session: "expired", upload: "waitingForSignIn" }))
    await act(() => drive.session.login(credential))
    await waitFor(() => assert.deepStrictEqual(result.current, { session: "ready", upload: "done" }))
  })

  it("what pds does by its own token needs no session; the next call of the service shows `expired`", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    await upload(drive, "first")
    const { result } = renderHook(() => useSession(), { wrapper: provide(drive, strict).wrapper })
    await Effect.runPromise(drive.emulator.signOutAll)
    await act(() => upload(drive, "second"))
    assert.strictEqual(result.current.status, "ready")
    await act(() => drive.assets.list().catch(() => undefined))
    await waitFor(() => assert.strictEqual(result.current.status, "expired"))
  })
})
