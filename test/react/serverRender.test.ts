/** A server renders a provider again and again, and mounts none. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { DriveClient } from "effect-drive/promise"
import { DriveProvider, useDrive, useSession } from "effect-drive/react"
import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"

const options = { apiHost: "http://127.0.0.1:1", product: { id: "p", version: "1" } }

const drives = new Set<DriveClient>()

const Seen = () => {
  drives.add(useDrive())
  return createElement("p", undefined, useSession().status)
}

const renderOnce = () => {
  const client = new QueryClient()
  return renderToString(
    createElement(QueryClientProvider, { client }, createElement(DriveProvider, { options }, createElement(Seen)))
  )
}

const tagOf = (error: unknown) => typeof error === "object" && error !== null && "_tag" in error ? error._tag : error

describe("a provider that makes its drive, rendered on a server", () => {
  beforeEach(() => {
    vi.useFakeTimers()
    drives.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("gives each render a drive of its own, which ends after five seconds", async () => {
    assert.isUndefined(globalThis.document)
    assert.deepStrictEqual([renderOnce(), renderOnce()], ["<p>signedOut</p>", "<p>signedOut</p>"])
    assert.strictEqual(drives.size, 2)
    await vi.advanceTimersByTimeAsync(4900)
    for (const drive of drives) assert.strictEqual(drive.session.state()._tag, "SignedOut")
    await vi.advanceTimersByTimeAsync(200)
    for (const drive of drives) {
      assert.strictEqual(await drive.files.list().then(() => "none", tagOf), "DriveDisposed")
    }
  })

  it("leaves no timer of it behind", async () => {
    for (let render = 0; render < 20; render++) renderOnce()
    await vi.advanceTimersByTimeAsync(10_000)
    assert.strictEqual(vi.getTimerCount(), 0)
  })
})
