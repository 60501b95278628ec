// @effect-diagnostics missingEffectContext:off -- that is what the lines below are to be refused for
/** What compiles and what does not: checked with the types of the repository, never run. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Context, Effect } from "effect"
import type { DriveError } from "effect-drive/react"
import { useDriveMutation, useDriveQueries, useDriveQuery, useRename } from "effect-drive/react"
import { Files } from "../../src/services/Files.js"

class Other extends Context.Tag("Other")<Other, { readonly value: number }>() {}

class Mine {
  readonly _tag = "Mine"
}

export const useTypes = () => {
  const file = useQuery(useDriveQueries().file("f"))
  const error: DriveError | null = file.error
  const name: string = useSuspenseQuery(useDriveQueries().file("f")).data.name

  const own = useDriveQuery(["own"], Effect.flatMap(Files, () => Effect.fail(new Mine())))
  const tag: "Mine" | "DriveDisposed" | undefined = own.error?._tag
  // @ts-expect-error: the drive has no such service
  useDriveQuery(["other"], Effect.map(Other, ({ value }) => value))
  // @ts-expect-error: neither for mutations
  useDriveMutation((_drive, _input: string) => Effect.map(Other, ({ value }) => value))

  const rename = useRename()
  const undo: (() => Promise<unknown>) | undefined = rename.data?.undo
  // @ts-expect-error: a new name is needed
  rename.mutate({ fileId: "f" })
  return { error, name, tag, undo }
}
