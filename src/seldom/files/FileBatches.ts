/**
 * Many files, few at a time: each item's end is reported, whatever became of the others.
 */
import * as Effect from "effect/Effect"
import type { BatchResult, BatchSuccess } from "../../domain/BatchResult.js"
import type { FileId } from "../../domain/Ids.js"
import { chunksOf } from "../../services/chunksOf.js"

interface Tagged {
  readonly _tag: string
}

const failAll = <E>(fileIds: ReadonlyArray<FileId>, error: E): BatchResult<E> => ({
  successItems: [],
  errorItems: fileIds.map((fileId) => ({ fileId, error }))
})

const merge = <E>(results: ReadonlyArray<BatchResult<E>>): BatchResult<E> => ({
  successItems: results.flatMap((result) => result.successItems),
  errorItems: results.flatMap((result) => result.errorItems)
})

/**
 * Sends groups of ids, `concurrency` of them at a time. A call that fails is the end of its own items alone. Once the
 * session has ended nothing more is sent; the batch as a whole fails only if nothing at all was done before.
 */
export const inGroups = <E extends Tagged>(
  fileIds: ReadonlyArray<FileId>,
  options: { readonly size: number; readonly concurrency: number },
  send: (group: ReadonlyArray<FileId>) => Effect.Effect<BatchResult<E>, E>
): Effect.Effect<BatchResult<E>, E> =>
  Effect.suspend(() => {
    let signedOut: E | undefined

    const settle = (group: ReadonlyArray<FileId>): Effect.Effect<BatchResult<E>> =>
      Effect.suspend(() =>
        signedOut === undefined
          ? Effect.catchAll(send(group), (error) =>
            Effect.sync(() => {
              if (error._tag === "TokenExpired") signedOut = error
              return failAll(group, error)
            }))
          : Effect.succeed(failAll(group, signedOut))
      )

    return Effect.forEach(chunksOf(fileIds, options.size), settle, { concurrency: options.concurrency }).pipe(
      Effect.map(merge),
      Effect.flatMap((result) =>
        signedOut !== undefined && result.successItems.length === 0 ? Effect.fail(signedOut) : Effect.succeed(result)
      )
    )
  })

/**
 * The same where the service takes one file a call.
 */
export const oneByOne = <E extends Tagged>(
  fileIds: ReadonlyArray<FileId>,
  concurrency: number,
  send: (fileId: FileId) => Effect.Effect<Omit<BatchSuccess, "fileId">, E>
): Effect.Effect<BatchResult<E>, E> =>
  inGroups(fileIds, { size: 1, concurrency }, (group) =>
    Effect.map(
      Effect.forEach(group, (fileId) => Effect.map(send(fileId), (done) => ({ fileId, ...done })), { concurrency: 1 }),
      (successItems) => ({ successItems, errorItems: [] })
    ))

/**
 * In groups where the service takes several files with one call, else one file a call; a single file needs no group.
 */
export const oneOrMany = <E extends Tagged>(
  fileIds: ReadonlyArray<FileId>,
  options: { readonly size: number; readonly concurrency: number },
  send: {
    readonly one: (fileId: FileId) => Effect.Effect<Omit<BatchSuccess, "fileId">, E>
    readonly many: ((group: ReadonlyArray<FileId>) => Effect.Effect<BatchResult<E>, E>) | undefined
  }
): Effect.Effect<BatchResult<E>, E> =>
  send.many === undefined || fileIds.length === 1
    ? oneByOne(fileIds, options.concurrency, send.one)
    : inGroups(fileIds, options, send.many)
