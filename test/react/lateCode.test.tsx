// @vitest-environment happy-dom
/** The code of changes does not come at first. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { act, render, renderHook, screen, waitFor } from "@testing-library/react"
import { rowsOf, useDriveQueries, useRename } from "effect-drive/react"
import { assert, it, vi } from "vitest"
import { openDrive, provide, upload } from "./world.js"

const code = vi.hoisted(() => ({ isThere: false }))

vi.mock(import("../../src/layers/loading/importAgain.js"), () => ({
  importAgain: (load) => async () => {
    if (!code.isThere && String(load).includes("changeCode")) throw new TypeError("Failed to fetch")
    return load()
  }
}))

const Names = () => {
  const files = useInfiniteQuery({ ...useDriveQueries().files(), select: rowsOf })
  return <p data-testid="names">{files.data?.map(({ name }) => name).join() ?? "…"}</p>
}

const shows = (names: string) => waitFor(() => assert.strictEqual(screen.getByTestId("names").textContent, names))

it("what has changed is read again, a change says why it is not made, and the next one is made", async () => {
  const drive = await openDrive()
  const { wrapper } = provide(drive, true)
  render(<Names />, { wrapper })
  await shows("")
  const fileId = await act(() => upload(drive, "old"))
  await shows("old")

  const { result } = renderHook(() => useRename(), { wrapper })
  const rename = () => act(() => result.current.mutateAsync({ fileId, name: "new" }).catch((error: unknown) => error))
  assert.deepInclude(await rename(), { _tag: "TransportError", path: "the code of changes" })
  assert.strictEqual((await drive.files.info(fileId)).name, "old")
  code.isThere = true
  await rename()
  await shows("new")
})
