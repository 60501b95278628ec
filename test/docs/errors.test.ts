/** docs/errors.md names every error that a program can meet, with what the error itself says. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Api from "../../src/domain/errors/ApiErrors.js"
import * as File from "../../src/domain/errors/FileErrors.js"
import * as Input from "../../src/domain/errors/InputErrors.js"
import * as Storage from "../../src/domain/errors/StorageErrors.js"
import * as Transfer from "../../src/domain/errors/TransferErrors.js"
import * as Transport from "../../src/domain/errors/TransportError.js"
import * as InUse from "../../src/domain/errors/UploadInUse.js"
import * as Disposed from "../../src/promise/DriveDisposed.js"

const modules = [Api, File, Input, Storage, Transfer, Transport, InUse, Disposed]

const tagsOf = (module: object): ReadonlyArray<string> =>
  Object.values(module).flatMap((value: unknown) =>
    typeof value === "function" && "_tag" in value && typeof value._tag === "string" ? [value._tag] : []
  )

/** Never leaves the library: it is refreshed, or becomes another. */
const inside = "CredentialExpired"

describe("docs/errors.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/errors.md"), "utf8")
  const rows = page.split("\n").filter((line) => /^\| `[A-Z]/.test(line))
  const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, tag = ""]) => tag))

  it("has each error once, and no other", () => {
    const tags = modules.flatMap(tagsOf).filter((tag) => tag !== inside)
    assert.isAbove(tags.length, 20)
    assert.deepStrictEqual([...named].sort(), [...new Set(tags)].sort())
  })

  it("says of each what the error says", () => {
    const samples = [
      new Api.TokenExpired({ path: "/" }),
      new Api.RateLimited({ path: "/" }),
      new Api.NoSpace(),
      new File.FileNotFound({ fileId: "1" }),
      new File.ParentNotFound({ parentFileId: "1" }),
      new File.NameConflict({ name: "a" }),
      new File.FileTooLarge({ name: "a", size: 2, limit: 1 }),
      new File.QuotaExceeded({}),
      new Input.InvalidInput({ field: "a", message: "b" }),
      new Storage.IntegrityError({ what: "size", subject: "a", expected: "1", actual: "2" }),
      new Storage.NoSuchUpload({ uploadId: "u", objectKey: "a" }),
      new Transfer.SourceChanged({ name: "a", what: "gone" }),
      new Transfer.UploadCancelled({ uploadId: "a" }),
      new Transfer.TaskFailed({ taskId: "a" }),
      new Disposed.DriveDisposed()
    ]
    for (const error of samples) {
      const cells = rows.find((row) => row.includes(`\`${error._tag}\``))?.split("|").map((cell) => cell.trim()) ?? []
      const action = "action" in error ? error.action : ""
      assert.deepStrictEqual(cells.slice(3, 5), [error.retry, action ?? ""], error._tag)
    }
  })
})
