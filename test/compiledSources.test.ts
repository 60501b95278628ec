import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { transform } from "esbuild"
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join, relative, resolve } from "node:path"
import { compiledFile, compileSources } from "../scripts/compileSources.js"
import * as FileIdInput from "../src/domain/FileIdInput.js"

it("a stack names the source and its line, and not the JavaScript that was made of it", () => {
  const error = Effect.runSync(Effect.flip(FileIdInput.make("")))
  assert.match(error.stack ?? "", /\/src\/domain\/FileIdInput\.ts:\d+/)
  assert.notInclude(error.stack, ".cache")
})

it("what another asks of the compiler meanwhile is answered too", async () => {
  const manyLines = Array.from({ length: 20_000 }, (_, line) => `export const line${line}: number = ${line}\n`).join("")
  const another = transform(manyLines, { loader: "ts" })
  await compileSources(["scripts/cachedFolder.js"])
  const { code } = await another
  assert.include(code, "export const line19999 = 19999")
})

describe("compiling once more", () => {
  const root = resolve(import.meta.dirname, "..")

  /** A folder of sources, and what was made of one of them. */
  async function inFolder(use: (folder: string, source: string, compiled: () => string) => Promise<void>) {
    const folder = mkdtempSync(join(root, "node_modules/.cache/sources-"))
    const source = join(folder, "a.ts")
    try {
      writeFileSync(source, "export const a: number = 1\n")
      writeFileSync(join(folder, "b.ts"), "export const b: number = 1\n")
      await compileSources([relative(root, folder)])
      await use(relative(root, folder), source, () => readFileSync(compiledFile(source), "utf8"))
    } finally {
      rmSync(folder, { recursive: true, force: true })
      rmSync(join(compiledFile(source), ".."), { recursive: true, force: true })
      rmSync(`${join(compiledFile(source), "..")}.compiled-with`, { force: true })
    }
  }

  it("leaves what was made of a source that has not changed", () =>
    inFolder(async (folder, source, compiled) => {
      appendFileSync(compiledFile(source), "// as it was\n")
      const { atime, mtime } = statSync(source)
      utimesSync(compiledFile(source), atime, mtime)
      await compileSources([folder])
      assert.include(compiled(), "// as it was")
    }))

  it("sees that a source has changed, also to one that is older", () =>
    inFolder(async (folder, source, compiled) => {
      writeFileSync(source, "export const a: number = 2\n")
      utimesSync(source, 1_000_000_000, 1_000_000_000)
      await compileSources([folder])
      assert.include(compiled(), "const a = 2")
    }))

  it("makes again what is gone, and what another compiler made", () =>
    inFolder(async (folder, source, compiled) => {
      rmSync(compiledFile(source))
      await compileSources([folder])
      assert.include(compiled(), "const a = 1")
      writeFileSync(`${join(compiledFile(source), "..")}.compiled-with`, "another")
      const { atime, mtime } = statSync(source)
      writeFileSync(compiledFile(source), "made by another")
      utimesSync(compiledFile(source), atime, mtime)
      await compileSources([folder])
      assert.include(compiled(), "const a = 1")
    }))

  it("removes what was made of a source that is gone", () =>
    inFolder(async (folder, source) => {
      rmSync(source)
      await compileSources([folder])
      assert.isFalse(existsSync(compiledFile(source)))
      assert.isTrue(existsSync(compiledFile(join(root, folder, "b.ts"))))
    }))
})
