/** Blobs that stand for a file, as `Bun.file` gives them; Bun itself runs in `test/runtimes`. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { vi } from "vitest"
import * as UploadSourcesNode from "../../../src/layers/node/UploadSourcesNode.js"
import type { SourceInput } from "../../../src/services/UploadSource.js"

const sources = UploadSourcesNode.make()

let folder = ""
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-file-"))
})
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** What Bun knows of a file is of when it was first asked; its bytes are those of the moment. */
class BunFile extends Blob {
  readonly name: string
  readonly lastModified: number
  private readonly end: number
  constructor(name: string, private readonly start = 0, end?: number) {
    super()
    const file = fs.statSync(name, { throwIfNoEntry: false })
    this.name = name
    this.lastModified = Math.floor(file?.mtimeMs ?? 4503599627370495)
    this.end = end ?? file?.size ?? 0
  }
  override get size(): number {
    return this.end - this.start
  }
  override slice(start = 0, end = this.size): Blob {
    return new BunFile(this.name, this.start + start, this.start + end)
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Blob([fs.readFileSync(this.name).subarray(this.start, this.end)]).arrayBuffer()
  }
}

const write = (text: string): string => {
  const file = path.join(folder, "notes.txt")
  fs.writeFileSync(file, text)
  return file
}

const open = (input: SourceInput) => Effect.scoped(sources.open(input))

describe("what Bun.file gives", () => {
  it.effect("is a file by its path: named by its end, and watched", () =>
    Effect.gen(function*() {
      vi.stubGlobal("Bun", {})
      const file = write("some text")
      const input = new BunFile(file)
      assert.deepStrictEqual(sources.pinned?.(input), { path: file })
      assert.deepStrictEqual(sources.describe(input), { name: "notes.txt", size: undefined })
      const source = yield* sources.open(input)
      assert.deepInclude(source.identity, { name: "notes.txt", size: 9 })
      fs.writeFileSync(file, "other text that is longer")
      assert.deepInclude(yield* Effect.flip(source.verify), { _tag: "SourceChanged", what: "size" })
    }).pipe(Effect.scoped))

  it.effect("is refused where there is no file: it would be an empty one", () =>
    Effect.gen(function*() {
      vi.stubGlobal("Bun", {})
      const missing = new BunFile(path.join(folder, "missing.txt"))
      assert.strictEqual(missing.size, 0)
      assert.deepInclude(yield* Effect.flip(open(missing)), { _tag: "InvalidInput", field: "source" })
    }))

  it.effect("stays a slice, that is compared again; one whose file has changed is refused", () =>
    Effect.gen(function*() {
      vi.stubGlobal("Bun", {})
      const file = write("some text")
      const slice = new BunFile(file).slice(5)
      const source = yield* sources.open(slice, { name: "part" })
      assert.strictEqual(source.identity.size, 4)
      assert.isTrue(source.changesUnseen)
      fs.writeFileSync(file, "a longer text than before")
      fs.utimesSync(file, 1_700_000_000, 1_700_000_000)
      assert.deepInclude(yield* Effect.flip(open(slice)), { _tag: "SourceChanged", what: "modified" })
    }).pipe(Effect.scoped))

  it.effect("of a bucket or a pipe has no size, and is refused", () =>
    Effect.gen(function*() {
      vi.stubGlobal("Bun", {})
      for (const size of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const input = Object.defineProperty(new File([], "endless"), "size", { value: size })
        assert.deepInclude(yield* Effect.flip(open(input)), { _tag: "InvalidInput", field: "source" })
      }
    }))

  it.effect("is a Blob like others elsewhere", () =>
    Effect.gen(function*() {
      const file = write("some text")
      const input = new BunFile(file)
      assert.strictEqual(sources.pinned?.(input), input)
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(open(input))))
    }))
})
