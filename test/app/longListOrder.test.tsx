// @vitest-environment happy-dom
/** A long list is put in order in slices: whoever comes back to it finds it in its order at once. */
import { act, cleanup, renderHook } from "@testing-library/react"
import type { FileRow } from "effect-drive/react"
import { afterEach, assert, it } from "vitest"
import { useSorted } from "../../app/src/files/useSorted.js"

afterEach(cleanup)

const rowOf = (name: string): FileRow => ({ fileId: name, name, type: "file", size: 0 }) as FileRow // no more of it is put in order

const names = Array.from({ length: 2_500 }, (_, at) => `file ${9_999 - at}`)
const byName = { column: "name", isAscending: true }

/** What is shown first, and what is shown once it is in its order. */
const show = async (rows: ReadonlyArray<FileRow>, sort: typeof byName, firstInOrder: string) => {
  const { result, unmount } = renderHook(() => useSorted(rows, sort))
  const atFirst = result.current[0]?.name
  for (let turns = 0; turns < 200 && result.current[0]?.name !== firstInOrder; turns++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  }
  assert.strictEqual(result.current[0]?.name, firstInOrder)
  unmount()
  return atFirst
}

it("is in its order from the first moment when it is shown again, though it came as another array", async () => {
  const rows = names.map(rowOf)
  assert.strictEqual(await show(rows, byName, "file 7500"), "file 9999")
  assert.strictEqual(await show([...rows], byName, "file 7500"), "file 7500")
})

it("is put in order anew where a row of it, or the order, is another", async () => {
  const rows = names.map(rowOf)
  await show(rows, byName, "file 7500")
  const changed = rows.with(3, rowOf("file 1"))
  assert.strictEqual(await show(changed, byName, "file 1"), "file 9999")
  const others = names.map(rowOf)
  await show(others, byName, "file 7500")
  const descending = await show(others.toReversed(), { column: "name", isAscending: false }, "file 9999")
  assert.strictEqual(descending, "file 7500")
})
