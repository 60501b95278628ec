/**
 * What can be wrong with a file, a folder or a name.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Recoverable, RetryClass, UserAction } from "./Recovery.js"

/**
 * A folder of this name exists (code 380505). Recovered inside: the existing folder's id is looked up and returned.
 *
 * @since 1.0.7
 * @category errors
 */
export class FolderExists extends Schema.TaggedError<FolderExists>()("FolderExists", {
  name: Schema.String,
  parentFileId: Schema.String
}) implements Recoverable {
  override get message(): string {
    return `a folder named "${this.name}" exists in folder ${this.parentFileId}`
  }
  readonly retry: RetryClass = "never"
  readonly action: UserAction = "rename"
  readonly advice = "Choose another name for the folder."
}

/**
 * The parent folder does not exist (code 381413).
 *
 * @since 1.0.7
 * @category errors
 */
export class ParentNotFound extends Schema.TaggedError<ParentNotFound>()("ParentNotFound", {
  parentFileId: Schema.String
}) implements Recoverable {
  override get message(): string {
    return "unexpected parent_file_id, please check!"
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Choose another folder: this one is gone."
}

/** Ids in a text that a person reads; all of them are in the error. */
const mostShown = 5

/**
 * There is no file or folder with this id or path (`NotFound.File`). A call that works with several at once and fails as a whole
 * names them in `fileIds`: those that are missing, or all of the call where it is not known which are.
 *
 * @since 1.0.7
 * @category errors
 */
export class FileNotFound extends Schema.TaggedError<FileNotFound>()("FileNotFound", {
  fileId: Schema.optional(Schema.String),
  path: Schema.optional(Schema.String),
  fileIds: Schema.optional(Schema.Array(Schema.String))
}) implements Recoverable {
  override get message(): string {
    if (this.fileId === undefined && this.fileIds !== undefined) {
      const more = this.fileIds.length - mostShown
      const shown = this.fileIds.slice(0, mostShown).join(", ")
      return `not all of these files and folders are there: ${shown}${more > 0 ? ` and ${more} more` : ""}`
    }
    return `no file or folder ${this.fileId ?? `at path "${this.path ?? ""}"`}`
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Refresh the list: it was moved or removed."
}

/**
 * The name is taken and the call asked to refuse doubles. `fileId` is the file that was to have it, where there is one already. Of a
 * file that is copied, moved or restored no name is known: `name` is its id.
 *
 * @since 1.0.7
 * @category errors
 */
export class NameConflict extends Schema.TaggedError<NameConflict>()("NameConflict", {
  name: Schema.String,
  parentFileId: Schema.optional(Schema.String),
  fileId: Schema.optional(Schema.String)
}) implements Recoverable {
  override get message(): string {
    return `the name ${this.name === this.fileId ? "of file " : ""}"${this.name}" is taken`
  }
  readonly retry: RetryClass = "never"
  readonly action: UserAction = "rename"
  readonly advice = "Choose another name."
}

/**
 * The file is larger than the space allows. Sizes in bytes.
 *
 * @since 1.0.7
 * @category errors
 */
export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", {
  name: Schema.String,
  size: Schema.Number,
  limit: Schema.Number
}) implements Recoverable {
  override get message(): string {
    return `"${this.name}" has ${this.size} bytes, this space takes files of up to ${this.limit}`
  }
  readonly retry: RetryClass = "never"
  readonly action: UserAction = "pickFile"
  readonly advice = "Choose a smaller file."
}

/**
 * The space, or the disk under it, is full. `limit` in bytes where it is known.
 *
 * @since 1.0.7
 * @category errors
 */
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  limit: Schema.optional(Schema.Number)
}) implements Recoverable {
  override get message(): string {
    return this.limit === undefined ? "the space is full" : `the space is full (${this.limit} bytes)`
  }
  readonly retry: RetryClass = "never"
  readonly action: UserAction = "freeSpace"
  readonly advice = "Free up space, then try again."
}

/**
 * The user may not do this.
 *
 * @since 1.0.7
 * @category errors
 */
export class PermissionDenied extends Schema.TaggedError<PermissionDenied>()(
  "PermissionDenied",
  { operation: Schema.String }
) implements Recoverable {
  override get message(): string {
    return `${this.operation} is not permitted`
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Ask the owner for permission."
}
