import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Fiber, Stream } from "effect"
import { fromDirectoryHandle, fromDrop, fromFileList } from "../../../src/layers/browser/DropEntries.js"

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

  it.effect("reports a file that cannot be read and continues", () =>
    Effect.gen(function*() {
      const { transfer } = drop([folderEntry("top", [fileEntry("bad", false), fileEntry("good")])])
      assert.deepStrictEqual(yield* describeAll(fromDrop(transfer)), [
        "Folder top",
        "Unreadable top/bad",
        "File top/good"
      ])
    }))

  it.effect("can be left while the browser says nothing of a file", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<void>()
      const silent = { ...fileEntry("silent"), file: () => Deferred.unsafeDone(asked, Effect.void) }
      const reading = yield* Effect.fork(Stream.runDrain(fromDrop(drop([silent]).transfer)))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(reading)
    }))
})

/** What Chromium gives beside the entries: a tree of handles, for the time of the drop only. */
const fileHandle = (name: string) => ({ kind: "file", name })
const folderHandle = (name: string, children: ReadonlyArray<{ readonly kind: string; readonly name: string }>) => {
  const find = (kind: string) => (wanted: string) => {
    const child = children.find((one) => one.kind === kind && one.name === wanted)
    return child === undefined ? Promise.reject(new DOMException("none", "NotFoundError")) : Promise.resolve(child)
  }
  return { kind: "directory", name, getDirectoryHandle: find("directory"), getFileHandle: find("file") }
}

const large = (name: string) => ({
  ...fileEntry(name),
  file: (found: (file: File) => void) => found(new File([new Uint8Array(5_242_881)], name))
})

describe("handles of dropped files", () => {
  const sourcesOf = (entry: unknown, handle: () => Promise<unknown>) =>
    Effect.map(
      Stream.runCollect(fromDrop({
        items: [{ kind: "file", webkitGetAsEntry: () => entry, getAsFile: () => null, getAsFileSystemHandle: handle }]
      } as unknown as DataTransfer)),
      (entries) => [...entries].flatMap((one) => one._tag === "File" ? [one.source] : [])
    )

  it.effect("are kept for files that go in parts, wherever in the folder they are", () =>
    Effect.gen(function*() {
      const film = fileHandle("film.mp4")
      const top = folderHandle("top", [folderHandle("sub", [film, fileHandle("note.txt")])])
      const entry = folderEntry("top", [folderEntry("sub", [large("film.mp4"), fileEntry("note.txt")])])
      const [first, second] = yield* sourcesOf(entry, () => Promise.resolve(top))
      assert.strictEqual<unknown>(first, film)
      assert.instanceOf(second, File)
      assert.deepStrictEqual<unknown>(yield* sourcesOf(large("film.mp4"), () => Promise.resolve(film)), [film])
    }))

  it.effect("that the page may not have leave the files as they are", () =>
    Effect.gen(function*() {
      for (
        const refusal of [
          () => Promise.reject(new DOMException("no", "SecurityError")),
          () => Promise.resolve(null),
          () => Promise.resolve(folderHandle("top", []))
        ]
      ) {
        const [source] = yield* sourcesOf(folderEntry("top", [large("film.mp4")]), refusal)
        assert.instanceOf(source, File)
      }
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

  it.effect("takes files that have no path by their names", () =>
    Effect.gen(function*() {
      const picked = new File(["x"], "picked")
      const bare = Object.defineProperty(new File(["x"], "bare"), "webkitRelativePath", { value: undefined })
      assert.deepStrictEqual(yield* describeAll(fromFileList([picked, bare])), ["File picked", "File bare"])
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
