"use client"
/**
 * Mutations of your own.
 *
 * @since 1.0.7
 */
import type { UseMutationResult } from "@tanstack/react-query"
import { useMutation } from "@tanstack/react-query"
import type * as Effect from "effect/Effect"
import type { DriveClient, DriveServices } from "../promise/DriveClient.js"
import type { DriveDisposed } from "../promise/DriveDisposed.js"
import type { DriveError } from "../promise/DriveError.js"
import type { Work } from "./perform.js"
import { perform } from "./perform.js"
import { isBug } from "./queryDefaults.js"
import { useFlights } from "./useChange.js"
import { useDrive } from "./useDrive.js"
import type { ReadCall } from "./useDriveQuery.js"

/**
 * A mutation by a promise of the drive, or by an Effect that uses its services; then `error` has the Effect's error
 * type. Calls run in parallel and are finished even if the component unmounts, unless `cancelOnUnmount` aborts them.
 *
 * ```ts
 * const clear = useDriveMutation((drive, _: void, call) => drive.recycleBin.clear(call))
 * ```
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveMutation: {
  <Input, A>(
    mutate: (drive: DriveClient, input: Input, call: ReadCall) => Promise<A>,
    options?: { readonly cancelOnUnmount?: boolean | undefined }
  ): UseMutationResult<A, DriveError, Input>
  <Input, A, E>(
    mutate: (drive: DriveClient, input: Input, call: ReadCall) => Effect.Effect<A, E, DriveServices>,
    options?: { readonly cancelOnUnmount?: boolean | undefined }
  ): UseMutationResult<A, E | DriveDisposed, Input>
} = <Input, A, E>(
  mutate: (drive: DriveClient, input: Input, call: ReadCall) => Work<A, E>,
  { cancelOnUnmount }: { readonly cancelOnUnmount?: boolean | undefined } = {}
): UseMutationResult<A, E, Input> => {
  const drive = useDrive()
  const flights = useFlights(cancelOnUnmount)
  return useMutation<A, E, Input>({
    mutationKey: ["effect-drive", drive.id, "own"],
    mutationFn: (input) => flights.during((signal) => perform(drive, () => mutate(drive, input, { signal }), signal)),
    throwOnError: isBug,
    networkMode: "always"
  })
}
