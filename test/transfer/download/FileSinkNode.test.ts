import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import * as ByteRanges from "../../../src/domain/ByteRanges.js"
import type { SaveFailed } from "../../../src/domain/errors/TransferErrors.js"
import * as FileSinkNode from "../../../src/layers/node/FileSinkNode.js"
import { FileSink } from "../../../src/services/FileSink.js"
import { fullDisk } from "./fullDisk.js"
import { directory, entries, fill, opened, plan, prepared, version, write, wrote } from "./sinksOnDisk.js"

describe("FileSinkNode", () => {
  it.layer(FileSinkNode.layer)((it) => {
    it.scoped("writes chunks of all sizes, and gives the file its name", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const chunks = [0, 1, 100, 65_536, 1_048_576, 3_000_000, 7].map((size) => randomBytes(size))
        const all = Buffer.concat(chunks)
        const finished = yield* write(target, chunks, true)
        assert.deepStrictEqual(finished, { size: all.length, source: { path: `${target}.part` } })
        assert.isTrue(all.equals(yield* Effect.promise(() => fs.readFile(target))))
        assert.deepStrictEqual(yield* entries(path), ["file"])
      }))

    it.scoped("refuses a directory as the target before anything is written", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "folder")
        yield* Effect.promise(() => fs.mkdir(target))
        const error = yield* Effect.flip(Effect.scoped(opened(target)))
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed", target })
        assert.include(error.message, "is a directory")
        assert.deepStrictEqual(yield* entries(path), ["folder"])
      }))

    it.scoped("refuses a name that the disk does not take before anything is written", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "n".repeat(300))
        const error = yield* Effect.flip(Effect.scoped(opened(target)))
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed", target })
        assert.include(error.message, "ENAMETOOLONG")
        assert.deepStrictEqual(yield* entries(path), [])
      }))

    it.scoped("replaces a link that leads nowhere or to a device, and not what it leads to", () =>
      Effect.gen(function*() {
        const path = yield* directory
        for (const [name, to] of [["dangling", join(path, "nothing")], ["device", "/dev/null"]] as const) {
          const target = join(path, name)
          yield* Effect.promise(() => fs.symlink(to, target))
          yield* write(target, [new TextEncoder().encode("bytes")], true)
          assert.isTrue((yield* Effect.promise(() => fs.lstat(target))).isFile())
        }
        assert.deepStrictEqual(yield* entries(path), ["dangling", "device"])
      }))

    it.scoped("writes many chunks that come together in the order they came in", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const sizes = [7, 65_536, 65_536, 1, 131_072, 200_000, 65_535, 65_536, 3]
        const chunks = sizes.map((size) => randomBytes(size))
        const sink = yield* opened(target)
        yield* wrote(sink, 5, chunks)
        yield* wrote(sink, 0, [randomBytes(5), Buffer.alloc(0)])
        yield* sink.finish
        yield* sink.publish
        const written = yield* Effect.promise(() => fs.readFile(target))
        assert.isTrue(Buffer.concat(chunks).equals(written.subarray(5)))
      }))

    it.scoped("leaves nothing behind when it was not published, and what was there as it was", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        yield* Effect.promise(() => fs.writeFile(target, "before"))
        yield* write(target, [randomBytes(2_000_000)], false)
        assert.deepStrictEqual(yield* entries(path), ["file"])
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "before")
      }))

    it.scoped("replaces what an ended process left, and the file that has the name", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        yield* Effect.promise(() => fs.writeFile(`${target}.part`, "a longer rest of an earlier process"))
        yield* Effect.promise(() => fs.writeFile(target, "before"))
        yield* write(target, [new TextEncoder().encode("after")], true)
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "after")
      }))

    it.scoped("says that the disk is full, whether at a write or at the flush", () =>
      Effect.gen(function*() {
        const path = yield* directory
        yield* fullDisk({ room: 0 })
        for (const sizes of [[10], [2_000_000, 2_000_000, 2_000_000]]) {
          const target = join(path, `file-${sizes.length}`)
          const error = yield* Effect.flip(write(target, sizes.map((size) => randomBytes(size)), true))
          assert.deepInclude(error, { _tag: "SaveFailed", reason: "DiskFull", target })
        }
        assert.deepStrictEqual(yield* entries(path), [])
      }))

    it.scoped("keeps what a full disk has taken, without what it has not, and continues from there", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const all = randomBytes(3_000_000)
        const disk = yield* fullDisk({ room: 1_500_000 })
        const pieces = [0, 1, 2].map((index) => ({ start: index * 1_000_000, end: (index + 1) * 1_000_000 }))
        yield* Effect.gen(function*() {
          const sink = yield* opened(target)
          for (const { end, start } of pieces) {
            yield* Effect.either(wrote(sink, start, [all.subarray(start, end)]))
          }
          assert.deepInclude(yield* Effect.flip(sink.finish), { reason: "DiskFull" })
          yield* sink.keep({ version, done: [{ start: 0, end: 3_000_000 }] })
        }).pipe(Effect.scoped)
        assert.sameMembers(yield* entries(path), ["file.part", "file.part.json"])
        disk.room = Infinity
        const sink = yield* opened(target)
        assert.deepStrictEqual(sink.kept, { version, done: [{ start: 0, end: 1_000_000 }] })
        yield* wrote(sink, 1_000_000, [all.subarray(1_000_000)])
        assert.strictEqual((yield* sink.finish).size, all.length)
        yield* sink.publish
        assert.isTrue(all.equals(yield* Effect.promise(() => fs.readFile(target))))
      }))

    it.scoped("keeps what was under way when another write was refused, to the last piece that the disk has taken", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const piece = 131_072
        const all = randomBytes(80 * piece)
        // More at a time than may wait for the disk: the last ones are told of a failure that is not their own.
        const writes = Array.from({ length: 10 }, (_, index) => index * 8 * piece)
        const disk = yield* fullDisk({ room: 76 * piece })
        yield* Effect.gen(function*() {
          const sink = yield* opened(target)
          const ended = writes.map((start) => {
            const chunks = Array.from(
              { length: 8 },
              (_, index) => all.subarray(start + index * piece).subarray(0, piece)
            )
            return [start, sink.write(start, chunks)] as const
          })
          const done = yield* Effect.forEach(ended, ([start, written = Effect.void]) =>
            Effect.match(written, {
              onSuccess: () => [{ start, end: start + 8 * piece }],
              onFailure: () => []
            }), { concurrency: "unbounded" })
          yield* sink.keep({ version, done: done.flat() })
        }).pipe(Effect.scoped)
        disk.room = Infinity
        const { kept } = yield* opened(target)
        assert.strictEqual(ByteRanges.total(kept?.done ?? []), 76 * piece)
        const saved = yield* Effect.promise(() => fs.readFile(`${target}.part`))
        for (const { end, start } of kept?.done ?? []) {
          assert.isTrue(all.subarray(start, end).equals(saved.subarray(start, end)))
        }
      }))

    it.scoped("says that the folder is missing", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const error = yield* Effect.flip(write(join(path, "no", "file"), [], true))
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "NotFound" })
      }))

    it.scoped("writes where it is told to, in any order", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const all = randomBytes(30_000_000)
        const pieces = [4, 1, 5, 0, 3, 2].map((index) => index * 5_000_000)
        yield* Effect.gen(function*() {
          const sink = yield* opened(target)
          yield* Effect.forEach(pieces, (start) => wrote(sink, start, [all.subarray(start, start + 5_000_000)]), {
            concurrency: 3
          })
          assert.strictEqual((yield* sink.finish).size, all.length)
          yield* sink.publish
        }).pipe(Effect.scoped)
        assert.isTrue(all.equals(yield* Effect.promise(() => fs.readFile(target))))
      }))

    it.scoped("keeps what was noted, for the same object only, and none of it after a discard", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const progress = { version, done: [{ start: 0, end: 3 }, { start: 5, end: 7 }] }
        const begin = Effect.gen(function*() {
          const sink = yield* opened(target)
          yield* fill(sink, [Buffer.from("0123456")])
          yield* sink.keep(progress)
        }).pipe(Effect.scoped)
        const keptOf = (key?: string) => Effect.scoped(Effect.map(opened(target, key), ({ kept }) => kept))
        yield* begin
        assert.sameMembers(yield* entries(path), ["file.part", "file.part.json"])
        assert.deepStrictEqual(yield* keptOf(), progress)
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(`${target}.part`, "utf8")), "0123456")
        assert.isUndefined(yield* keptOf("space/other/0-"))
        assert.deepStrictEqual(yield* entries(path), [])
        yield* begin
        yield* Effect.promise(() => fs.truncate(`${target}.part`, 6))
        assert.isUndefined(yield* keptOf())
        yield* begin
        yield* Effect.promise(() => fs.writeFile(`${target}.part.json`, "{"))
        assert.isUndefined(yield* keptOf())
        yield* begin
        yield* (yield* prepared(target)).discard
        assert.deepStrictEqual(yield* entries(path), [])
      }))

    it.scoped("a discard leaves what another one is filling, and takes what a full disk has left", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const { discard } = yield* prepared(target)
        yield* Effect.gen(function*() {
          const sink = yield* opened(target)
          yield* fill(sink, [Buffer.from("0123456")])
          yield* sink.keep({ version, done: [{ start: 0, end: 7 }] })
          yield* discard
          yield* sink.finish
          yield* sink.publish
        }).pipe(Effect.scoped)
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "0123456")
        yield* Effect.promise(() => fs.writeFile(`${target}.part.json.new`, "{"))
        yield* discard
        assert.deepStrictEqual(yield* entries(path), ["file"])
      }))

    it.scoped("leaves everything to who took over from a program that was asleep", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const done = [{ start: 0, end: 7 }]
        yield* TestClock.adjust("1 minute")
        yield* Effect.gen(function*() {
          const asleep = yield* opened(target)
          yield* fill(asleep, [Buffer.from("0123456")])
          yield* Effect.promise(() => fs.utimes(`${target}.part.lock`, 0, 0))
          yield* Effect.gen(function*() {
            const other = yield* opened(target, "another/file")
            yield* fill(other, [Buffer.from("abcdefg")])
            yield* other.keep({ version, done })
            const taken = yield* entries(path)
            for (const late of [asleep.keep({ version, done }), asleep.reset ?? Effect.void, asleep.publish]) {
              assert.deepInclude(yield* Effect.flip(late), { _tag: "SaveFailed", reason: "Failed" })
            }
            assert.deepStrictEqual(yield* entries(path), taken)
          }).pipe(Effect.scoped)
        }).pipe(Effect.scoped)
        assert.deepStrictEqual(yield* entries(path), ["file.part", "file.part.json"])
        const resumed = yield* opened(target, "another/file")
        assert.deepStrictEqual(resumed.kept?.done, done)
        yield* resumed.finish
        yield* resumed.publish
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "abcdefg")
      }))

    it.scoped("says that the folder or the bytes were removed meanwhile", () =>
      Effect.gen(function*() {
        const path = join(yield* directory, "folder")
        const target = join(path, "file")
        yield* Effect.promise(() => fs.mkdir(path))
        const sink = yield* opened(target)
        yield* fill(sink, [Buffer.from("0123456")])
        yield* sink.finish
        const missing = (name: string) => ({ _tag: "SaveFailed", reason: "NotFound", target, named: name } as const)
        const named = (error: SaveFailed) => ({ ...error, named: /'([^']+)'$/.exec(error.message)?.[1] })
        yield* Effect.promise(() => fs.rm(`${target}.part`))
        assert.deepInclude(named(yield* Effect.flip(sink.publish)), missing(`${target}.part`))
        yield* Effect.promise(() => fs.rm(path, { recursive: true }))
        const progress = { version, done: [{ start: 0, end: 7 }] }
        for (const late of [sink.keep(progress), sink.publish]) {
          assert.deepInclude(named(yield* Effect.flip(late)), missing(path))
        }
      }))

    it.scoped("forgets all bytes and starts again", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        yield* Effect.gen(function*() {
          const sink = yield* opened(target)
          yield* fill(sink, [Buffer.from("too long")])
          yield* sink.reset ?? Effect.dieMessage("a file can be emptied")
          yield* fill(sink, [Buffer.from("short")])
          assert.strictEqual((yield* sink.finish).size, 5)
          yield* sink.publish
        }).pipe(Effect.scoped)
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "short")
        assert.deepStrictEqual(yield* entries(path), ["file"])
      }))

    it.scoped("refuses a second save to the same file while one is under way, and what is no path", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        yield* opened(target).pipe(
          Effect.zipRight(Effect.flip(write(join(path, ".", "file"), [], true))),
          Effect.tap((error) => Effect.sync(() => assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed" }))),
          Effect.scoped
        )
        assert.isTrue(Exit.isSuccess(yield* Effect.exit(write(target, [], true))))
        const sink = (yield* FileSink).prepare({ name: "x" }, { id: "d", throttled: false, ranged: false })
        assert.deepInclude(yield* Effect.flip(sink.open(plan)), { _tag: "InvalidInput", field: "target" })
      }))
  })
})
