/** A folder of its own on the disk, and the ways to save into it. */
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { OpenSink } from "../../../src/services/FileSink.js"
import { FileSink } from "../../../src/services/FileSink.js"

export const directory = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(join(tmpdir(), "sink-"))),
  (path) => Effect.promise(() => fs.rm(path, { recursive: true }))
)

export const entries = (path: string) => Effect.promise(() => fs.readdir(path))

export const plan = { key: "space/file/0-", name: "file", size: undefined, sha1: false, throttled: false }

export const prepared = (target: string) =>
  Effect.map(FileSink, (sink) => sink.prepare(target, { id: "d", throttled: false, ranged: false }))

export const opened = (target: string, key = plan.key) =>
  Effect.gen(function*() {
    const sink = yield* (yield* prepared(target)).open({ ...plan, key })
    return sink._tag === "Bytes" ? sink : yield* Effect.dieMessage("Node has no links")
  })

export const wrote = (sink: OpenSink, position: number, chunks: ReadonlyArray<Uint8Array>) =>
  Effect.suspend(() => sink.write(position, chunks) ?? Effect.void)

/** Writes the chunks one after the other from `start` on. */
export const fill = (sink: OpenSink, chunks: ReadonlyArray<Uint8Array>, start = 0) =>
  Effect.gen(function*() {
    let position = start
    for (const chunk of chunks) {
      yield* wrote(sink, position, [chunk])
      position += chunk.length
    }
  })

export const write = (target: string, chunks: ReadonlyArray<Uint8Array>, publish: boolean) =>
  Effect.gen(function*() {
    const sink = yield* opened(target)
    yield* fill(sink, chunks)
    const finished = yield* sink.finish
    if (publish) yield* sink.publish
    return finished
  }).pipe(Effect.scoped)

export const version = { etag: "\"e\"", modified: undefined, size: 10 }
