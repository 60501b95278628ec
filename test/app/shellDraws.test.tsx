// @vitest-environment happy-dom
/** Ten thousand files come and go under the page: it is drawn for what it shows of them, and not for each. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, cleanup, render } from "@testing-library/react"
import { createDrive } from "effect-drive/promise"
import { DriveProvider } from "effect-drive/react"
import { afterEach, assert, it, vi } from "vitest"
import { Shell } from "../../app/src/shell/Shell.js"

const draws = vi.hoisted(() => ({ count: 0 }))

vi.mock(import("../../app/src/shell/Topbar.js"), () => ({
  Topbar: () => {
    draws.count++
    return <header>bar</header>
  }
}))
vi.mock(import("../../app/src/shell/Sidebar.js"), () => ({ Sidebar: () => <nav /> }))
vi.mock(import("../../app/src/shell/Session.js"), async (load) => ({
  ...await load(),
  useSession: () => ({
    status: "signedIn" as const,
    user: "somebody",
    error: undefined,
    isBusy: false,
    signIn: () => {},
    signOut: () => {},
    tryAgain: () => {}
  })
}))

afterEach(cleanup)

it("the page is not drawn anew for uploads that come", async () => {
  const drive = createDrive({ apiHost: "http://localhost:9", product: { id: "p", version: "1" } })
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <DriveProvider drive={drive}>
        <Shell />
      </DriveProvider>
    </QueryClientProvider>
  )
  view.getByText("bar")
  const before = draws.count
  const ofSpace = { spaceId: "s3" }
  for (let index = 0; index < 20; index++) {
    act(() => void drive.uploads.start({ source: new Blob(["1"]), name: `${index}` }, ofSpace))
  }
  assert.strictEqual(drive.uploads.totals().counts.queued, 20)
  assert.strictEqual(draws.count, before)
  await act(() => drive.dispose())
})
