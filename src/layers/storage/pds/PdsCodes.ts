/**
 * The one table that says what the codes of pds mean. `docs/pds.md` shows it, and a test keeps the two equal.
 */

/**
 * What a code means to this library: a tag of the error catalogue, a reason of `StorageError`, or what is done about it.
 */
export type PdsMeaning =
  | "ApiError"
  | "CredentialExpired"
  | "FileNotFound"
  | "FileTooLarge"
  | "IntegrityError"
  | "InvalidInput"
  | "NameConflict"
  | "NoSuchUpload"
  | "NotParallel"
  | "PartIsThere"
  | "PermissionDenied"
  | "QuotaExceeded"
  | "RateLimited"
  | "StorageError AccessDenied"
  | "StorageError PartsOutOfOrder"
  | "TransportError"

/**
 * One row. A code matches a row of its own, then the row of its base (the text before the dot), then the first row whose `*`
 * stands for the rest of it; there, capitals and underscores do not matter.
 */
export interface PdsCode {
  readonly code: string
  readonly means: PdsMeaning
  readonly done: string
}

const row = (code: string, means: PdsMeaning, done: string): PdsCode => ({ code, means, done })

/**
 * Codes of the REST API and, below, of the addresses that the bytes go to.
 */
export const pdsCodes: ReadonlyArray<PdsCode> = [
  row("AccessTokenInvalid", "CredentialExpired", "the space's token is fetched anew once, the call made again"),
  row("AccessTokenExpired", "CredentialExpired", "the same"),
  row("TokenExpired", "CredentialExpired", "the same; it never signs out"),
  row("ShareLinkTokenInvalid", "StorageError AccessDenied", "ends"),
  row("Forbidden*", "PermissionDenied", "ends"),
  row("ForbiddenFileInTheRecycleBin", "FileNotFound", "ends: it is not where it was"),
  row(
    "NotFound",
    "FileNotFound",
    "ends; `ParentNotFound` when something was to be created, or a copy or move looks and misses the folder"
  ),
  row("NotFound.AsyncTask", "ApiError", "ends"),
  row("NotFound.Drive", "ApiError", "ends"),
  row("NotFound.UploadId", "NoSuchUpload", "the file is looked at: it may be complete. Else the upload begins afresh"),
  row("AlreadyExist", "NameConflict", "ends; a refused upload address: the file is looked at"),
  row("QuotaExhausted", "QuotaExceeded", "ends"),
  row("InvalidParameter.SizeExceed", "FileTooLarge", "ends"),
  row("InvalidParameter*.ContentHash", "IntegrityError", "the upload begins afresh, once"),
  row("InvalidParameter*.Crc64Hash", "IntegrityError", "the same"),
  row("InvalidParameter*.ParallelSha1Ctx", "IntegrityError", "parts that differ are sent again, else the same"),
  row("InvalidParameterNotSupported.ParallelUpload", "NotParallel", "parts go one after the other in this drive"),
  row("InvalidParameter*", "ApiError", "ends"),
  row("InvalidResource.FileTypeFolder", "InvalidInput", "ends, when the address of a folder was asked for"),
  row("InvalidRequestJSONFormat", "ApiError", "ends"),
  row("PreHashMatched", "ApiError", "not met: no hash is sent"),
  row("StateConflict", "ApiError", "ends"),
  row("TooManyRequests", "RateLimited", "again after Retry-After or a pause with jitter"),
  row("InternalError", "TransportError", "again after a pause, where that does no harm"),
  row("ServiceUnavailable", "TransportError", "the same"),
  row("NoSuchUpload", "NoSuchUpload", "as `NotFound.UploadId`"),
  row("PartAlreadyExist", "PartIsThere", "the part counts when the part list has it with this size"),
  row("PartNotSequential", "StorageError PartsOutOfOrder", "the part list is read, and the first missing part sent"),
  row("QuotaExceeded", "QuotaExceeded", "ends")
]

const rows = new Map(pdsCodes.map((known) => [known.code, known]))

const plain = (code: string): string => code.replaceAll("_", "").toLowerCase()

const wildcards = pdsCodes.filter(({ code }) => code.includes("*")).map((known) => {
  const [start = "", end = ""] = plain(known.code).split("*")
  return { known, start, end }
})

const wildcardOf = (code: string): PdsCode | undefined =>
  wildcards.find(({ end, start }) => plain(code).startsWith(start) && plain(code).endsWith(end))?.known

/** The row of a code; codes that nobody knows have none. */
const rowOf = (code: string): PdsCode | undefined =>
  rows.get(code) ?? rows.get(code.split(".", 1)[0] ?? "") ?? wildcardOf(code)

/**
 * A code that nobody knows is an `ApiError`, which keeps it.
 */
export const meaningOf = (code: string): PdsMeaning => rowOf(code)?.means ?? "ApiError"
