"use client"
/**
 * Changing something in the drive from a component.
 *
 * @since 1.0.7
 */
import { useCallback, useEffect, useRef, useState } from "react"
import type { DriveClient } from "../promise/DriveClient.js"
import type { DriveError } from "../promise/DriveError.js"
import { isDriveError } from "../promise/DriveError.js"
import type { Work } from "./Queries.js"
import { perform } from "./Queries.js"
import { useDrive } from "./useDrive.js"
import { useLatest } from "./useLatest.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface Mutation<Input, A> {
  readonly status: "idle" | "pending" | "success" | "error"
  readonly isPending: boolean
  readonly data: A | undefined
  readonly error: DriveError | undefined
  /** The input of the latest call. */
  readonly variables: Input | undefined
  /** Starts, and leaves the end to `status`. */
  readonly run: (input: Input) => void
  /** Starts, and gives the end as a promise too. */
  readonly runAsync: (input: Input) => Promise<A>
  /** Ends the call in flight and goes back to idle. */
  readonly cancel: () => void
}

interface State<Input, A> {
  readonly status: "idle" | "pending" | "success" | "error"
  readonly data?: A
  readonly error?: unknown
  readonly variables?: Input
}

const idle = { status: "idle" } as const

/**
 * The latest call wins: a second one aborts the first, unmounting aborts the one in flight. Failures of the catalogue
 * are in `error`; a bug is thrown to the error boundary.
 *
 * ```ts
 * const create = useDriveMutation((drive, name: string, call) => drive.files.createFolder({ name }, call))
 * ```
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveMutation = <Input, A>(
  mutate: (drive: DriveClient, input: Input, options: { readonly signal: AbortSignal }) => Work<A>
): Mutation<Input, A> => {
  const drive = useDrive()
  const latest = useLatest(mutate)
  const flight = useRef<AbortController>(undefined)
  const [state, setState] = useState<State<Input, A>>(idle)

  const runAsync = useCallback((input: Input): Promise<A> => {
    flight.current?.abort()
    const controller = flight.current = new AbortController()
    const settle = (end: State<Input, A>) => {
      if (flight.current !== controller) return
      flight.current = undefined
      setState({ ...end, variables: input })
    }
    setState({ status: "pending", variables: input })
    const { signal } = controller
    const ended = new Promise<A>((resolve) => resolve(perform(drive, latest.current(drive, input, { signal }), signal)))
    ended.then(
      (data) => settle({ status: "success", data }),
      (error: unknown) => settle({ status: "error", error })
    )
    return ended
  }, [drive, latest])

  const run = useCallback((input: Input) => {
    // its failure is in `status`
    runAsync(input).catch(() => {})
  }, [runAsync])

  const abort = useCallback(() => {
    flight.current?.abort()
    flight.current = undefined
  }, [])
  const cancel = useCallback(() => {
    abort()
    setState(idle)
  }, [abort])
  useEffect(() => abort, [abort])

  if (state.error !== undefined && !isDriveError(state.error)) throw state.error
  return {
    status: state.status,
    isPending: state.status === "pending",
    data: state.data,
    error: state.error,
    variables: state.variables,
    run,
    runAsync,
    cancel
  }
}
