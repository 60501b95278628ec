import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { fromDirectoryHandle, fromDrop, fromFileList } from "../../src/layers/folder/DropEntries.js"

const describeAll = <E>(entries: Stream.Stream<{ readonly _tag: string; readonly path: string }, E>) =>
  Effect.map(
    Stream.runCollect(entries),
    (chunk) => Chunk.toReadonlyArray(chunk).map((entry) => `${entry._tag} ${entry.path}`)
  )

/** The two entry kinds of the File and Directory Entries API, with its page of at most a hundred per call. */
const fileEntry = (name: string, readable = true) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (found: (file: File) => void, failed: (error: unknown) => void) =>
    readable ? found(new File(["x"], name)) : failed(new DOMException("gone", "NotFoundError"))
})

const folderEntry = (name: string, children: ReadonlyArray<unknown>) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    let at = 0
    return {
      readEntries: (found: (entries: ReadonlyArray<unknown>) => void) => {
        const page = children.slice(at, at + 100)
        at += page.length
        found(page)
      }
    }
  }
})

const drop = (entries: ReadonlyArray<unknown>) => {
  let alive = true
  const items = entries.map((entry) => ({
    kind: "file",
    webkitGetAsEntry: () => alive ? entry : null,
    getAsFile: () => null
  }))
  return {
    transfer: { items } as unknown as DataTransfer,
    end: () => {
      alive = false
    }
  }
}

describe("fromDrop", () => {
  it.effect("reads past the hundred entries of one call and keeps empty folders", () =>
    Effect.gen(function*() {
      const many = Array.from({ length: 250 }, (_, index) => fileEntry(`f${index}`))
      const { transfer } = drop([folderEntry("top", [...many, folderEntry("empty", [])]), fileEntry("lone.txt")])
      const entries = yield* describeAll(fromDrop(transfer))
      assert.strictEqual(entries.length, 250 + 3)
      assert.strictEqual(entries[0], "Folder top")
      assert.include(entries, "File top/f249")
      assert.include(entries, "Folder top/empty")
      assert.strictEqual(entries.at(-1), "File lone.txt")
    }))

  it.effect("takes the items at once, before the browser empties them", () =>
    Effect.gen(function*() {
      const { end, transfer } = drop([fileEntry("a"), fileEntry("b")])
      const entries = fromDrop(transfer)
      end()
      assert.deepStrictEqual(yield* describeAll(entries), ["File a", "File b"])
    }))

  it.effect("reports a file that cannot be read and goes on", () =>
    Effect.gen(function*() {
      const { transfer } = drop([folderEntry("top", [fileEntry("bad", false), fileEntry("good")])])
      assert.deepStrictEqual(yield* describeAll(fromDrop(transfer)), [
        "Folder top",
        "Unreadable top/bad",
        "File top/good"
      ])
    }))
})

describe("fromFileList", () => {
  it.effect("names each folder once, before its files", () =>
    Effect.gen(function*() {
      const file = (path: string) =>
        Object.defineProperty(new File(["x"], path.split("/").at(-1) ?? path), "webkitRelativePath", { value: path })
      const entries = yield* describeAll(fromFileList([file("a/b/one"), file("a/two"), file("a/b/three")]))
      assert.deepStrictEqual(entries, ["Folder a", "Folder a/b", "File a/b/one", "File a/two", "File a/b/three"])
    }))
})

describe("fromDirectoryHandle", () => {
  it.effect("walks handles and reports what it cannot open", () =>
    Effect.gen(function*() {
      const file = (name: string, readable = true) => ({
        kind: "file",
        name,
        getFile: () => readable ? Promise.resolve(new File(["x"], name)) : Promise.reject(new Error("no"))
      })
      const directory = (name: string, children: ReadonlyArray<unknown>): unknown => ({
        kind: "directory",
        name,
        async *values() {
          yield* children
        }
      })
      const top = directory("top", [file("a"), directory("sub", [file("b", false)]), directory("none", [])])
      assert.deepStrictEqual(yield* describeAll(fromDirectoryHandle(top as FileSystemDirectoryHandle)), [
        "File a",
        "Folder sub",
        "Unreadable sub/b",
        "Folder none"
      ])
    }))
})
