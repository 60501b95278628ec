/** Parts of files that are read while they are sent. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { createCRC64 } from "hash-wasm"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import * as UploadSourcesNode from "../../../src/layers/node/UploadSourcesNode.js"
import type { SlicedBody } from "../../../src/services/SlicedBody.js"
import type { SignedAddress } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import type { UploadSource } from "../../../src/services/UploadSource.js"
import { UploadSources } from "../../../src/services/UploadSource.js"
import { patterned, readBody, testServer } from "./TestServer.js"

const MiB = 1_048_576
const bytes = patterned(5 * MiB + 7)
const all = { start: 0, end: bytes.length }

const crc64Of = async (part: Uint8Array) =>
  BigInt(`0x${(await createCRC64()).init().update(part).digest("hex")}`).toString()

const written = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "slices-"))),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
  ),
  (folder) => {
    const file = path.join(folder, "file")
    fs.writeFileSync(file, bytes)
    fs.utimesSync(file, 1, 1)
    return file
  }
)

const opened = (file: string) => Effect.flatMap(UploadSources, (sources) => sources.open({ path: file }))

const withSlices = <A, E, R>(
  source: UploadSource,
  range: { readonly start: number; readonly end: number },
  use: (body: SlicedBody) => Effect.Effect<A, E, R>
) => source.withSlices?.(range, { crc64: true }, use) ?? Effect.dieMessage("files are read in slices")

const send = (source: UploadSource, range: { readonly start: number; readonly end: number }, address: SignedAddress) =>
  withSlices(source, range, (body) =>
    Effect.gen(function*() {
      const { putSlices } = yield* Transport
      let sent = 0
      const reply = yield* putSlices?.(address, body, (count) => {
        sent += count
      }) ?? Effect.dieMessage("Node sends slices")
      return { status: reply.status, sent, crc64: yield* body.crc64 }
    }))

const run = Effect.provide(Layer.merge(TransportNode.layer, UploadSourcesNode.layer))

describe("a part of a file that is read while it is sent", () => {
  it.scopedLive("arrives as it is, with its CRC-64, wherever it is cut", () =>
    Effect.gen(function*() {
      const received: Array<Buffer> = []
      const server = yield* testServer((request, response) => {
        void readBody(request).then((body) => {
          received.push(body)
          response.end()
        })
      })
      const source = yield* opened(yield* written)
      for (
        const [start, end] of [[0, 1], [0, 524_288], [1, 524_290], [3 * MiB - 5, 5 * MiB], [0, bytes.length]] as const
      ) {
        const part = bytes.subarray(start, end)
        const { crc64, sent, status } = yield* send(source, { start, end }, server.address("/k"))
        assert.deepStrictEqual([status, sent], [200, end - start])
        assert.strictEqual(crc64, yield* Effect.promise(() => crc64Of(part)))
        assert.isTrue(received.pop()?.equals(part), `${start} to ${end}`)
      }
      assert.strictEqual(server.opened(), 1)
    }).pipe(run))

  it.scopedLive("is not sent to its end when the file changes on the way: SourceChanged", () =>
    Effect.gen(function*() {
      const file = yield* written
      for (
        const [what, change] of [
          ["modified", () => fs.utimesSync(file, 2, 2)],
          ["size", () => fs.appendFileSync(file, "more")],
          ["size", () => fs.truncateSync(file, 2 * MiB)],
          ["gone", () => fs.rmSync(file)]
        ] as const
      ) {
        fs.writeFileSync(file, bytes)
        fs.utimesSync(file, 1, 1)
        let length = 0
        const server = yield* testServer((request) => {
          request.once("data", change)
          request.on("data", (chunk: Buffer) => {
            length += chunk.length
          })
          request.on("error", () => {})
        })
        const source = yield* opened(file)
        // More than all sockets between the two can hold, so that the change comes before the last slice.
        const error = yield* Effect.flip(send(source, all, server.address("/k")))
        assert.deepInclude(error, { _tag: "SourceChanged", what })
        assert.isBelow(length, bytes.length)
      }
    }).pipe(run))

  it.scopedLive("is SourceChanged also when a good answer came before the read that failed", () =>
    Effect.gen(function*() {
      const file = yield* written
      const source = yield* opened(file)
      fs.truncateSync(file, 10)
      const error = yield* Effect.flip(
        withSlices(
          source,
          { start: 0, end: 100 },
          (body) =>
            Effect.promise(() =>
              body.read(0, 10).then(() => body.read(10, 90)).then(() => "read", () => "answered all the same")
            )
        )
      )
      assert.deepInclude(error, { _tag: "SourceChanged", what: "size" })
    }).pipe(run))

  it.scopedLive("has the CRC-64 of all its bytes, also when a server answers before it has read them", () =>
    Effect.gen(function*() {
      const server = yield* testServer((_request, response) => {
        response.end("enough")
      })
      const source = yield* opened(yield* written)
      const { crc64, status } = yield* send(source, all, server.address("/k"))
      assert.strictEqual(status, 200)
      assert.strictEqual(crc64, yield* Effect.promise(() => crc64Of(bytes)))
    }).pipe(run))

  it.scopedLive("has the CRC-64 of one pass when it is read again from its start", () =>
    Effect.gen(function*() {
      const source = yield* opened(yield* written)
      const crc64 = yield* withSlices(source, { start: 0, end: 1000 }, (body) =>
        Effect.zipRight(
          Effect.promise(() => body.read(0, 300).then(() => body.read(0, 400)).then(() => body.read(400, 1000))),
          body.crc64
        ))
      assert.strictEqual(crc64, yield* Effect.promise(() => crc64Of(bytes.subarray(0, 1000))))
    }).pipe(run))

  it.scopedLive("leaves its buffer only when nothing writes into it any more", () =>
    Effect.gen(function*() {
      const source = yield* opened(yield* written)
      let over = false
      const begun = yield* Deferred.make<void>()
      const reading = yield* Effect.fork(
        withSlices(source, all, (body) =>
          Effect.zipRight(
            Effect.sync(() => {
              void body.read(0, MiB).finally(() => {
                over = true
              })
              Deferred.unsafeDone(begun, Exit.void)
            }),
            Effect.never
          ))
      )
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(reading)
      assert.isTrue(over)
    }).pipe(run))
})
