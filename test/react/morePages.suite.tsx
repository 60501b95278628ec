/** Changes that end while one more page of a list is on its way, or after it has come: the list ends in what the service says. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import { rowsOf, useDriveQueries, useRename } from "effect-drive/react"
import { assert, describe, it } from "vitest"
import { grown } from "../../src/react/changes/rows.js"
import { refusal } from "./changeRow.js"
import { begin, modes, openDrive, provide, upload } from "./world.js"

describe.each(modes)("one more page %s", (_, strict) => {
  /** Two of four files are shown, the first of which can be renamed to a free name, or to one that is refused. */
  const scene = async () => {
    const drive = await openDrive()
    for (const name of ["a", "b", "c", "d"]) await upload(drive, name)
    const { client, wrapper } = provide(drive, strict)
    const { result } = renderHook(() => ({
      files: useInfiniteQuery(useDriveQueries().files({ pageSize: 2, order: "name asc" })),
      rename: useRename()
    }), { wrapper })
    const rows = () => result.current.files.data === undefined ? [] : rowsOf(result.current.files.data)
    const shown = () => rows().map(({ name, pending }) => `${name}${pending === undefined ? "" : "*"}`).join(" ")
    await waitFor(() => assert.strictEqual(shown(), "a b"))
    const [first] = rows()
    return {
      client,
      shown,
      more: () => result.current.files.fetchNextPage(),
      again: () => result.current.files.refetch(),
      refuse: (path: string) => drive.emulator.faults.add([{ match: { path }, action: refusal }]),
      /** The next answer about it comes late. */
      holdUp: (path: string, millis = 300) =>
        drive.emulator.faults.add([{ match: { path }, action: { _tag: "delay", millis } }]),
      rename: (name: string) =>
        result.current.rename.mutateAsync({ fileId: first?.fileId ?? "", name, checkNameMode: "refuse" }).then(
          () => "done",
          () => "refused"
        )
    }
  }

  it.each([["a2", "done"], ["c", "refused"]])(
    "comes before the end of a change to %s, which is %s",
    async (name, end) => {
      const { holdUp, more, rename, shown } = await scene()
      holdUp("rename")
      const renamed = begin(() => rename(name))
      await waitFor(() => assert.strictEqual(shown(), `${name}* b`))
      await act(() => more())
      await waitFor(() => assert.strictEqual(shown(), `${name}* b c d`))
      assert.strictEqual(await act(() => renamed), end)
      await waitFor(() => assert.strictEqual(shown(), end === "done" ? "a2 b c d" : "a b c d"))
    }
  )

  it("comes after the end of a change that is refused", async () => {
    const { holdUp, more, rename, shown } = await scene()
    holdUp("rename")
    holdUp("/list", 2000)
    const renamed = begin(() => rename("c"))
    await waitFor(() => assert.strictEqual(shown(), "c* b"))
    const page = begin(() => more())
    assert.strictEqual(await act(() => renamed), "refused")
    await waitFor(() => assert.strictEqual(shown(), "a b"))
    await act(() => page)
    await waitFor(() => assert.strictEqual(shown(), "a b c d"))
  })

  it("and all pages once more come before the end of a change that is refused", async () => {
    const { again, holdUp, more, rename, shown } = await scene()
    holdUp("rename", 1000)
    const renamed = begin(() => rename("c"))
    await waitFor(() => assert.strictEqual(shown(), "c* b"))
    await act(() => more())
    await act(() => again())
    await waitFor(() => assert.strictEqual(shown(), "c* b c d"))
    assert.strictEqual(await act(() => renamed), "refused")
    await waitFor(() => assert.strictEqual(shown(), "a b c d"))
  })

  it("cannot be read: what is put there by hand afterwards stays, also when a change is refused", async () => {
    const { client, more, refuse, rename, shown } = await scene()
    await act(() => rename("c"))
    refuse("/list")
    await act(() => more())
    const [query] = client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[3] === "files" })
    assert.strictEqual(query?.state.status, "error")
    act(() =>
      void client.setQueryData<{ readonly pages: ReadonlyArray<{ readonly items: ReadonlyArray<object> }> }>(
        query?.queryKey ?? [],
        (data) =>
          data && { ...data, pages: data.pages.map(({ items, ...page }) => ({ ...page, items: items.slice(0, 1) })) }
      )
    )
    await waitFor(() => assert.strictEqual(shown(), "a"))
    await act(() => rename("c"))
    await waitFor(() => assert.strictEqual(shown(), "a"))
  })
})

describe("pages that have grown", () => {
  const pagesOf = (pageParams: ReadonlyArray<number>, word: string) => ({
    pageParams,
    pages: pageParams.map((page) => ({ items: [{ name: `${word} ${page}` }] }))
  })

  it.each(
    [
      ["forward", [1, 2], [1, 2, 3], ["said 1", "said 2", "shown 3"]],
      ["forward", [1, 2], [2, 3], ["said 2", "shown 3"]],
      ["forward", [1, 2], [1, 2], ["said 1", "said 2"]],
      ["backward", [2, 3], [1, 2, 3], ["shown 1", "said 2", "said 3"]],
      ["backward", [2, 3], [1, 2], ["shown 1", "said 2"]],
      ["backward", [1, 2], [1, 2], ["said 1", "said 2"]]
    ] as const
  )("%s from %j to %j", (direction, before, after, names) => {
    const { pageParams, pages } = grown(pagesOf(before, "said"), pagesOf(after, "shown"), direction) as ReturnType<
      typeof pagesOf
    >
    assert.deepStrictEqual(pages.flatMap(({ items }) => items.map(({ name }) => name)), [...names])
    assert.deepStrictEqual(pageParams, [...after])
  })

  it("are those of the answer where nothing was there before", () => {
    const answer = pagesOf([1], "shown")
    assert.strictEqual(grown(undefined, answer, "forward"), answer)
  })
})
