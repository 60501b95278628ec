/**
 * What a download is asked for, by names that it knows: of a misspelled range all of the file would be read.
 */
import * as Either from "effect/Either"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import type { DownloadRequest } from "../../services/Downloads.js"
import type { ByteRange } from "../../services/Transport.js"

type Names<A> = Readonly<Record<keyof A, true>>

const download: Names<DownloadRequest> = { fileId: true, fileIds: true, archive: true, target: true, range: true }

const file = { fileId: true, range: true } as const

const byteRange: Names<ByteRange> = { start: true, end: true }

const fields = { download: Object.keys(download), file: Object.keys(file) }

/**
 * The request, or which field it or its range does not have.
 */
export const checkDownload = <A extends { readonly range?: ByteRange | undefined }>(
  what: keyof typeof fields,
  request: A
): Either.Either<A, InvalidInput> =>
  Either.flatMap(
    FieldNames.only("range", request.range ?? {}, Object.keys(byteRange)),
    () => FieldNames.only(what, request, fields[what])
  )
