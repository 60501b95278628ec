/**
 * What is behind ids: one refusal says of several that something is not there, and not what.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { FileId } from "../../../domain/Ids.js"
import { chunksOf } from "../../../services/chunksOf.js"
import { PdsRefusal } from "./PdsAnswer.js"
import * as PdsBatch from "./PdsBatch.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"
import { meaningOf } from "./PdsCodes.js"

/**
 * `missing` is what is in the recycle bin too.
 */
export type Found = "file" | "folder" | "missing"

const Kind = Schema.Struct({ type: Schema.Literal("file", "folder") })

/**
 * Something that the call was about is not there.
 */
export const isNotFound = (failure: unknown): failure is PdsRefusal =>
  failure instanceof PdsRefusal && meaningOf(failure.code) === "FileNotFound"

const foundBy = (answer: Either.Either<typeof Kind.Type, PdsFailure>): Found | undefined => {
  if (Either.isRight(answer)) return answer.right.type
  return isNotFound(answer.left) ? "missing" : undefined
}

/**
 * Asks for a hundred ids a call. An id of which nothing could be learned is left out.
 */
export const find = (
  client: PdsClient,
  operation: string,
  ids: ReadonlyArray<FileId>
): Effect.Effect<ReadonlyMap<FileId, Found>> => {
  const groups = chunksOf([...new Set(ids)], PdsBatch.callsPerBatch)
  const one = (fileIds: ReadonlyArray<FileId>) =>
    PdsBatch.answersOf(client, {
      operation,
      path: "/file/get",
      fileIds,
      body: (drive_id, file_id) => ({ drive_id, file_id }),
      response: Kind
    }).pipe(
      Effect.map((answers) =>
        [...answers].flatMap(([fileId, answer]): ReadonlyArray<readonly [FileId, Found]> => {
          const found = foundBy(answer)
          return found === undefined ? [] : [[fileId, found]]
        })
      ),
      Effect.catchAll((failure) => Effect.as(Effect.logDebug("what is missing could not be looked at", failure), []))
    )
  return Effect.map(Effect.forEach(groups, one), (found) => new Map(found.flat()))
}
