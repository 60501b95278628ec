import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { Effect } from "effect"
import { build } from "esbuild"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { createInterface } from "node:readline"
import * as BlobStoreDirectory from "../../src/blobs/BlobStoreDirectory.js"
import { readAll } from "./blobStoreContract.js"
import { crashBytes } from "./crashBytes.js"

const lanes = 3

/** Runs the writer until it has acknowledged so many calls, kills it, and gives everything that it acknowledged. */
const runAndKill = async (script: string, directory: string, run: number, after: number) => {
  const child = spawn(process.execPath, [script, directory, String(run)], { stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(child, "close")
  const lines: Array<string> = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === after) child.kill("SIGKILL")
  }
  await ended
  return { lines, signal: child.signalCode }
}

/** The seeds that a key may hold: the last acknowledged one or a later one whose answer was lost. */
const expectations = (lines: ReadonlyArray<string>, seeds: Map<string, number>, unsure: Set<string>) => {
  for (const line of lines) {
    const [what, key = "", seed] = line.split(" ")
    if (what === "put" || what === "join") {
      seeds.set(key, Number(seed))
      unsure.delete(key)
    }
    if (what === "removing") unsure.add(key)
    if (what === "removed") {
      seeds.delete(key)
      unsure.delete(key)
    }
  }
}

const contentOf = (key: string, seed: number): Buffer =>
  key.includes("/join/")
    ? Buffer.concat([crashBytes(seed + 1), crashBytes(seed + 2), crashBytes(seed + 3)])
    : Buffer.from(crashBytes(seed))

describe("a killed process", () => {
  it("loses nothing that was acknowledged, and leaves nothing that is not swept", async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), "crash-"))
    onTestFinished(() => fs.rm(directory, { recursive: true, force: true }))
    const script = path.join(directory, "writer.mjs")
    const data = path.join(directory, "data")
    await build({
      entryPoints: [path.join(import.meta.dirname, "crashWriter.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: script,
      logLevel: "error"
    })
    const seeds = new Map<string, number>()
    const unsure = new Set<string>()
    for (const [run, after] of [40, 7, 95, 23, 61].entries()) {
      const { lines, signal } = await runAndKill(script, data, run, after)
      assert.strictEqual(signal, "SIGKILL")
      assert.isAtLeast(lines.length, after)
      expectations(lines, seeds, unsure)
      await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const store = yield* BlobStoreDirectory.make({ directory: data })
        const bucket = yield* store.bucket("b")
        const { items } = yield* bucket.list({ limit: 1000 })
        const present = new Set(items.map((blob) => blob.key))
        for (const key of seeds.keys()) assert.isTrue(present.has(key) || unsure.has(key), `${key} is lost`)
        for (const blob of items) {
          const { read } = yield* bucket.get(blob.key)
          const bytes = Buffer.from(yield* readAll(read()))
          const acknowledged = seeds.get(blob.key)
          // A write that was under way at the kill may have been kept: then it is whole, and no older one.
          const lane = Number(blob.key[0])
          const newest = Math.max(
            ...Array.from(seeds.values()).filter((seed) => seed % 10 === lane),
            run * 10_000 + lane
          )
          const possible = [
            ...acknowledged === undefined ? [] : [acknowledged],
            newest,
            newest + 10
          ]
          assert.isTrue(possible.some((seed) => contentOf(blob.key, seed).equals(bytes)), `${blob.key} is wrong`)
          seeds.set(blob.key, possible.find((seed) => contentOf(blob.key, seed).equals(bytes)) ?? 0)
        }
        for (const key of Array.from(seeds.keys())) if (!present.has(key)) seeds.delete(key)
        const open = yield* bucket.uploads
        assert.isAtMost(open.length, lanes * (run + 1))
        for (const { key, uploadId } of open) yield* bucket.abort(key, uploadId)
        const held = items.reduce((sum, blob) => sum + blob.size, 0)
        assert.strictEqual(yield* store.usage, held)
        const files = yield* Effect.promise(() => fs.readdir(path.join(data, "segments")))
        assert.strictEqual(files.length, items.reduce((sum, blob) => sum + blob.segments.length, 0))
      })))
    }
  })
})
