/**
 * The file that an upload holds open, as long as it does.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { SourceInput } from "../UploadSource.js"
import { isFileHandle, isPath } from "../UploadSource.js"
import type { UploadEntry } from "./UploadEntry.js"

/**
 * A stream can be read once, and the caller may have written into bytes since they were opened, which only the open source knows.
 * Everything else is opened again when it is needed again.
 */
export const canReopen = (input: SourceInput): boolean =>
  typeof input === "string" || input instanceof Blob || isPath(input) || isFileHandle(input)

/**
 * Stands in for a file that must be picked again; it is never read.
 */
export const noSource = new Uint8Array(0)

export const closeSource = (entry: UploadEntry): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { open } = entry
    entry.open = undefined
    return open?.scope === undefined ? Effect.void : Scope.close(open.scope, Exit.void)
  })
