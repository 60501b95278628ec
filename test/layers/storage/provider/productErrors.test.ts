import { assert, describe, it } from "@effect/vitest"
import { ApiError } from "../../../../src/domain/errors/ApiErrors.js"
import { readFailure, restoreFailure, writeFailure } from "../../../../src/layers/storage/product/ProductErrors.js"

const errorWith = (code: number | string) => new ApiError({ code, method: "POST", path: "/api/v2/file/s" })

const subject = { operation: "Files.x", name: "n", parentFileId: "p", size: 10, sizeLimit: 5, refuses: true }

describe("codes of the product API", () => {
  const cases: ReadonlyArray<readonly [number | string, object]> = [
    ["NotFound.File", { _tag: "FileNotFound", fileId: "p" }],
    ["PermissionDenied", { _tag: "PermissionDenied", operation: "Files.x" }],
    ["Forbidden.Space", { _tag: "PermissionDenied" }],
    [381413, { _tag: "ParentNotFound", parentFileId: "p" }],
    ["381413", { _tag: "ParentNotFound" }],
    [380505, { _tag: "FolderExists", name: "n", parentFileId: "p" }],
    ["AlreadyExist.File", { _tag: "NameConflict", name: "n", parentFileId: "p" }],
    ["QuotaExhausted.Drive", { _tag: "QuotaExceeded" }],
    ["FileTooLarge", { _tag: "FileTooLarge", name: "n", size: 10, limit: 5 }],
    ["Something.Else", { _tag: "ApiError", code: "Something.Else" }]
  ]
  for (const [code, expected] of cases) {
    it(`${code}`, () => {
      assert.deepInclude(writeFailure(errorWith(code), subject), expected)
    })
  }

  it("380505 means that the folder exists only where the call said refuse", () => {
    assert.deepInclude(writeFailure(errorWith(380505), { ...subject, refuses: false }), {
      _tag: "ApiError",
      code: 380505
    })
  })

  it("a file that was to come out of the bin names itself where its name is another's", () => {
    const restored = { operation: "RecycleBin.restore", fileId: "f" }
    assert.deepInclude(restoreFailure(errorWith("AlreadyExist.File"), restored), { _tag: "NameConflict", name: "f" })
    assert.deepInclude(restoreFailure(errorWith("NotFound.File"), restored), { _tag: "FileNotFound", fileId: "f" })
  })

  it("keeps what a look-up cannot mean", () => {
    assert.strictEqual(readFailure(errorWith(380505), subject)._tag, "ApiError")
    assert.deepInclude(readFailure(errorWith("NotFound.File"), { operation: "x", path: "/a" }), {
      _tag: "FileNotFound",
      path: "/a"
    })
  })
})
