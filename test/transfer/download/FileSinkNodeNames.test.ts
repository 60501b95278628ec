import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import * as FileSinkNode from "../../../src/layers/node/FileSinkNode.js"
import { FileSink } from "../../../src/services/FileSink.js"
import { directory, entries, fill, opened, prepared, version, write } from "./sinksOnDisk.js"

describe("FileSinkNode, where names are taken, too long or another's", () => {
  it.layer(FileSinkNode.layer)((it) => {
    const foreign: Readonly<Record<string, (path: string, elsewhere: string) => Promise<unknown>>> = {
      "a link": (path, elsewhere) => fs.symlink(elsewhere, path),
      "a link to nothing": (path, elsewhere) => fs.symlink(`${elsewhere}-missing`, path),
      "a second name of a file": (path, elsewhere) => fs.link(elsewhere, path),
      "a file": (path) => fs.writeFile(path, "precious"),
      "a folder": (path) => fs.mkdir(path)
    }
    for (const [what, put] of Object.entries(foreign)) {
      for (const end of [".part", ".part.json", ".part.json.new", ".part.lock"]) {
        it.scoped(`takes another name where ${what} is at ${end}, and leaves it as it is`, () =>
          Effect.gen(function*() {
            const path = yield* directory
            const target = join(path, "file")
            const elsewhere = join(path, "elsewhere")
            yield* Effect.promise(() => fs.writeFile(elsewhere, "precious"))
            yield* Effect.promise(() => put(`${target}${end}`, elsewhere))
            const before = yield* entries(path)
            const stats = yield* Effect.promise(() => fs.lstat(`${target}${end}`))
            const content = what === "a file" ? yield* Effect.promise(() => fs.readFile(`${target}${end}`, "utf8")) : ""
            const begin = Effect.gen(function*() {
              const sink = yield* opened(target)
              yield* fill(sink, [Buffer.from("0123456")])
              yield* sink.keep({ version, done: [{ start: 0, end: 7 }] })
            }).pipe(Effect.scoped)
            yield* begin
            assert.sameMembers(yield* entries(path), [...before, "file.1.part", "file.1.part.json"])
            yield* (yield* prepared(target)).discard
            assert.sameMembers(yield* entries(path), before)
            yield* begin
            yield* Effect.gen(function*() {
              const sink = yield* opened(target)
              assert.deepStrictEqual(sink.kept?.done, [{ start: 0, end: 7 }])
              yield* sink.finish
              yield* sink.publish
            }).pipe(Effect.scoped)
            assert.sameMembers(yield* entries(path), [...before, "file"])
            assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "0123456")
            assert.strictEqual(yield* Effect.promise(() => fs.readFile(elsewhere, "utf8")), "precious")
            const after = yield* Effect.promise(() => fs.lstat(`${target}${end}`))
            assert.deepStrictEqual([after.ino, after.mode, after.size], [stats.ino, stats.mode, stats.size])
            if (what === "a file") assert.strictEqual(content, "precious")
          }))
      }
    }

    it.scoped("does not continue with a part that others have replaced by a link", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const elsewhere = join(path, "elsewhere")
        yield* Effect.promise(() => fs.writeFile(elsewhere, "precious"))
        for (const link of [fs.symlink, fs.link]) {
          yield* Effect.gen(function*() {
            const sink = yield* opened(target)
            yield* fill(sink, [Buffer.from("0123456")])
            yield* sink.keep({ version, done: [{ start: 0, end: 7 }] })
          }).pipe(Effect.scoped)
          yield* Effect.promise(() => fs.rm(`${target}.part`))
          yield* Effect.promise(() => link(elsewhere, `${target}.part`))
          yield* write(target, [Buffer.from("new")], true)
          assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "new")
          assert.strictEqual(yield* Effect.promise(() => fs.readFile(elsewhere, "utf8")), "precious")
          yield* Effect.promise(() => fs.rm(`${target}.part`))
          yield* Effect.promise(() => fs.rm(`${target}.part.json`))
        }
      }))

    it.scoped("does not give the name to another file that took the part's place", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const error = yield* Effect.gen(function*() {
          const sink = yield* opened(target)
          yield* fill(sink, [Buffer.from("ours")])
          yield* sink.finish
          yield* Effect.promise(() => fs.rename(`${target}.part`, `${target}.away`))
          yield* Effect.promise(() => fs.writeFile(`${target}.part`, "theirs"))
          return yield* Effect.flip(sink.publish)
        }).pipe(Effect.scoped)
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed" })
        assert.sameMembers(yield* entries(path), ["file.away", "file.part"])
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(`${target}.part`, "utf8")), "theirs")
      }))

    it.scoped("takes no path that ends as that of a folder for a file's name", () =>
      Effect.gen(function*() {
        const path = yield* directory
        yield* Effect.promise(() => fs.writeFile(join(path, "file"), "precious"))
        for (const name of ["file/", "new/"]) {
          const error = yield* Effect.flip(Effect.scoped(opened(`${path}/${name}`)))
          assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed" })
        }
        assert.deepStrictEqual(yield* entries(path), ["file"])
      }))

    it.scoped("saves under names up to the longest that the disk has, and tells two of them apart", () =>
      Effect.gen(function*() {
        const path = yield* directory
        for (const length of [190, 191, 204, 205, 241, 242, 254, 255]) {
          const names = [
            `${"x".repeat(length)}`,
            `${"é".repeat(Math.floor((length - 1) / 2))}${"y".repeat(2 - length % 2)}`
          ]
          for (const name of names) {
            assert.strictEqual(Buffer.byteLength(name), length)
            yield* write(join(path, name), [Buffer.from(name)], true)
            assert.strictEqual(yield* Effect.promise(() => fs.readFile(join(path, name), "utf8")), name)
          }
        }
        const alike = [1, 2].map((end) => join(path, `${"z".repeat(250)}${end}`))
        const sinks = yield* Effect.forEach(alike, (target) => opened(target))
        for (const [index, sink] of sinks.entries()) {
          yield* fill(sink, [Buffer.from(`${index}`)])
          yield* sink.finish
          yield* sink.publish
        }
        const texts = yield* Effect.forEach(alike, (target) => Effect.promise(() => fs.readFile(target, "utf8")))
        assert.deepStrictEqual(texts, ["0", "1"])
      }))

    it.scoped("shortens names of the drive that the disk cannot hold, in whole characters and with their extension", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const { nameOf } = yield* (yield* FileSink).folder(path)
        assert.strictEqual(nameOf("x".repeat(255)), "x".repeat(255))
        for (
          const name of [
            `${"x".repeat(300)}.pdf`,
            `${"日".repeat(100)}.tar`,
            `${"😀".repeat(80)}`,
            `a.${"b".repeat(300)}`
          ]
        ) {
          const short = nameOf(name)
          assert.isAtMost(Buffer.byteLength(short), 255)
          assert.isAbove(Buffer.byteLength(short), 245)
          assert.notInclude(short, "\uFFFD")
          assert.strictEqual(nameOf(short), short)
          assert.notStrictEqual(nameOf(`_${name}`), short)
          yield* Effect.promise(() => fs.writeFile(join(path, short), ""))
        }
        assert.isTrue(nameOf(`${"x".repeat(300)}.pdf`).endsWith(".pdf"))
      }))

    it.scoped("names that were cut in the middle of a character have a form on the disk", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const { nameOf } = yield* (yield* FileSink).folder(path)
        assert.strictEqual(nameOf("holiday 😀"), "holiday 😀")
        // the disk would have written both halves as the same character, and one file over the other
        for (const half of ["\uD83D", "\uDE00"]) assert.strictEqual(nameOf(`holiday ${half}.txt`), "holiday _.txt")
      }))

    it.scoped("on Windows no name is a device's, or ends in a dot or a space", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const { nameOf } = yield* (yield* FileSink).folder(path)
        const onWindows = (names: ReadonlyArray<string>) =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              const { platform } = process
              Object.defineProperty(process, "platform", { value: "win32" })
              return platform
            }),
            () => Effect.sync(() => names.map(nameOf)),
            (platform) => Effect.sync(() => Object.defineProperty(process, "platform", { value: platform }))
          )
        const names = ["NUL", "con.txt", "Com1 .tar.gz", "lpt¹", "CONIN$", "console", "com", "com10", "x.", "x ", "a:b"]
        const safe = [
          "_NUL",
          "_con.txt",
          "_Com1 .tar.gz",
          "_lpt¹",
          "_CONIN$",
          "console",
          "com",
          "com10",
          "x_",
          "x_",
          "a_b"
        ]
        assert.deepStrictEqual(yield* onWindows(names), safe)
        assert.deepStrictEqual(names.slice(0, 10).map(nameOf), names.slice(0, 10))
      }))
  })
})
