/** One row of the change table: what it reads, changes and sees, and the run of it. */
import type { QueryClient } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { ChangeHook, DriveQueries } from "effect-drive/react"
import * as Drive from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { assert } from "vitest"
import { rowsIn } from "../../src/react/changes/rows.js"
import type { FaultAction, FaultMatch } from "../../src/testing/FaultScript.js"
import { openDrive, provide } from "./world.js"

export const textOf = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value)

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
export const linesOf = (client: QueryClient): ReadonlyArray<string> =>
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

export const settled = (client: QueryClient) =>
  waitFor(() => {
    const all = client.getQueryCache().getAll()
    assert.isTrue(all.every(({ state }) => state.status === "success" && state.fetchStatus === "idle"))
  })

export interface Ids {
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

export interface Row {
  readonly what: string
  readonly run: (strict: boolean) => Promise<void>
}

export const refusal = { _tag: "status", status: 200, body: JSON.stringify({ code: 4711, message: "no" }) } as const

export const row = <Input, A>(one: Case<Input, A>): Row => ({
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

export const two = async (make: (name: "x" | "y") => Promise<string>) => ({ x: await make("x"), y: await make("y") })
