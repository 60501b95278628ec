/** Downloads that are started offline, before the code that they run on has come. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { createHash } from "node:crypto"
import * as DownloadState from "../../../src/domain/DownloadState.js"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import * as LazyCode from "../../../src/layers/loading/LazyCode.js"
import { transfersOf } from "../../../src/layers/loading/transfersOf.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import type { DownloadRequest } from "../../../src/services/Downloads.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { FileSink } from "../../../src/services/FileSink.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import { downloads } from "../../../src/transfer/download/runDownload.js"
import { folders } from "../../../src/transfer/folder/walkFolder.js"
import { saved } from "../../../src/transfer/saved/findRecoverable.js"
import { aborts } from "../../../src/transfer/upload/abortParts.js"
import { uploadRuns } from "../../../src/transfer/upload/runUpload.js"
import { storeParts } from "../../../src/transfer/upload/storeParts.js"
import type { FakeDriveOptions } from "./fakeDrive.js"
import { content, infoOf, memorySink, runDownloads } from "./fakeDrive.js"
import { fakeObject } from "./fakeObject.js"

/** Where code is that has to be loaded, and how to reach it. */
interface Server {
  isAway: boolean
}

const away = new TransportError({ reason: "Network", method: "GET", path: "the code of something" })

/** Code that comes from the server each time it is asked for. */
const codeOf = (server: Server) => Effect.suspend(() => server.isAway ? away : Effect.void)

const digest = createHash("sha1").update(content).digest("hex").toUpperCase()

/** What was saved is read back to be compared. */
const readBack = Layer.effect(
  FileSink,
  Effect.map(FileSink, (sink): FileSink["Type"] => ({
    ...sink,
    prepare: (target, hints) => {
      const prepared = sink.prepare(target, hints)
      return {
        ...prepared,
        open: (plan) =>
          Effect.map(prepared.open(plan), (opened) =>
            opened._tag === "Link" ? opened : {
              ...opened,
              finish: Effect.map(opened.finish, ({ size }) => ({ size, source: content }))
            })
      }
    }
  }))
)

const savingWith = (code: Effect.Effect<void, TransportError>): Layer.Layer<FileSink> =>
  Layer.effect(
    FileSink,
    Effect.map(FileSink, (sink): FileSink["Type"] => ({
      ...sink,
      prepare: (target, hints) => {
        const prepared = sink.prepare(target, hints)
        return { ...prepared, open: (plan) => Effect.zipRight(code, prepared.open(plan)) }
      }
    }))
  ).pipe(Layer.provide(memorySink().layer))

const later: Readonly<Record<string, (server: Server) => FakeDriveOptions>> = {
  "moves bytes": (server) => {
    const codeFrom = <A>(module: A) =>
      LazyCode.make("transfers", () => server.isAway ? Promise.reject(new Error("away")) : Promise.resolve(module))
    const codeOf = <A>(runs: A) => codeFrom({ runs })
    return {
      transfers: transfersOf({
        uploads: codeFrom({ uploadRuns }),
        parts: codeFrom({ runs: aborts, storeParts }),
        downloads: codeOf(downloads),
        folders: codeOf(folders),
        saved: codeOf(saved)
      })
    }
  },
  "speaks to the storage": (server) => ({ opening: codeOf(server) }),
  "compares them": (server) => ({
    info: infoOf({ contentHash: digest }),
    sink: Layer.provide(readBack, memorySink().layer),
    hasher: {
      hash: () => Effect.as(codeOf(server), { contentHash: digest, contentHashName: "sha1" as const })
    }
  }),
  "saves files": (server) => ({ sink: savingWith(codeOf(server)) })
}

const wishes: Readonly<Record<string, Pick<DownloadRequest, "fileId" | "fileIds">>> = {
  "a file": { fileId: "f" },
  "many files": { fileIds: ["f", "g"] }
}

for (const [what, wish] of Object.entries(wishes)) {
  describe(`a download of ${what} that is started offline`, () => {
    for (const [code, optionsOf] of Object.entries(later)) {
      it.effect(`waits for the code that ${code}, and resumes by itself`, () =>
        Effect.gen(function*() {
          const server: Server = { isAway: true }
          const { service, set } = yield* ConnectivityMemory.make
          yield* set(false)
          yield* runDownloads(
            fakeObject({ bytes: content }),
            Effect.gen(function*() {
              const downloads = yield* Downloads
              const { await: end, id } = yield* downloads.start({ ...wish, target: "/target" })
              const fiber = yield* Effect.fork(end)
              yield* TestClock.adjust("10 minutes")
              const { error, status = "error" } = downloads.snapshot(id) ?? {}
              assert.isUndefined(error)
              assert.isFalse(DownloadState.hasEnded(status), status)
              // What is compared has arrived.
              if (code !== "compares them") assert.strictEqual(status, "offline")
              server.isAway = false
              yield* set(true)
              yield* TestClock.adjust("10 minutes")
              assert.strictEqual(downloads.snapshot(id)?.status, "success")
              const { files, size } = yield* Fiber.join(fiber)
              assert.strictEqual(size, content.length * (wish.fileIds?.length ?? 1))
              assert.deepStrictEqual(files?.errorItems ?? [], [])
              assert.deepInclude(downloads.snapshot(id), { status: "success", error: undefined })
            }),
            { connectivity: Layer.succeed(Connectivity, service), sink: memorySink().layer, ...optionsOf(server) }
          )
        }))
    }
  })
}
