import { vi } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import * as fsSync from "node:fs"
import * as fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import * as FileSinkNode from "../../../src/layers/node/FileSinkNode.js"
import type { OpenSink, PreparedSink } from "../../../src/services/FileSink.js"
import { FileSink } from "../../../src/services/FileSink.js"
import { hold } from "../../../src/testing/VirtualTime.js"

/** Memory, where there is such a folder: a flush costs nothing there. */
const place = fsSync.existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** No process has it: Linux counts up to 2 ** 22. */
const deadPid = 2 ** 22 + 1

export type Image = ReadonlyMap<string, Uint8Array>

const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" })

/** A folder of the real file system, whose calls are counted, and which can be full. */
export class Disk {
  readonly folder = fsSync.mkdtempSync(join(place, "effect-drive-property-"))
  full = false
  /** Happens before each call. */
  onCall: (count: number) => Effect.Effect<void> = () => Effect.void
  /** Targets that were opened since the disk was restored. */
  private readonly targets = new Set<string>()
  private calls = 0
  private readonly restores: Array<() => void> = []

  path(name: string): string {
    return join(this.folder, name)
  }

  /** What the program before has left beside it when it lost its power is nobody's yet. */
  isUntouched(target: string): boolean {
    return !this.targets.has(target)
  }

  /** What lies there, by its path below the folder. */
  image(): Image {
    const entries = fsSync.readdirSync(this.folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    // The disk may be at work, and one that was there a moment ago have another name.
    return new Map(
      paths.filter((path) => fsSync.existsSync(path)).map((path) => [
        relative(this.folder, path),
        fsSync.readFileSync(path)
      ])
    )
  }

  /**
   * What the next program finds after the machine has lost its power: of a file's bytes those that were flushed, which is what
   * its record says; and the lock of a process that is gone, as of `now` (epoch milliseconds).
   */
  restore(image: Image, now: number): void {
    this.targets.clear()
    for (const name of fsSync.readdirSync(this.folder)) fsSync.rmSync(this.path(name), { recursive: true })
    for (const [name, bytes] of image) {
      const path = this.path(name)
      fsSync.mkdirSync(join(path, ".."), { recursive: true })
      fsSync.writeFileSync(path, this.afterPowerLoss(image, name, bytes))
      fsSync.utimesSync(path, now / 1000, now / 1000)
    }
  }

  private afterPowerLoss(image: Image, name: string, bytes: Uint8Array): Uint8Array {
    if (name.endsWith(".part.lock")) {
      return Buffer.from(Buffer.from(bytes).toString().replace(/"pid":\d+/, `"pid":${deadPid}`))
    }
    if (!name.endsWith(".part")) return bytes
    const record = image.get(`${name}.json`)
    const { done }: { readonly done: ReadonlyArray<{ readonly start: number; readonly end: number }> } =
      record === undefined ? { done: [] } : JSON.parse(Buffer.from(record).toString())
    return bytes.map((byte, index) => done.some(({ end, start }) => start <= index && index < end) ? byte : 0xDD)
  }

  /** Descriptors into the folder that are open; Linux says it. */
  open(): ReadonlyArray<string> {
    const own = "/proc/self/fd"
    if (!fsSync.existsSync(own)) return []
    return fsSync.readdirSync(own).flatMap((fd) => {
      try {
        const path = fsSync.readlinkSync(join(own, fd))
        return path.startsWith(this.folder) ? [path] : []
      } catch {
        // It was that of the list.
        return []
      }
    })
  }

  /** Writes fail while it is full; one of many pieces may have been written in part. */
  async breakWrites(): Promise<void> {
    const probe = await fs.open(this.path("probe"), "w")
    const kind: Pick<fs.FileHandle, "sync" | "writev"> = Object.getPrototypeOf(probe)
    await probe.close()
    await fs.rm(this.path("probe"))
    const full = () => this.full
    const { writev } = kind
    const writes = vi.spyOn(kind, "writev").mockImplementation(async function(this: fs.FileHandle, ...args) {
      if (!full()) return writev.apply(this, args)
      const [chunks, position] = args
      await this.write(chunks[0] ?? new Uint8Array(0), 0, 1, position)
      throw noSpace()
    })
    const { writeFile } = fsSync.promises
    const records = vi.spyOn(fsSync.promises, "writeFile").mockImplementation(async (path, data, options) => {
      if (!this.full || typeof path !== "string" || !path.includes(".part.json")) return writeFile(path, data, options)
      await writeFile(path, String(data).slice(0, 5), options)
      throw noSpace()
    })
    syncBuiltinESMExports()
    this.restores.push(() => {
      writes.mockRestore()
      records.mockRestore()
      syncBuiltinESMExports()
    })
  }

  dispose(): void {
    for (const restore of this.restores) restore()
    fsSync.rmSync(this.folder, { recursive: true, force: true })
  }

  /** The target of Node in virtual time, which stands still while the disk works. */
  readonly layer: Layer.Layer<FileSink> = Layer.effect(
    FileSink,
    Effect.map(FileSink, (sink): FileSink["Type"] => ({
      folder: (target) => this.call(sink.folder(target)),
      prepare: (target, hints) => this.prepared(sink.prepare(target, hints))
    }))
  ).pipe(Layer.provide(FileSinkNode.layer))

  private call<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.zipRight(Effect.suspend(() => this.onCall(this.calls++)), hold(effect))
  }

  private prepared({ discard, name, open }: PreparedSink): PreparedSink {
    return {
      name,
      discard: this.call(discard),
      open: (plan) =>
        Effect.map(
          Effect.acquireRelease(
            Effect.flatMap(Scope.make(), (scope) =>
              Effect.map(
                Effect.onError(this.call(Scope.extend(open(plan), scope)), () => hold(Scope.close(scope, Exit.void))),
                (sink) => {
                  this.targets.add(name)
                  return { sink, scope }
                }
              )),
            ({ scope }) => this.call(Scope.close(scope, Exit.void))
          ),
          ({ sink }) => sink._tag === "Bytes" ? this.opened(sink) : sink
        )
    }
  }

  private opened(sink: OpenSink): OpenSink {
    return {
      ...sink,
      write: (position, chunks, free) => {
        const writing = sink.write(position, chunks, free)
        return writing === undefined ? undefined : this.call(writing)
      },
      keep: (progress) => this.call(sink.keep(progress)),
      reset: sink.reset === undefined ? undefined : this.call(sink.reset),
      finish: this.call(sink.finish),
      publish: this.call(sink.publish)
    }
  }
}
