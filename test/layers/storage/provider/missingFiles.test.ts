import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FileNotFound } from "../../../../src/domain/errors/FileErrors.js"
import { TransportError } from "../../../../src/domain/errors/TransportError.js"
import { FileId } from "../../../../src/domain/Ids.js"
import * as MissingFiles from "../../../../src/layers/storage/product/MissingFiles.js"

const ids = (count: number) => Array.from({ length: count }, (_, index) => FileId.make(`file-${index}`))

/** Of all files but these nothing is known. */
const looking = (...missing: ReadonlyArray<string>) => {
  const asked: Array<string> = []
  const info = (fileId: string) => {
    asked.push(fileId)
    return missing.includes(fileId)
      ? Effect.fail(new FileNotFound({ fileId }))
      : Effect.fail(new TransportError({ reason: "Network", method: "GET", path: "/info" }))
  }
  return { asked, info }
}

describe("the error of a call about several files", () => {
  it.effect("needs no look where there is one file only", () =>
    Effect.gen(function*() {
      const { asked, info } = looking()
      const error = yield* MissingFiles.look(info, ids(1))
      assert.deepInclude(error, { fileId: "file-0", fileIds: ["file-0"] })
      assert.strictEqual(error.message, "no file or folder file-0")
      assert.deepStrictEqual(asked, [])
    }))

  it.effect("names those that are missing", () =>
    Effect.gen(function*() {
      const { asked, info } = looking(...ids(3))
      const error = yield* MissingFiles.look(info, ids(3))
      assert.deepStrictEqual(error.fileIds, ids(3))
      assert.deepStrictEqual(asked, ids(3))
    }))

  it.effect("names all where a look fails, or would take too many calls", () =>
    Effect.gen(function*() {
      const failing = looking("file-1")
      assert.deepStrictEqual((yield* MissingFiles.look(failing.info, ids(3))).fileIds, ids(3))
      const many = looking("file-1")
      const error = yield* MissingFiles.look(many.info, ids(101))
      assert.deepStrictEqual(error.fileIds, ids(101))
      assert.isUndefined(error.fileId)
      assert.strictEqual(
        error.message,
        "not all of these files and folders are there: file-0, file-1, file-2, file-3, file-4 and 96 more"
      )
      assert.deepStrictEqual(many.asked, [])
    }))
})
