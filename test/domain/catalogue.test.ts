import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Api from "../../src/domain/errors/ApiErrors.js"
import * as File from "../../src/domain/errors/FileErrors.js"
import * as Input from "../../src/domain/errors/InputErrors.js"
import type { Recoverable } from "../../src/domain/errors/Recovery.js"
import * as Storage from "../../src/domain/errors/StorageErrors.js"
import * as Transfer from "../../src/domain/errors/TransferErrors.js"
import * as Transport from "../../src/domain/errors/TransportError.js"
import * as InUse from "../../src/domain/errors/UploadInUse.js"

type CatalogueError = Error & Recoverable & { readonly _tag: string }

interface Entry {
  readonly error: CatalogueError
  readonly message: string
  readonly retry: Recoverable["retry"]
  readonly action?: Recoverable["action"]
}

const entries: ReadonlyArray<Entry> = [
  {
    error: new Api.TokenExpired({ path: "/api/v2/user/login" }),
    message: "the session has ended, or the token is not valid (/api/v2/user/login answered 401): sign in again",
    retry: "afterSignIn",
    action: "signIn"
  },
  {
    error: new Api.ApiError({ code: 42, reason: "no", method: "GET", path: "/api/v2/x" }),
    message: "GET /api/v2/x was refused with code 42: no",
    retry: "never"
  },
  {
    error: new Api.RateLimited({ path: "/api/v2/x", retryAfter: 1500 }),
    message: "/api/v2/x asks for fewer requests, again in 2 s",
    retry: "later",
    action: "retry"
  },
  { error: new Api.NoSpace(), message: "this user has no drive space", retry: "never" },
  { error: new Api.SpaceNotFound({ spaceId: "s" }), message: "this user has no space s", retry: "never" },
  {
    error: new File.FolderExists({ name: "a", parentFileId: "root" }),
    message: "a folder named \"a\" exists in folder root",
    retry: "never",
    action: "rename"
  },
  {
    error: new File.ParentNotFound({ parentFileId: "x" }),
    message: "unexpected parent_file_id, please check!",
    retry: "never"
  },
  { error: new File.FileNotFound({ path: "/a" }), message: "no file or folder at path \"/a\"", retry: "never" },
  {
    error: new File.NameConflict({ name: "a" }),
    message: "the name \"a\" is taken",
    retry: "never",
    action: "rename"
  },
  {
    error: new File.FileTooLarge({ name: "a", size: 3, limit: 2 }),
    message: "\"a\" has 3 bytes, this space takes files of up to 2",
    retry: "never",
    action: "pickFile"
  },
  {
    error: new File.QuotaExceeded({ limit: 5 }),
    message: "the space is full (5 bytes)",
    retry: "never",
    action: "freeSpace"
  },
  {
    error: new File.PermissionDenied({ operation: "Files.rename" }),
    message: "Files.rename is not permitted",
    retry: "never"
  },
  {
    error: new Input.InvalidInput({ field: "spaceId", message: "spaceId required" }),
    message: "spaceId required",
    retry: "never"
  },
  {
    error: new Input.UnsupportedOperation({ operation: "pollTask", platform: "s3", message: "unsupport method" }),
    message: "unsupport method",
    retry: "never"
  },
  {
    error: new Input.PlatformNotSupported({ platform: "cos" }),
    message: "spaces on cos are not supported",
    retry: "never"
  },
  {
    error: new Storage.StorageError({ platform: "s3", reason: "MissingEtag" }),
    message: "s3: the storage's answer has no ETag: list ETag in the expose-headers of the bucket's CORS rules",
    retry: "never"
  },
  {
    error: new Storage.NoSuchUpload({ uploadId: "u", objectKey: "k" }),
    message: "the storage no longer knows the upload of \"k\"",
    retry: "restart",
    action: "retry"
  },
  {
    error: new Storage.CredentialExpired({ platform: "s3", version: 3 }),
    message: "the storage credential (version 3) has expired",
    retry: "afterRefresh"
  },
  {
    error: new Storage.IntegrityError({ what: "etag", subject: "k", expected: "a", actual: "b" }),
    message: "k: etag is b, expected a",
    retry: "later",
    action: "retry"
  },
  { error: new Transfer.UploadCancelled({ uploadId: "u" }), message: "the upload was cancelled", retry: "never" },
  { error: new Transfer.DownloadCancelled({ downloadId: "d" }), message: "the download was cancelled", retry: "never" },
  {
    error: new InUse.UploadInUse({ uploadId: "u", reason: "active" }),
    message: "another tab or program is working on this upload: try again when it is done",
    retry: "later",
    action: "retry"
  },
  {
    error: new Transfer.SuccessCallbackFailed({ spaceId: "s1", failed: ["f1"] }),
    message: "call /api/v2/file/s1/upload/success-callback fail",
    retry: "restart",
    action: "retry"
  },
  {
    error: new Transfer.SignedPutFailed({ status: 500 }),
    message: "call signedUrl put fail",
    retry: "restart",
    action: "retry"
  },
  {
    error: new Transfer.SourceChanged({ name: "a", what: "size", expected: "2", actual: "1" }),
    message: "\"a\" changed while it was read (size 1, was 2)",
    retry: "never",
    action: "pickFile"
  },
  {
    error: new Transfer.SaveFailed({ target: "/t", reason: "DiskFull" }),
    message: "\"/t\" could not be written: DiskFull",
    retry: "never",
    action: "freeSpace"
  },
  {
    error: new Transfer.TaskFailed({ taskId: "t", errorCode: "E", detail: "why" }),
    message: "task t failed with code E: why",
    retry: "never",
    action: "retry"
  },
  {
    error: new Transport.TransportError({ reason: "Network", method: "GET", path: "/x" }),
    message: "GET /x could not be sent or answered",
    retry: "later",
    action: "retry"
  }
]

const modules = [Api, File, InUse, Input, Storage, Transfer, Transport]

describe("error catalogue", () => {
  for (const { action, error, message, retry } of entries) {
    it(`${error._tag} says what happened and what can be done`, () => {
      assert.strictEqual(error.message, message)
      assert.strictEqual(error.retry, retry)
      assert.strictEqual(error.action, action)
      assert.isTrue(error instanceof Error)
    })
  }

  it("a task that has failed because the space is full asks for room", () => {
    for (const errorCode of ["QuotaExhausted.Drive", "QuotaExceeded"]) {
      const { action, advice } = new Transfer.TaskFailed({ taskId: "t", errorCode })
      assert.strictEqual(action, "freeSpace")
      assert.match(advice, /^Free up space/)
    }
  })

  it("has a sentence of advice for people beside each message", () => {
    for (const { error } of entries) {
      assert.match(error.advice, /^[A-Z][^.:]*(?:: [^.]*)?\.$/, error._tag)
      assert.notInclude(error.message, error.advice, error._tag)
    }
    const early = new Input.InvalidInput({ field: "spaceId", message: "spaceId required" })
    assert.strictEqual(early.advice, "Sign in first, or choose a space.")
    assert.strictEqual(new Input.InvalidInput({ field: "page", message: "x" }).advice, "Correct the field page.")
  })

  it("has an entry for every error class there is", () => {
    const classes = modules.flatMap((module) => Object.entries(module))
      .filter(([, value]) => typeof value === "function" && value.prototype instanceof Error)
      .map(([name]) => name)
    assert.deepStrictEqual(entries.map((entry) => entry.error._tag).sort(), classes.sort())
  })

  it("survives a trip through its schema, as workers and tabs need it", () => {
    const error = new Transport.TransportError({ reason: "Status", method: "GET", path: "/x", status: 503 })
    const plain = JSON.parse(JSON.stringify(Schema.encodeSync(Transport.TransportError)(error)))
    const back = Schema.decodeUnknownSync(Transport.TransportError)(plain)
    assert.strictEqual(back._tag, "TransportError")
    assert.strictEqual(back.retry, "later")
    assert.strictEqual(back.message, error.message)
  })

  it("says of an upload that another tab has continued that a retry continues from there", () => {
    const error = new InUse.UploadInUse({ uploadId: "u", reason: "continued" })
    assert.strictEqual(error.message, "another tab or program has continued this upload")
    assert.strictEqual(error.retry, "restart")
    assert.strictEqual(error.action, "retry")
  })

  it("names no time where a busy service says none, or one that is over", () => {
    for (const retryAfter of [undefined, 0]) {
      const { message } = new Api.RateLimited({ path: "/api/v2/x", retryAfter })
      assert.strictEqual(message, "/api/v2/x asks for fewer requests")
    }
  })

  it("classes a transport error by its reason and status", () => {
    const make = (reason: Transport.TransportError["reason"], status?: number) =>
      new Transport.TransportError({ reason, method: "GET", path: "/x", ...(status === undefined ? {} : { status }) })
    assert.strictEqual(make("Decode").retry, "never")
    assert.strictEqual(make("Status", 404).retry, "never")
    assert.strictEqual(make("Status", 429).retry, "later")
    assert.strictEqual(make("Stalled").retry, "later")
    assert.strictEqual(make("ForeignAnswer", 200).retry, "later")
    assert.strictEqual(make("AnswerTooLarge", 200).retry, "never")
  })

  it("classes a storage error by its reason and status", () => {
    const make = (reason: Storage.StorageReason, status?: number) =>
      new Storage.StorageError({ platform: "oss", reason, ...(status === undefined ? {} : { status }) }).retry
    assert.strictEqual(make("ClockSkew"), "now")
    assert.strictEqual(make("SlowDown"), "later")
    assert.strictEqual(make("AddressExpired", 403), "now")
    assert.strictEqual(make("PartsOutOfOrder", 400), "never")
    assert.strictEqual(make("Rejected", 500), "later")
    assert.strictEqual(make("Rejected", 400), "never")
    assert.strictEqual(make("AccessDenied", 403), "never")
  })
})
