/**
 * What an upload or a folder is asked for, checked for programs without types before any call is made.
 */
import * as Either from "effect/Either"
import * as CheckNameMode from "../domain/CheckNameMode.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import * as Shape from "../domain/Shape.js"
import type { UploadRequest } from "../services/Uploads.js"

type Checked = Pick<UploadRequest, "checkNameMode" | "fileId" | "name" | "parentFileId" | "path">

const texts = ["name", "path"] as const

const ids = ["fileId", "parentFileId"] as const

const idIfGiven = (field: string, id: string | undefined) =>
  id === undefined ? Either.right(id) : FileIdInput.make(id, field)

/**
 * Ids, names and the mode; numbers are checked where they are used.
 */
export const checkRequest = (request: Checked): Either.Either<void, InvalidInput> => {
  const checks = [
    ...ids.map((field) => idIfGiven(field, request[field])),
    ...texts.map((field) => Shape.optionalText(field, request[field])),
    CheckNameMode.make(request.checkNameMode)
  ]
  const wrong = checks.find(Either.isLeft)
  return wrong === undefined ? Either.void : Either.left(wrong.left)
}
