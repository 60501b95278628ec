"use client"
/**
 * A mutation of the drive, as a component has it.
 *
 * @since 1.0.7
 */
import type { UseMutationResult } from "@tanstack/react-query"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { toMillis } from "effect/Duration"
import { useEffect, useState } from "react"
import type { DriveError } from "../promise/DriveError.js"
import type { AnswerOf, ChangeName, InputOf } from "./changes/allChanges.js"
import type { Undoable } from "./changes/Change.js"
import { loadChanges } from "./loading/loadChanges.js"
import { queryKeys } from "./queryKeys.js"
import { useDrive } from "./useDrive.js"
import { useLatest } from "./useLatest.js"

/**
 * `spaceId`: another space than the one that is selected at the call. `cancelOnUnmount` aborts running calls when the
 * component unmounts; by default they are finished.
 *
 * @since 1.0.7
 * @category models
 */
export interface ChangeOptions {
  readonly spaceId?: string | undefined
  readonly cancelOnUnmount?: boolean | undefined
}

/**
 * A mutation of TanStack Query: `mutate`, `mutateAsync`, `isPending`, `error`, `data` … Calls run in parallel, and each
 * is finished even if its component unmounts. `data.undo` exists if the service can undo the change.
 *
 * @since 1.0.7
 * @category models
 */
export type ChangeHook<Input, A> = UseMutationResult<A & Undoable, DriveError, Input>

/** What is under way, for those who want it aborted. */
class Flights {
  private readonly controllers = new Set<AbortController>()
  private isClosed = false

  async during<A>(work: (signal: AbortSignal) => Promise<A>): Promise<A> {
    const controller = new AbortController()
    if (this.isClosed) controller.abort()
    this.controllers.add(controller)
    try {
      return await work(controller.signal)
    } finally {
      this.controllers.delete(controller)
    }
  }

  /** Until the returned function is called; where it is `wanted` by then, what begins afterwards is aborted too. */
  readonly open = (wanted: { readonly current: boolean | undefined }): () => void => {
    this.isClosed = false
    return () => {
      if (wanted.current !== true) return
      this.isClosed = true
      for (const controller of this.controllers) controller.abort()
    }
  }
}

/**
 * @since 1.0.7
 * @category hooks
 */
export const useFlights = (cancelOnUnmount: boolean | undefined): Flights => {
  const [flights] = useState(() => new Flights())
  const wanted = useLatest(cancelOnUnmount)
  useEffect(() => flights.open(wanted), [flights, wanted])
  return flights
}

/**
 * A hook of the change with this name.
 *
 * @since 1.0.7
 * @category models
 */
export type Hook<Name extends ChangeName> = (options?: ChangeOptions) => ChangeHook<InputOf<Name>, AnswerOf<Name>>

/**
 * @since 1.0.7
 * @category hooks
 */
export const useChange = <Name extends ChangeName>(
  name: Name,
  { cancelOnUnmount, spaceId }: ChangeOptions = {}
): ReturnType<Hook<Name>> => {
  const drive = useDrive()
  const client = useQueryClient()
  const flights = useFlights(cancelOnUnmount)
  // so that the first change shows at once; without the code it says itself why it is not made
  useEffect(() => void loadChanges().catch(() => {}), [])
  return useMutation({
    mutationKey: ["effect-drive", drive.id, name],
    mutationFn: (input) => {
      // another space may be selected while the code is on its way
      const inSpace = spaceId ?? drive.spaces.current()?.spaceId
      return flights.during(async (signal) => {
        const { change } = await loadChanges()
        const keys = queryKeys(drive, inSpace)
        return change(name, input, { drive, client, keys, toMillis, call: { signal, spaceId: inSpace } })
      })
    },
    networkMode: "always"
  })
}
