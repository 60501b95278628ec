/**
 * What a list of files is asked for, by names that it knows: of a misspelled folder the root would be listed.
 */
import type * as Either from "effect/Either"
import type { InvalidInput } from "../../../domain/errors/InputErrors.js"
import * as FieldNames from "../../../domain/FieldNames.js"
import type { ListFiles } from "../../../services/StorageProvider.js"

const names: Readonly<Record<keyof ListFiles, true>> = {
  parentFileId: true,
  page: true,
  cursor: true,
  pageSize: true,
  order: true,
  fileType: true,
  category: true
}

/**
 * The query, or which of its fields no list has.
 */
export const checkQuery = (query: ListFiles): Either.Either<ListFiles, InvalidInput> =>
  FieldNames.only("query", query, Object.keys(names))
