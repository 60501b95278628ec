/**
 * Everything the emulated service refuses, as one error that carries the code of its envelope.
 */
import * as Data from "effect/Data"

/**
 * A refusal. `code` goes into the envelope (0 is success and never used here), `status` is the HTTP status, `retryAfter`
 * the seconds of a `Retry-After` header.
 */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly code: number | string
  readonly status: number
  readonly message: string
  readonly retryAfter?: number
}> {}

/**
 * The header that says when to come back, where the refusal says so.
 */
export const retryAfterHeader = ({ retryAfter }: Refusal): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` }

/**
 * A request that makes no sense: which field, and why.
 */
export const invalidParameter = (field: string, message: string): Refusal =>
  new Refusal({ code: `InvalidParameter.${field}`, status: 400, message })

export const fileNotFound = (what: string): Refusal =>
  new Refusal({ code: "NotFound.File", status: 404, message: `no file or folder ${what}` })

/** Where the bytes of a file are asked for. */
export const isFolder = (fileId: string): Refusal =>
  new Refusal({ code: "InvalidResource.FileTypeFolder", status: 400, message: `${fileId} is a folder` })

export const parentNotFound = (parentFileId: string): Refusal =>
  new Refusal({ code: 381413, status: 200, message: `parent folder ${parentFileId} not found` })

export const folderExists = (name: string): Refusal =>
  new Refusal({ code: 380505, status: 200, message: `folder ${name} exists` })

export const fileExists = (name: string): Refusal =>
  new Refusal({ code: "AlreadyExist.File", status: 409, message: `${name} exists` })

export const fileTooLarge = (size: number, limit: number): Refusal =>
  new Refusal({ code: "FileTooLarge", status: 413, message: `${size} bytes are more than the limit of ${limit}` })

export const quotaExhausted = (message: string): Refusal =>
  new Refusal({ code: "QuotaExhausted", status: 507, message })

export const permissionDenied = (message: string): Refusal =>
  new Refusal({ code: "PermissionDenied", status: 403, message })
