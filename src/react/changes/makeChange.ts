/**
 * How a change is made: shown at once, rolled back when refused, true when done, and undone where the service can.
 *
 * @since 1.0.7
 */
import type { QueryClient } from "@tanstack/react-query"
import type { DurationInput } from "effect/Duration"
import type { DriveClient } from "../../promise/DriveClient.js"
import type { SpaceCallOptions } from "../../promise/Face.js"
import type { QueryKeys } from "../queryKeys.js"
import type { Change, Look, Undoable } from "./Change.js"
import type { RowChange } from "./PendingChanges.js"
import { PendingChanges } from "./PendingChanges.js"
import { rowsIn } from "./rows.js"

const record = (row: unknown) => row as Readonly<Record<string, unknown>>

const rememberedOf = (client: QueryClient, spaceKey: ReadonlyArray<unknown>): Look => {
  const queries = client.getQueryCache().findAll({ queryKey: [...spaceKey] }).map(({ state }) => state.data)
  const found = new Map<string, Readonly<Record<string, unknown>> | undefined>()
  const find = (id: string) => {
    let ofItsAsset: Readonly<Record<string, unknown>> | undefined
    for (const data of queries) {
      for (const row of [...rowsIn(data), ...(typeof data === "object" && data !== null ? [data] : [])]) {
        const { assetId, fileId, folderId } = record(row)
        // an entry of a path has no parent and no times
        if ("path" in row && !("type" in row)) continue
        // the row of a file names its asset, and knows neither the asset's star nor its folder
        const isAsset = assetId !== undefined && !("isFolder" in row)
        // what lies in a folder names it too
        const isFolder = folderId === id && assetId === undefined && fileId === undefined
        if (isAsset ? assetId === id : fileId === id || isFolder) return record(row)
        if (fileId === id) ofItsAsset ??= record(row)
      }
    }
    return ofItsAsset
  }
  return (id) => {
    if (!found.has(id)) found.set(id, find(id))
    return found.get(id)
  }
}

/**
 * Whose change it is, and whose reads show it. `call` names the space, whose keys are `keys`. `toMillis` is Effect's: an import of it
 * here would cut what a page loads at once into more files.
 *
 * @since 1.0.7
 * @category models
 */
export interface Where {
  readonly drive: DriveClient
  readonly client: QueryClient
  readonly keys: QueryKeys
  readonly call: SpaceCallOptions
  readonly toMillis: (duration: DurationInput) => number
}

/**
 * Makes the change, whatever becomes of the component that asked for it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const makeChange = async <Input, A extends object>(
  change: Change<Input, A>,
  input: Input,
  { call, client, drive, keys, toMillis }: Where
): Promise<A & Undoable> => {
  const { spaceId } = call
  const look = rememberedOf(client, keys.inSpace)
  // looked up before the rows are others
  const undoOf = change.undo === undefined ? undefined : { of: change.undo, look }
  const known = change.rows?.(input, undefined, look)
  const here = (rows: RowChange): RowChange => (key, data) => key[2] === spaceId ? rows(key, data) : data
  const end = known === undefined ? undefined : PendingChanges.of(client).begin(keys.all, here(known))
  try {
    const isNew = change.makesNew === undefined || await change.makesNew(drive, input, call)
    const done = await change.run(drive, input, call)
    const rows = change.rows?.(input, done, look)
    end?.(rows === undefined ? undefined : here(rows))
    change.settle?.(client, keys, input, done, toMillis)
    const undo = isNew ? undoOf?.of(drive, input, done, look, { spaceId }) : undefined
    return undo === undefined ? done : { ...done, undo }
  } catch (cause) {
    end?.(undefined)
    throw cause
  }
}
