"use client"
/**
 * A mutation of the drive, as a component has it.
 *
 * @since 1.0.7
 */
import type { UseMutationResult } from "@tanstack/react-query"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { DriveError } from "../promise/DriveError.js"
import type { Change, Undoable } from "./change.js"
import { makeChange } from "./change.js"
import { useDrive } from "./useDrive.js"

/**
 * `spaceId`: another space than the one that is selected at the call. `cancelOnUnmount` aborts what is under way when the component
 * goes; by default it is finished.
 *
 * @since 1.0.7
 * @category models
 */
export interface ChangeOptions {
  readonly spaceId?: string | undefined
  readonly cancelOnUnmount?: boolean | undefined
}

/**
 * A mutation of TanStack Query: `mutate`, `mutateAsync`, `isPending`, `error`, `data` … Calls run side by side, and each is finished,
 * also when its component is gone. `data.undo` is there where the service can take the change back.
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

  /** Until the returned function is called; what begins afterwards is aborted too. */
  readonly open = (): () => void => {
    this.isClosed = false
    return () => {
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
  useEffect(() => cancelOnUnmount === true ? flights.open() : undefined, [flights, cancelOnUnmount])
  return flights
}

/**
 * @since 1.0.7
 * @category hooks
 */
export const useChange = <Input, A extends object>(
  change: Change<Input, A>,
  { cancelOnUnmount, spaceId }: ChangeOptions = {}
): ChangeHook<Input, A> => {
  const drive = useDrive()
  const client = useQueryClient()
  const flights = useFlights(cancelOnUnmount)
  return useMutation<A & Undoable, DriveError, Input>({
    mutationKey: ["effect-drive", drive.id, change.name],
    mutationFn: (input) =>
      flights.during((signal) => makeChange(change, input, { drive, client, call: { signal, spaceId } })),
    networkMode: "always"
  })
}
