import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { fromDirectory } from "../../../src/layers/node/fromDirectory.js"

const temporary = Effect.acquireRelease(
  Effect.promise(() => Fs.mkdtemp(Path.join(Os.tmpdir(), "effect-drive-folder-"))),
  (directory) => Effect.promise(() => Fs.rm(directory, { recursive: true, force: true }))
)

const make = (directory: string, files: ReadonlyArray<string>, folders: ReadonlyArray<string> = []) =>
  Effect.promise(async () => {
    for (const folder of folders) await Fs.mkdir(Path.join(directory, folder), { recursive: true })
    for (const file of files) {
      await Fs.mkdir(Path.dirname(Path.join(directory, file)), { recursive: true })
      await Fs.writeFile(Path.join(directory, file), file)
    }
  })

const collect = (directory: string, options?: { readonly followLinks: boolean }) =>
  Effect.map(Stream.runCollect(fromDirectory(directory, options)), Chunk.toReadonlyArray)

/** Links of all kinds out of `directory`, to what is in `outside`. */
const linkOut = (directory: string, outside: string) =>
  Effect.promise(async () => {
    await Fs.symlink(Path.join(outside, "secret.txt"), Path.join(directory, "file"))
    await Fs.symlink(Path.join(outside, "sub"), Path.join(directory, "folder"))
    await Fs.symlink(Path.join(outside, "sub"), Path.join(directory, "folder again"))
    await Fs.symlink(Path.dirname(directory), Path.join(directory, "in", "above"))
    await Fs.symlink("../file", Path.join(directory, "in", "file by two links"))
    await Fs.symlink(Path.join(outside, "way"), Path.join(directory, "in", "file by another way"))
    await Fs.symlink("../in", Path.join(directory, "in", "itself"))
    await Fs.symlink(directory, Path.join(outside, "sub", "back"))
    await Fs.symlink(outside, Path.join(outside, "sub", "up"))
    await Fs.symlink(Path.join(directory, "a.txt"), Path.join(outside, "way"))
  })

describe("fromDirectory", () => {
  it.scoped("gives folders before what is in them, and keeps empty ones", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      yield* make(directory, ["a.txt", "photos/one.jpg", "photos/2026/été.jpg"], ["empty", "photos/none"])
      const entries = yield* collect(directory)
      assert.deepStrictEqual(entries.map((entry) => `${entry._tag} ${entry.path}`), [
        "File a.txt",
        "Folder empty",
        "Folder photos",
        "Folder photos/2026",
        "Folder photos/none",
        "File photos/one.jpg",
        "File photos/2026/été.jpg"
      ])
      const file = entries.find((entry) => entry.path === "photos/one.jpg")
      assert.deepStrictEqual(file, {
        _tag: "File",
        path: "photos/one.jpg",
        source: { path: Path.join(directory, "photos", "one.jpg") }
      })
    }))

  it.scoped("follows links to files only, and reports a link to nothing", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      yield* make(directory, ["a.txt"], ["inner"])
      yield* Effect.promise(async () => {
        await Fs.symlink("../a.txt", Path.join(directory, "inner", "link.txt"))
        await Fs.symlink("..", Path.join(directory, "inner", "upwards"))
        await Fs.symlink("nowhere", Path.join(directory, "inner", "dangling"))
      })
      const entries = yield* collect(directory)
      assert.deepStrictEqual(entries.map((entry) => `${entry._tag} ${entry.path}`), [
        "File a.txt",
        "Folder inner",
        "Unreadable inner/dangling",
        "File inner/link.txt"
      ])
    }))

  it.scoped("leaves out links that lead out of the folder, by whatever way, and names them", () =>
    Effect.gen(function*() {
      const directory = Path.join(yield* temporary, "tree")
      const outside = yield* temporary
      yield* make(directory, ["a.txt"], ["in"])
      yield* make(outside, ["secret.txt", "sub/deep.txt"])
      yield* linkOut(directory, outside)
      const entries = yield* collect(directory)
      assert.deepStrictEqual(entries.map((entry) => `${entry._tag} ${entry.path}`), [
        "File a.txt",
        "LeftOut file",
        "LeftOut folder",
        "LeftOut folder again",
        "Folder in",
        "LeftOut in/above",
        "File in/file by another way",
        "LeftOut in/file by two links"
      ])
    }))

  it.scoped("follows them where that is wanted, each folder once and never in circles", () =>
    Effect.gen(function*() {
      const directory = Path.join(yield* temporary, "tree")
      const outside = yield* temporary
      yield* make(directory, ["a.txt"], ["in"])
      yield* make(outside, ["secret.txt", "sub/deep.txt"])
      yield* linkOut(directory, outside)
      const entries = yield* collect(directory, { followLinks: true })
      assert.deepStrictEqual(entries.map((entry) => `${entry._tag} ${entry.path}`), [
        "File a.txt",
        "File file",
        "Folder folder",
        "Folder in",
        "File folder/deep.txt",
        "Folder folder/up",
        "File folder/up/secret.txt",
        "Folder folder/up/sub",
        "File folder/up/way",
        "File folder/up/sub/deep.txt",
        "File in/file by another way",
        "File in/file by two links"
      ])
    }))

  it.scoped("walks a thousand folders deep in order without losing one", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const names = Array.from({ length: 250 }, (_, index) => `f${String(index).padStart(3, "0")}/x/file`)
      yield* make(directory, names)
      const entries = yield* collect(directory)
      assert.strictEqual(entries.filter((entry) => entry._tag === "Folder").length, 500)
      assert.strictEqual(entries.filter((entry) => entry._tag === "File").length, 250)
    }))

  it.effect("refuses a directory that is not there", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(collect("/nowhere/at/all"))
      assert.strictEqual(error._tag, "InvalidInput")
      assert.strictEqual(error.field, "path")
    }))
})
