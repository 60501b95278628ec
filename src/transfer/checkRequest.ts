/**
 * What an upload or a folder is asked for, checked for programs without types before any call is made.
 */
import * as Either from "effect/Either"
import * as CheckNameMode from "../domain/CheckNameMode.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import * as FieldNames from "../domain/FieldNames.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import * as Shape from "../domain/Shape.js"
import type { FolderRequest } from "../services/FolderUploads.js"
import type { UploadRequest } from "../services/Uploads.js"

type Checked = Pick<UploadRequest, "checkNameMode" | "fileId" | "name" | "parentFileId" | "path">

const texts = ["name", "path"] as const

const ids = ["fileId", "parentFileId"] as const

const idIfGiven = (field: string, id: string | undefined) =>
  id === undefined ? Either.right(id) : FileIdInput.make(id, field)

type Names<A> = Readonly<Record<keyof A, true>>

const places = { parentFileId: true, path: true, checkNameMode: true, parallel: true, priority: true } as const

const upload: Names<UploadRequest> = { source: true, name: true, ...places, fileId: true, chunkSize: true, asset: true }

const folder: Names<FolderRequest> = { entries: true, ...places, followLinks: true, onConflict: true }

const fields = { upload: Object.keys(upload), folder: Object.keys(folder) }

/**
 * Ids, names and the mode; numbers are checked where they are used. With a misspelled folder all would go into the root.
 */
export const checkRequest = (
  what: keyof typeof fields,
  request: Checked
): Either.Either<void, InvalidInput> => {
  const checks: ReadonlyArray<Either.Either<unknown, InvalidInput>> = [
    FieldNames.only(what, request, fields[what]),
    ...ids.map((field) => idIfGiven(field, request[field])),
    ...texts.map((field) => Shape.optionalText(field, request[field])),
    CheckNameMode.make(request.checkNameMode)
  ]
  const wrong = checks.find(Either.isLeft)
  return wrong === undefined ? Either.void : Either.left(wrong.left)
}
