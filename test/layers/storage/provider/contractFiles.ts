/** Files and folders as they are seen: lists, what one is, paths, new folders. */
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { FileId, rootFileId } from "../../../../src/domain/Ids.js"
import type { AddCase } from "./cases.js"
import { later, listed, newFolder, prepare, put, unique, upload } from "./storing.js"
import { platform, provider } from "./underTest.js"

const names = (page: ReadonlyArray<{ readonly name: string }>) => page.map(({ name }) => name)

/** Two folders and four files, each a second younger than the one before. */
const filled = Effect.gen(function*() {
  const parentFileId = yield* newFolder()
  for (const name of ["b.txt", "d.png", "folder 2", "a.txt", "c.png", "folder 1"]) {
    yield* name.startsWith("folder") ? newFolder(parentFileId, name) : put(name, parentFileId, "x".repeat(name.length))
    yield* later
  }
  return parentFileId
})

export const cases = (add: AddCase) => {
  add(
    ["files.list"],
    "lists folders first and then the newest first, exactly across pages",
    () =>
      Effect.gen(function*() {
        const open = yield* provider
        assert.deepStrictEqual((yield* open.files.list({ parentFileId: yield* newFolder() })).items, [])
        const parentFileId = yield* filled
        const pages = yield* listed({ parentFileId, pageSize: 4 })
        assert.deepStrictEqual(pages.map(names), [["folder 1", "folder 2", "c.png", "a.txt"], ["d.png", "b.txt"]])
        // As many as fit exactly are followed by no empty page.
        assert.deepStrictEqual((yield* listed({ parentFileId, pageSize: 3 })).map(names), [
          ["folder 1", "folder 2", "c.png"],
          ["a.txt", "d.png", "b.txt"]
        ])
        assert.deepStrictEqual(names((yield* open.files.list({ parentFileId, page: 2, pageSize: 4 })).items), [
          "d.png",
          "b.txt"
        ])
        assert.deepStrictEqual((yield* open.files.list({ parentFileId, page: 9, pageSize: 4 })).items, [])
        assert.strictEqual((yield* open.files.list({ parentFileId })).items.length, 6)
        const first = (yield* listed({ parentFileId }))[0]?.[0]
        assert.deepInclude(first, { name: "folder 1", type: "folder", size: 0 })
      })
  )

  add(["files.list"], "lists in another order, one type or one category only", () =>
    Effect.gen(function*() {
      const parentFileId = yield* filled
      const one = (query: object) =>
        Effect.map(listed({ parentFileId, pageSize: 2, ...query }), (pages) => names(pages.flat()))
      const byName = ["a.txt", "b.txt", "c.png", "d.png", "folder 1", "folder 2"]
      assert.deepStrictEqual(yield* one({ order: "name" }), byName)
      assert.deepStrictEqual(yield* one({ order: "name desc" }), [...byName].reverse())
      assert.deepStrictEqual(yield* one({ order: "type desc, name asc" }), byName)
      assert.deepStrictEqual(yield* one({ fileType: "folder" }), ["folder 1", "folder 2"])
      assert.deepStrictEqual(yield* one({ fileType: "file" }), ["c.png", "a.txt", "d.png", "b.txt"])
      const images = one({ category: "image", order: "name" })
      if ((yield* platform).pictures === "known") assert.deepStrictEqual(yield* images, ["c.png", "d.png"])
      else assert.deepInclude(yield* Effect.flip(images), { _tag: "UnsupportedOperation", operation: "Files.list" })
    }))

  add(
    ["files.list"],
    "reads an order in the same words, and refuses another before any call",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const parentFileId = yield* filled
        const ordered = (order: string) => Effect.map(files.list({ parentFileId, order }), (page) => names(page.items))
        const byName = ["a.txt", "b.txt", "c.png", "d.png", "folder 1", "folder 2"]
        for (const order of [" name", "NAME ASC", "name:asc", "file_name", "name  asc"]) {
          assert.deepStrictEqual(yield* ordered(order), byName, order)
        }
        for (const order of ["-name", "- name", "name desc", "name :DESC"]) {
          assert.deepStrictEqual(yield* ordered(order), [...byName].reverse(), order)
        }
        const byDefault = names((yield* files.list({ parentFileId })).items)
        for (const order of ["", " ", "file_type, created_at desc"]) {
          assert.deepStrictEqual(yield* ordered(order), byDefault, order)
        }
        for (const order of ["colour", "name,", ",", "name up", "-name desc", "name desc size", "name; size"]) {
          // The folder is not there either, as a call would find.
          const refused = yield* Effect.flip(files.list({ parentFileId: "no-such-folder", order }))
          assert.deepInclude(refused, { _tag: "InvalidInput", field: "order" }, order)
        }
        if ((yield* platform).orderedBy === "fields") {
          const expected = ["folder 2", "folder 1", "d.png", "c.png", "b.txt", "a.txt"]
          assert.deepStrictEqual(yield* ordered("size, name desc"), expected)
        } else {
          const refused = yield* Effect.flip(ordered("size, name desc"))
          assert.deepInclude(refused, { _tag: "InvalidInput", field: "order" })
        }
      })
  )

  add(["files.list"], "knows no folder of an unknown id", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const error = yield* Effect.flip(open.files.list({ parentFileId: "no-such-folder" }))
      assert.deepInclude(error, { _tag: "FileNotFound", fileId: "no-such-folder" })
    }))

  add(["files.list"], "refuses a cursor that is none", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const error = yield* Effect.flip(open.files.list({ cursor: "?" }))
      assert.strictEqual(error._tag, "InvalidInput")
    }))

  add(["files.info"], "says what a file is", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const parentFileId = yield* newFolder()
      const { fileId } = yield* upload(randomBytes(321), { name: "Größe & +.txt", parentFileId })
      const file = yield* open.files.info(fileId)
      assert.deepStrictEqual(
        { fileId: file.fileId, name: file.name, size: file.size, type: file.type },
        { fileId, name: "Größe & +.txt", size: 321, type: "file" }
      )
    }))

  add(["files.info"], "gives a picture's thumbnail, and none unless it is asked for", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const { fileId } = yield* upload(randomBytes(64), { name: `${unique("picture")}.png` })
      const imageThumbnailProcess = "image/resize,w_200"
      const asked = open.files.info(fileId, { imageThumbnailProcess })
      if ((yield* platform).pictures === "known") {
        const { thumbnailUrl } = yield* asked
        assert.match(thumbnailUrl === undefined ? "" : Redacted.value(thumbnailUrl), /^https?:/)
      } else {
        assert.deepInclude(yield* Effect.flip(asked), { _tag: "UnsupportedOperation", operation: "Files.info" })
      }
      assert.isUndefined((yield* open.files.info(fileId)).thumbnailUrl)
    }))

  add(["files.pathOf"], "tells the path of a file, where the service does", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const { pathOf } = open.files
      if (pathOf === undefined) return
      const folder = yield* newFolder()
      const name = (yield* open.files.info(folder)).name
      const fileId = yield* put("here.txt", folder, "here")
      assert.strictEqual(yield* pathOf(fileId), `/${name}/here.txt`)
      assert.strictEqual(yield* pathOf(rootFileId), "/")
      assert.deepInclude(yield* Effect.flip(pathOf(FileId.make("no-such-file"))), { _tag: "FileNotFound" })
    }))

  add(["files.resolve"], "finds files and folders by path", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const name = unique("top")
      const top = yield* newFolder(rootFileId, name)
      const below = yield* newFolder(top, "below")
      assert.strictEqual(yield* open.files.resolve(`/${name}/below`), below)
      const error = yield* Effect.flip(open.files.resolve(`/${name}/nothing`))
      assert.deepInclude(error, { _tag: "FileNotFound", path: `/${name}/nothing` })
    }))

  add(["files.createFolder"], "gives the id of a folder that exists", () =>
    Effect.gen(function*() {
      const name = unique("twice")
      const first = yield* newFolder(rootFileId, name)
      assert.strictEqual(yield* newFolder(rootFileId, name), first)
      const nested = yield* newFolder(first, "nested")
      assert.strictEqual(yield* newFolder(first, "nested"), nested)
    }))

  add(["files.createFolder", "uploads.prepare"], "refuses a parent that is not there", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.flip(newFolder("no-such-parent"))
      assert.deepInclude(folder, { _tag: "ParentNotFound", message: "unexpected parent_file_id, please check!" })
      const file = yield* Effect.flip(prepare(randomBytes(1), { parentFileId: "no-such-parent" }))
      assert.strictEqual(file._tag, "ParentNotFound")
    }))

  add(["files.info", "downloads.address"], "knows no file of an unknown id", () =>
    Effect.gen(function*() {
      const open = yield* provider
      assert.strictEqual((yield* Effect.flip(open.files.info("no-such-file")))._tag, "FileNotFound")
      assert.strictEqual((yield* Effect.flip(open.downloads.address("no-such-file")))._tag, "FileNotFound")
    }))
}
