/**
 * Files that go, to the recycle bin or for good: one by a call of its own, many in batches. Folders are removed by tasks, which
 * are followed to their end.
 */
import * as Effect from "effect/Effect"
import type { FileId } from "../../../domain/Ids.js"
import type { RemoveFailure } from "../../../services/StorageProvider.js"
import * as PdsBatch from "./PdsBatch.js"
import type { PdsClient } from "./PdsClient.js"
import { reading } from "./PdsErrors.js"
import * as PdsTasks from "./PdsTasks.js"

/**
 * A call that takes one file away. `operation` is `Service.method`.
 */
export interface Removal {
  readonly operation: string
  readonly path: "/file/delete" | "/recyclebin/trash"
}

/**
 * One file.
 */
export const one = (client: PdsClient, tasks: PdsTasks.PdsTasks, { operation, path }: Removal) =>
(
  fileId: FileId,
  { isAsync }: { readonly isAsync: boolean }
) =>
  client.call({
    operation,
    path,
    body: (drive_id) => ({ drive_id, file_id: fileId }),
    response: PdsTasks.TaskStarted
  }).pipe(
    reading({ operation, fileId }),
    Effect.flatMap((answer) => tasks.ended(answer, { isAsync }))
  )

/**
 * As many as a batch holds.
 */
export const many = (client: PdsClient, tasks: PdsTasks.PdsTasks, { operation, path }: Removal) =>
(
  fileIds: ReadonlyArray<FileId>,
  { isAsync }: { readonly isAsync: boolean }
) =>
  PdsBatch.forFiles(
    client,
    { operation, path, fileIds, body: (drive_id, file_id) => ({ drive_id, file_id }), response: PdsTasks.TaskStarted },
    (fileId, answer) =>
      Effect.suspend(() => answer).pipe(
        reading({ operation, fileId }),
        Effect.flatMap((done): Effect.Effect<object, RemoveFailure> => tasks.ended(done, { isAsync })),
        Effect.map((task) => ({ fileId, ...task }))
      )
  ).pipe(reading({ operation }))
