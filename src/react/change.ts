/**
 * The core of all mutations: shown at once, taken back when refused, true when done, and undone where the service can.
 *
 * @since 1.0.7
 */
import type { QueryClient } from "@tanstack/react-query"
import type { DriveClient } from "../promise/DriveClient.js"
import type { SpaceCallOptions } from "../promise/Face.js"
import type { RowChange } from "./PendingChanges.js"
import { PendingChanges } from "./PendingChanges.js"
import { queryKeys } from "./queryKeys.js"
import { rowsIn } from "./rows.js"

/**
 * What is known of a row before the change, wherever it was read.
 *
 * @since 1.0.7
 * @category models
 */
export type Look = (id: string) => Readonly<Record<string, unknown>> | undefined

/**
 * Takes the change back at the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface Undoable {
  readonly undo?: (() => Promise<unknown>) | undefined
}

/**
 * One kind of change. `rows` is what it makes of what was read: without `done` while it is on its way, with it for good; a row of a
 * batch that was refused is not in `done`. `undo` is left out where the service cannot, or where nothing is known of before.
 *
 * @since 1.0.7
 * @category models
 */
export interface Change<Input, A> {
  readonly name: string
  readonly run: (drive: DriveClient, input: Input, call: SpaceCallOptions) => Promise<A>
  readonly rows?: ((input: Input, done: A | undefined, look: Look) => RowChange) | undefined
  readonly undo?:
    | ((drive: DriveClient, input: Input, done: A, look: Look, call: SpaceCallOptions) => Undoable["undo"])
    | undefined
  /** What else is known from the answer. */
  readonly settle?:
    | ((client: QueryClient, keys: ReturnType<typeof queryKeys>, input: Input, done: A) => void)
    | undefined
}

const record = (row: unknown) => row as Readonly<Record<string, unknown>>

const rememberedOf = (client: QueryClient, spaceKey: ReadonlyArray<unknown>): Look => {
  const queries = client.getQueryCache().findAll({ queryKey: [...spaceKey] }).map(({ state }) => state.data)
  const found = new Map<string, Readonly<Record<string, unknown>> | undefined>()
  const find = (id: string) => {
    for (const data of queries) {
      for (const row of [...rowsIn(data), ...(typeof data === "object" && data !== null ? [data] : [])]) {
        const { assetId, fileId } = record(row)
        // an entry of a path has no parent and no times
        if ((fileId === id || assetId === id) && !("path" in row && !("type" in row))) return record(row)
      }
    }
    return undefined
  }
  return (id) => {
    if (!found.has(id)) found.set(id, find(id))
    return found.get(id)
  }
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
  { call, client, drive }: {
    readonly drive: DriveClient
    readonly client: QueryClient
    readonly call: SpaceCallOptions
  }
): Promise<A & Undoable> => {
  const spaceId = call.spaceId ?? drive.spaces.current()?.spaceId
  const inSpace = { ...call, spaceId }
  const keys = queryKeys(drive, spaceId ?? null)
  const look = rememberedOf(client, keys.inSpace)
  // looked up before the rows are others
  const undoOf = change.undo === undefined ? undefined : { of: change.undo, look }
  const known = change.rows?.(input, undefined, look)
  const here = (rows: RowChange): RowChange => (key, data) => key[2] === spaceId ? rows(key, data) : data
  const end = known === undefined ? undefined : PendingChanges.of(client).begin(drive, here(known))
  try {
    const done = await change.run(drive, input, inSpace)
    const rows = change.rows?.(input, done, look)
    end?.(rows === undefined ? undefined : here(rows))
    change.settle?.(client, keys, input, done)
    const undo = undoOf?.of(drive, input, done, look, { spaceId })
    return undo === undefined ? done : { ...done, undo }
  } catch (cause) {
    end?.(undefined)
    throw cause
  }
}
