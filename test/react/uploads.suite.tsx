/** Uploads as a whole and one by one: what is selected of them, and what people do with them. */
import { act, renderHook, waitFor } from "@testing-library/react"
import { useConflicts, useDownload, useUpload, useUploadActions, useUploads } from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { assert, describe, it, vi } from "vitest"
import { modes, openDrive, provide, upload } from "./world.js"

/** Answers of the storage come late, so that what is asked meets uploads under way. */
const slow = (drive: TestDriveClient) =>
  drive.emulator.faults.add([{
    match: { target: "s3", method: "PUT" },
    times: 1000,
    action: { _tag: "delay", millis: 600_000 }
  }])

const refuseCreate = (drive: TestDriveClient, times: number) =>
  drive.emulator.faults.add([{
    match: { method: "POST", path: /\/file\/mine$/ },
    times,
    action: { _tag: "status", status: 200, body: JSON.stringify({ code: 4711, message: "no" }) }
  }])

describe.each(modes)("uploads %s", (_, strict) => {
  it("in total: counts, bytes, speed and what is left", async () => {
    const drive = await openDrive()
    const { result } = renderHook(() => useUploads((uploads) => uploads), { wrapper: provide(drive, strict).wrapper })
    assert.deepInclude(result.current, { ids: [], sent: 0, size: 0, speed: 0, eta: undefined })
    await act(() => upload(drive, "twelve bytes"))
    await waitFor(() => assert.deepInclude(result.current, { sent: 12, size: 12 }))
    assert.strictEqual(result.current.counts.done, 1)
    assert.deepStrictEqual(result.current, { ids: drive.uploads.list(), ...drive.uploads.totals() })
  })

  it("a component renders only when what it selects is another thing to its `equal`", async () => {
    const drive = await openDrive()
    const { id } = drive.uploads.start({ source: "x", name: "x" })
    let renders = 0
    const statuses: Array<string> = []
    const same = (one: { readonly name: string }, other: { readonly name: string }) => one.name === other.name
    const { result } = renderHook(() => {
      renders++
      return {
        one: useUpload(id, ({ name, status }) => ({ name, status: status._tag }), same),
        all: useUploads(({ counts, ids }) => ({ name: ids.join(), counts }), same)
      }
    }, { wrapper: provide(drive, strict).wrapper })
    const [before, first] = [renders, result.current]
    const off = drive.uploads.subscribe(() => statuses.push(drive.uploads.snapshot(id)?.status._tag ?? ""), id)
    await act(async () => void await drive.uploads.get(id)?.done)
    off()
    assert.include(statuses, "done")
    assert.strictEqual(renders, before)
    assert.strictEqual(result.current, first)
  })

  it("a row of one that is taken off the list shows nothing any more", async () => {
    const drive = await openDrive()
    const { id } = drive.uploads.start({ source: "text", name: "a" })
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(() => useUpload(id), { wrapper })
    await waitFor(() => assert.strictEqual(result.current?.status._tag, "done"))
    await act(() => drive.uploads.remove(id))
    assert.isUndefined(result.current)
  })

  it("a row of nothing is nothing", async () => {
    const drive = await openDrive()
    const { result } = renderHook(
      () => [useUpload("nobody"), useUpload("nobody", ({ name }) => name), useDownload("x")],
      {
        wrapper: provide(drive, strict).wrapper
      }
    )
    assert.deepStrictEqual(result.current, [undefined, undefined, undefined])
  })

  it("are paused, continue and are cancelled, one or all of them, and leave the list when they have ended", async () => {
    const drive = await openDrive()
    slow(drive)
    const { result } = renderHook(() => ({ actions: useUploadActions(), counts: useUploads(({ counts }) => counts) }), {
      wrapper: provide(drive, strict).wrapper
    })
    const { actions } = result.current
    const handles = await act(async () => actions.add(["a", "b", "c"].map((name) => new File([name], name))))
    const ended = Promise.allSettled(handles.map(({ done }) => done))
    const [first = ""] = handles.map(({ id }) => id)
    await waitFor(() => assert.strictEqual(result.current.counts.uploading, 3))
    await act(() => actions.pause(first))
    assert.deepInclude(result.current.counts, { paused: 1, uploading: 2 })
    await act(() => actions.pauseAll())
    assert.strictEqual(result.current.counts.paused, 3)
    await act(() => actions.setPriority(first, 5))
    await act(() => actions.resume(first))
    await waitFor(() => assert.deepInclude(result.current.counts, { paused: 2, uploading: 1 }))
    await act(() => actions.resumeAll())
    await waitFor(() => assert.strictEqual(result.current.counts.uploading, 3))
    await act(() => actions.cancel(first))
    assert.deepInclude(result.current.counts, { cancelled: 1, uploading: 2 })
    await act(() => actions.remove(first))
    assert.strictEqual(result.current.counts.cancelled, 0)
    await act(() => actions.cancelAll())
    assert.strictEqual(result.current.counts.cancelled, 2)
    await act(() => actions.clearDone())
    assert.deepStrictEqual(drive.uploads.list(), [])
    assert.strictEqual(result.current.actions, actions)
    await ended
  })

  it("that have failed are tried again, one or all of them", async () => {
    const drive = await openDrive()
    const { result } = renderHook(() => ({ actions: useUploadActions(), counts: useUploads(({ counts }) => counts) }), {
      wrapper: provide(drive, strict).wrapper
    })
    const { actions } = result.current
    refuseCreate(drive, 3)
    const handles = ["a", "b", "c"].map((name) => actions.start({ source: name, name }))
    await act(() => Promise.allSettled(handles.map(({ done }) => done)))
    await waitFor(() => assert.strictEqual(result.current.counts.failed, 3))
    await act(() => actions.retry(handles[0]?.id ?? ""))
    await waitFor(() => assert.deepInclude(result.current.counts, { failed: 2, done: 1 }))
    await act(() => actions.retryFailed())
    await waitFor(() => assert.deepInclude(result.current.counts, { failed: 0, done: 3 }))
  })

  it("whose names are taken are asked about one by one: an answer is for the one that was shown", async () => {
    const drive = await openDrive()
    for (const name of ["0", "a", "b"]) await upload(drive, name)
    const { result } = renderHook(() => useConflicts(), { wrapper: provide(drive, strict).wrapper })
    const start = (name: string) => drive.uploads.start({ source: "new", name, checkNameMode: "refuse" })
    const before = start("0")
    await waitFor(() => assert.strictEqual(result.current.current?.id, before.id))
    // one goes and one comes before the page is drawn
    const first = await act(async () => {
      await before.cancel()
      const next = start("a")
      await vi.waitFor(() => assert.strictEqual(next.snapshot().status._tag, "conflict"))
      return next
    })
    assert.strictEqual(result.current.current?.id, first.id)
    const handles = [first, start("b")]
    await waitFor(() => assert.strictEqual(result.current.remaining, 2))
    const shown = result.current
    assert.strictEqual(shown.current?.id, handles[0]?.id)
    await act(() => handles[0]?.cancel() ?? Promise.resolve())
    await act(() => shown.resolve("replace"))
    await waitFor(() => assert.strictEqual(result.current.current?.id, handles[1]?.id))
    assert.strictEqual(handles[1]?.snapshot().status._tag, "conflict")
    await act(() => result.current.resolve("replace"))
    await act(() => handles[1]?.done.then(() => {}) ?? Promise.resolve())
    assert.strictEqual(result.current.remaining, 0)
  })

  it("whose names are taken are all given up at once", async () => {
    const drive = await openDrive()
    for (const name of ["a", "b"]) await upload(drive, name)
    const { result } = renderHook(() => useConflicts(), { wrapper: provide(drive, strict).wrapper })
    const handles = ["a", "b"].map((name) => drive.uploads.start({ source: "new", name, checkNameMode: "refuse" }))
    const ended = Promise.allSettled(handles.map(({ done }) => done))
    await waitFor(() => assert.strictEqual(result.current.remaining, 2))
    assert.strictEqual(result.current.current?.id, handles[0]?.id)
    await act(() => result.current.cancelAll())
    await waitFor(() => assert.strictEqual(result.current.remaining, 0))
    await act(() => ended.then(() => {}))
    assert.lengthOf((await drive.files.list()).items, 2)
  })
})
