import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope, Stream } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PassThrough, Readable } from "node:stream"
import { streamChunks } from "../../../src/layers/files/streamChunks.js"
import * as PartBuffers from "../../../src/layers/node/sources/PartBuffers.js"
import { writeStream } from "../../../src/layers/node/sources/SpooledFile.js"
import * as UploadSourcesNode from "../../../src/layers/node/UploadSourcesNode.js"
import type { PartBody } from "../../../src/services/Transport.js"
import { UploadSources } from "../../../src/services/UploadSource.js"
import type { SourceInput, UploadSource } from "../../../src/services/UploadSource.js"
import { patterned } from "./TestServer.js"

const MiB = 1_048_576

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "sources-"))),
  (created) => Effect.sync(() => fs.rmSync(created, { recursive: true, force: true }))
)

const copyOf = (body: PartBody): Effect.Effect<Buffer> =>
  body instanceof Blob
    ? Effect.map(Effect.promise(() => body.arrayBuffer()), (bytes) => Buffer.from(bytes))
    : Effect.succeed(Buffer.from(body))

const wholeOf = (source: UploadSource, start = 0) =>
  Effect.gen(function*() {
    const chunks: Array<Buffer> = []
    yield* source.readAll(start, (chunk) => {
      chunks.push(Buffer.from(chunk))
    })
    return Buffer.concat(chunks)
  })

const open = (input: SourceInput, name?: string) =>
  Effect.flatMap(UploadSources, (sources) => sources.open(input, { name }))

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size)
}

const run = Effect.provide(UploadSourcesNode.layer)

describe("UploadSourcesNode", () => {
  const bytes = patterned(5 * MiB + 7)

  it.scopedLive("every kind of source lends the same parts and reads the same bytes", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "report.bin")
      fs.writeFileSync(file, bytes)
      const inputs: ReadonlyArray<readonly [SourceInput, string]> = [
        [{ path: file }, "report.bin"],
        [new Blob([bytes]), "b"],
        [new File([bytes], "f.bin", { lastModified: 1234 }), "f.bin"],
        [bytes, "u"],
        [chunksOf(bytes, 300_000), "s"],
        [fs.createReadStream(file), "r"]
      ]
      for (const [input, name] of inputs) {
        const source = yield* open(input, name.endsWith(".bin") ? undefined : name)
        assert.strictEqual(source.identity.name, name)
        assert.strictEqual(source.identity.size, bytes.byteLength)
        const part = yield* source.withPart({ start: 2 * MiB + 1, end: 4 * MiB }, copyOf)
        assert.isTrue(part.equals(bytes.subarray(2 * MiB + 1, 4 * MiB)), name)
        const tail = yield* source.withPart({ start: 5 * MiB, end: 5 * MiB + 7 }, copyOf)
        assert.isTrue(tail.equals(bytes.subarray(5 * MiB)), name)
        assert.isTrue((yield* wholeOf(source)).equals(bytes), name)
        assert.isTrue((yield* wholeOf(source, 3 * MiB)).equals(bytes.subarray(3 * MiB)), name)
        yield* source.verify
      }
    }).pipe(run))

  it.scopedLive("says what it knows of names, sizes, times and types", () =>
    Effect.gen(function*() {
      const sources = yield* UploadSources
      const file = path.join(yield* folder, "a.txt")
      fs.writeFileSync(file, "abc")
      const opened = yield* open({ path: file })
      assert.strictEqual(opened.identity.modifiedAt, fs.statSync(file).mtimeMs)
      assert.strictEqual(opened.contentType, undefined)
      const picked = yield* open(new File(["abc"], "a.txt", { type: "text/plain", lastModified: 99 }), "b.txt")
      assert.deepStrictEqual(picked.identity, { name: "b.txt", size: 3, modifiedAt: 99 })
      assert.strictEqual(picked.contentType, "text/plain")
      const text = yield* open("grüße", "t")
      assert.deepStrictEqual(text.identity, { name: "t", size: 7, modifiedAt: undefined })
      assert.deepStrictEqual(sources.describe({ path: "/x/y.bin" }), { name: "y.bin", size: undefined })
      assert.deepStrictEqual(sources.describe("grüße", { name: "t" }), { name: "t", size: 7 })
      assert.deepStrictEqual(sources.describe(new File(["abc"], "f")), { name: "f", size: 3 })
      assert.deepStrictEqual(sources.describe(bytes), { name: undefined, size: bytes.byteLength })
    }).pipe(run))

  it.skipIf(path.sep !== "/")("a backslash is part of a name where it separates nothing", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "back\\slash.txt")
      fs.writeFileSync(file, "abc")
      const { describe } = yield* UploadSources
      for (const input of [{ path: file }, fs.createReadStream(file)]) {
        assert.strictEqual((yield* open(input)).identity.name, "back\\slash.txt")
        assert.strictEqual(describe(input).name, "back\\slash.txt")
      }
      assert.strictEqual(describe({ path: "/x/y/" }).name, "y")
    }).pipe(run, Effect.scoped, Effect.runPromise))

  it.scopedLive("an empty file, Blob, text and stream", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "empty")
      fs.writeFileSync(file, "")
      for (const input of [{ path: file }, new Blob([]), "", chunksOf(new Uint8Array(0), 1)]) {
        const source = yield* open(input, "empty")
        assert.strictEqual(source.identity.size, 0)
        assert.strictEqual((yield* source.withPart({ start: 0, end: 0 }, copyOf)).length, 0)
        assert.strictEqual((yield* wholeOf(source)).length, 0)
        yield* source.verify
      }
    }).pipe(run))

  it.scopedLive("what cannot be opened is InvalidInput that names the field", () =>
    Effect.gen(function*() {
      const root = yield* folder
      for (const missing of [path.join(root, "no"), root, "a\0b"]) {
        const error = yield* Effect.flip(open({ path: missing }))
        assert.strictEqual(error._tag === "InvalidInput" && error.field, "source", missing)
      }
      for (const nameless of [bytes, "text", new Blob([bytes]), chunksOf(bytes, 10)]) {
        const error = yield* Effect.flip(open(nameless))
        assert.strictEqual(error._tag === "InvalidInput" && error.field, "name")
      }
      const noBytes = (async function*() {
        yield "text" as unknown as Uint8Array // what a caller without types may give
      })()
      const error = yield* Effect.flip(open(noBytes, "n"))
      assert.strictEqual(error._tag === "InvalidInput" && error.field, "source")
    }).pipe(run))

  it.scopedLive("what is no source at all is InvalidInput that says what would be one", () =>
    Effect.gen(function*() {
      const sources = yield* UploadSources
      for (const input of [undefined, null, 5, {}, [], new ArrayBuffer(8), { path: 5 }, () => "text"]) {
        const wrong = input as unknown as SourceInput // what a caller without types gives
        const error = yield* Effect.flip(sources.open(wrong, { name: "any.txt" }))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "source" })
        assert.match(error.message, /^source must be/)
        assert.deepStrictEqual(sources.describe(wrong, { name: "any.txt" }), { name: "any.txt", size: undefined })
        assert.isUndefined(sources.describe(wrong).name)
      }
    }).pipe(run))

  it.scopedLive("a file that shrinks, grows or is written to is SourceChanged", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "changing")
      const part = { start: 4 * MiB, end: 5 * MiB }
      const change = (act: () => void) =>
        Effect.scoped(Effect.gen(function*() {
          fs.writeFileSync(file, bytes)
          fs.utimesSync(file, 1, 1)
          const source = yield* open({ path: file })
          act()
          const errors = [
            yield* Effect.flip(source.withPart(part, copyOf)),
            yield* Effect.flip(source.verify)
          ]
          return errors.map((error) => error.what)
        }))
      assert.deepStrictEqual(yield* change(() => fs.truncateSync(file, 4 * MiB + 1)), ["size", "size"])
      assert.deepStrictEqual(yield* change(() => fs.appendFileSync(file, "x")), ["size", "size"])
      assert.deepStrictEqual(yield* change(() => fs.writeFileSync(file, bytes)), ["modified", "modified"])
      const readError = yield* Effect.scoped(Effect.gen(function*() {
        fs.writeFileSync(file, bytes)
        const source = yield* open({ path: file })
        fs.truncateSync(file, 10)
        return yield* Effect.flip(wholeOf(source))
      }))
      assert.strictEqual(readError.what, "size")
    }).pipe(run))

  it.scopedLive("a stream is spooled into a file that no name is left of, as its program may be killed", () =>
    Effect.gen(function*() {
      const temporaryFolder = yield* folder
      const scope = yield* Scope.make()
      const layer = UploadSourcesNode.layerWith({ temporaryFolder })
      const names = () => fs.readdirSync(temporaryFolder)
      const seen: Array<ReadonlyArray<string>> = []
      const chunks = (async function*() {
        for await (const chunk of chunksOf(bytes, 99_999)) {
          yield chunk
          seen.push(names())
        }
      })()
      const source = yield* open(chunks, "s").pipe(Scope.extend(scope), Effect.provide(layer))
      assert.deepStrictEqual(seen.flat(), [])
      assert.isAbove(seen.length, 1)
      assert.strictEqual(source.identity.modifiedAt, undefined)
      assert.isTrue((yield* wholeOf(source)).equals(bytes))
      yield* source.verify
      assert.deepStrictEqual(names(), [])
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(wholeOf(source))), "the file is closed")
    }))

  it.scopedLive("a stream that fails, or has no place to go, leaves nothing behind", () =>
    Effect.gen(function*() {
      const temporaryFolder = yield* folder
      let returned = false
      const failing = (async function*() {
        try {
          yield bytes
          throw new Error("the camera was unplugged")
        } finally {
          returned = true
        }
      })()
      const failed = yield* Effect.scoped(
        Effect.flip(open(failing, "s").pipe(Effect.provide(UploadSourcesNode.layerWith({ temporaryFolder }))))
      )
      assert.strictEqual(failed._tag === "SourceChanged" && failed.what, "gone")
      assert.isTrue(returned)
      assert.strictEqual(fs.readdirSync(temporaryFolder).length, 0)
      const nowhere = UploadSourcesNode.layerWith({ temporaryFolder: path.join(temporaryFolder, "missing") })
      const unsaved = yield* Effect.flip(open(chunksOf(bytes, 10), "s").pipe(Effect.provide(nowhere)))
      assert.strictEqual(unsaved._tag, "SaveFailed")
    }))

  it.scopedLive("a full disk while spooling is SaveFailed with DiskFull, and the stream hears of it", () =>
    Effect.gen(function*() {
      let returned = false
      const endless = (async function*() {
        try {
          while (true) yield bytes
        } finally {
          returned = true
        }
      })()
      const full = yield* Effect.acquireRelease(
        Effect.sync(() => fs.openSync("/dev/full", "w")),
        (descriptor) => Effect.sync(() => fs.closeSync(descriptor))
      )
      const error = yield* Effect.flip(writeStream(endless, "s", full))
      assert.strictEqual(error._tag === "SaveFailed" && error.reason, "DiskFull")
      assert.isTrue(returned)
    }))

  it.scopedLive("a stream that gives its bytes once is not begun a second time: the rest of it is another file", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "half.bin")
      fs.writeFileSync(file, bytes)
      const half = Effect.fail("enough")
      const streams: ReadonlyArray<readonly [string, AsyncIterable<Uint8Array>]> = [
        ["generator", chunksOf(bytes, 99_999)],
        ["ReadableStream", new Blob([bytes]).stream()],
        ["Readable", fs.createReadStream(file)]
      ]
      for (const [name, stream] of streams) {
        const left = yield* Effect.flip(Stream.runForEach(streamChunks(stream, name), () => half))
        assert.strictEqual(left, "enough", name)
        const error = yield* Effect.flip(Effect.scoped(open(stream, name)))
        assert.deepInclude(error, { _tag: "SourceChanged", what: "gone" }, name)
      }
      const anew = { [Symbol.asyncIterator]: () => chunksOf(bytes, 99_999) }
      yield* Effect.flip(Stream.runForEach(streamChunks(anew, "anew"), () => half))
      assert.isTrue((yield* wholeOf(yield* open(anew, "anew"))).equals(bytes))
    }).pipe(run))

  it.scopedLive("a stream that others have read to its end is not an empty file; one that is empty is", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "read.bin")
      fs.writeFileSync(file, "bytes")
      const read = fs.createReadStream(file)
      const web = new Blob(["bytes"]).stream()
      const given = Readable.from([Buffer.from("bytes")])
      const left = new Blob(["bytes"]).stream()
      yield* Effect.promise(async () => {
        for (const one of [read, web, given]) {
          const chunks: Array<unknown> = []
          for await (const chunk of one) chunks.push(chunk)
          assert.strictEqual(chunks.length, 1)
        }
        await left.cancel()
      })
      for (const stream of [read, web, given, left]) {
        const error = yield* Effect.flip(Effect.scoped(open(stream, "read")))
        assert.deepInclude(error, { _tag: "SourceChanged", what: "gone" })
      }
      const empty = [Readable.from([]), new Blob([]).stream(), new PassThrough().end()]
      for (const stream of empty) assert.strictEqual((yield* open(stream, "empty")).identity.size, 0)
      const rest = Readable.from([Buffer.from("head"), Buffer.from("rest")])
      yield* Effect.promise(() => new Promise((resolve) => rest.once("readable", resolve)))
      assert.strictEqual(String(rest.read()), "head")
      assert.strictEqual(String(yield* wholeOf(yield* open(rest, "rest"))), "rest")
    }).pipe(run))

  it.scopedLive("an iterator that gives what is none fails as a stream that fails", () =>
    Effect.gen(function*() {
      const wrong = { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(undefined) }) }
      const error = yield* Effect.flip(open(wrong as unknown as SourceInput, "wrong")) // what a caller without types gives
      assert.deepInclude(error, { _tag: "SourceChanged", what: "gone" })
    }).pipe(run))

  it.skipIf(!fs.existsSync("/proc/version"))(
    "a file of the kernel that does not tell its size is refused",
    () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(open({ path: "/proc/version" }))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "source" })
        assert.match(error.message, /does not tell its size/)
        const source = yield* open(fs.createReadStream("/proc/version"), "version")
        assert.strictEqual(String(yield* wholeOf(source)), fs.readFileSync("/proc/version", "utf8"))
      }).pipe(run, Effect.scoped, Effect.runPromise)
  )

  it.scopedLive("bytes that the caller has changed since they were opened are SourceChanged, once they were lent", () =>
    Effect.gen(function*() {
      for (const size of [100, 3 * MiB]) {
        const own = Uint8Array.from(bytes.subarray(0, size))
        const source = yield* open(own, "own")
        const part = { start: 0, end: Math.min(size, MiB) }
        yield* wholeOf(source)
        yield* source.withPart(part, copyOf)
        yield* source.verify
        own.fill(7, size - 1)
        yield* source.withPart(part, copyOf)
        const error = yield* Effect.flip(source.verify)
        assert.deepInclude(error, { _tag: "SourceChanged", what: "content" })
        assert.strictEqual((yield* Effect.flip(source.verify)).what, "content")
      }
    }).pipe(run))

  it.scopedLive("bytes whose buffer was given away or cut are SourceChanged, also before they are opened", () =>
    Effect.gen(function*() {
      const giveAway = (own: Uint8Array<ArrayBuffer>) => structuredClone(own.buffer, { transfer: [own.buffer] })
      const early = new Uint8Array(10)
      giveAway(early)
      assert.deepInclude(yield* Effect.flip(open(early, "early")), { _tag: "SourceChanged", what: "gone" })
      const late = new Uint8Array(10)
      const source = yield* open(late, "late")
      giveAway(late)
      assert.strictEqual((yield* Effect.flip(source.withPart({ start: 0, end: 10 }, copyOf))).what, "gone")
      assert.strictEqual((yield* Effect.flip(wholeOf(source))).what, "gone")
      assert.strictEqual((yield* Effect.flip(source.verify)).what, "gone")
      assert.strictEqual((yield* open(new Uint8Array(0), "empty")).identity.size, 0)
    }).pipe(run))

  it.effect("buffers are used again, up to a limit", () =>
    Effect.gen(function*() {
      const buffers = PartBuffers.make(10 * MiB)
      const lent = (size: number) => buffers.withBuffer(size, (buffer) => Effect.succeed(buffer))
      const first = yield* lent(5 * MiB)
      assert.strictEqual(yield* lent(5 * MiB - 9), first)
      assert.strictEqual(buffers.kept(), 5 * MiB)
      yield* buffers.withBuffer(5 * MiB, (one) =>
        buffers.withBuffer(5 * MiB, (two) =>
          buffers.withBuffer(5 * MiB, (three) =>
            Effect.sync(() =>
              assert.strictEqual(new Set([one, two, three]).size, 3)
            ))))
      assert.strictEqual(buffers.kept(), 10 * MiB)
      yield* lent(20 * MiB)
      assert.strictEqual(buffers.kept(), 0)
    }))
})
