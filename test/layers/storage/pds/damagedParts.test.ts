/** Parts that arrive damaged on pds, whose storage says of them what it likes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Stream } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { IntegrityError } from "../../../../src/domain/errors/StorageErrors.js"
import * as Pds from "../../../../src/layers/loading/Pds.js"
import * as HasherNode from "../../../../src/layers/node/HasherNode.js"
import { Connectivity } from "../../../../src/services/Connectivity.js"
import { Credentials } from "../../../../src/services/Credentials.js"
import type { PartStore } from "../../../../src/services/PartStore.js"
import { TransferScheduler } from "../../../../src/services/TransferScheduler.js"
import { Transport } from "../../../../src/services/Transport.js"
import { storeInParts } from "../../../../src/transfer/parts/storeInParts.js"
import * as TransferRunsLayer from "../../../../src/transfer/TransferRunsLayer.js"
import { driveWithPut } from "../../../faults/DamagedTransport.js"
import { sha256, storedBytes, withFaultyDrive } from "../../../faults/FaultyDrive.js"
import { contentOf } from "../../../transfer/parts/uploadContents.js"

const emulator = { spaces: [{ spaceId: "pds-files", platform: "pds" }] } as const

/** Flips a bit of the first so many bodies; `silent`: the answers say no checksum. */
const damaging = (times: number, silent: boolean) => {
  let left = times
  return driveWithPut((put) => (address, body, sent) => {
    if (body instanceof Blob) return Effect.dieMessage("Node sends bytes")
    const damaged = new Uint8Array(body)
    if (left-- > 0) damaged[1000] = (damaged[1000] ?? 0) ^ 1
    return Effect.map(put(address, damaged, sent), (reply) => {
      const { "x-oss-hash-crc64ecma": _said, ...headers } = reply.headers
      return silent ? { ...reply, headers } : reply
    })
  })
}

const MiB = 1024 * 1024

for (
  const [kind, size, parallelUpload] of [["one body", 300_000, false], ["parts in order", 3 * MiB, false], [
    "parallel parts",
    3 * MiB,
    true
  ]] as const
) {
  for (const silent of [false, true]) {
    const source = randomBytes(size)
    it(`${kind} on pds, damaged for long${silent ? " and without a word" : ""}: a retry begins anew and ends well`, () =>
      withFaultyDrive({
        emulator: { ...emulator, parallelUpload },
        drive: { providers: { pds: Pds.layer({ parallelUpload }) } },
        open: damaging(30, silent)
      }, async ({ drive }) => {
        const upload = drive.uploads.start({ source, name: "a", chunkSize: 512 * 1024, parallel: 1 })
        let failures = 0
        let done = upload.done
        while (true) {
          const error = await done.then(() => undefined, (failure: unknown) => failure)
          if (error === undefined) break
          assert.deepInclude(error, { _tag: "IntegrityError" })
          assert.isBelow(++failures, 30, "it never recovers")
          await upload.retry()
          done = upload.done
        }
        assert.isAbove(failures, 0)
        const { fileId, verified } = await upload.done
        assert.strictEqual(verified, "checksum")
        assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(source))
      }))
  }
}

describe("a part that may be sent again", () => {
  const partSize = 1000
  const bytes = randomBytes(3500)
  const md5 = (piece: Uint8Array) => createHash("md5").update(piece).digest("hex").toUpperCase()

  it.effect("is found by its digest when the whole is refused, and is the only one that is sent again", () =>
    Effect.gen(function*() {
      const stored = new Map<number, Uint8Array>()
      const sentParts: Array<number> = []
      const store: PartStore = {
        rules: { minSize: 1, maxSize: partSize, maxCount: 10, multipleOf: 1, order: "any" },
        replacesParts: true,
        begin: Effect.succeed("u"),
        address: (_uploadId, { number }) =>
          Effect.succeed({
            url: Redacted.make(`http://storage.test/${number}`),
            headers: {},
            credentialVersion: 1,
            expiresAt: Number.POSITIVE_INFINITY
          }),
        accept: (_uploadId, { end, number, start }) => Effect.succeed({ number, size: end - start }),
        parts: () =>
          Stream.fromIterable([...stored].sort(([one], [other]) => one - other)).pipe(
            Stream.map(([number, piece]) => ({ number, size: piece.length, etag: md5(piece) }))
          ),
        complete: () => {
          const whole = Buffer.concat([...stored].sort(([one], [other]) => one - other).map(([, piece]) => piece))
          return whole.equals(bytes)
            ? Effect.succeed({ key: "k", size: whole.length })
            : new IntegrityError({ what: "crc64", subject: "k", expected: "1", actual: "2" })
        },
        abort: () => Effect.void,
        find: () => Effect.succeedNone
      }
      const transport = Layer.mock(Transport, {
        put: (address, body, sent) =>
          Effect.sync(() => {
            const number = Number(Redacted.value(address.url).slice(-1))
            const piece = Uint8Array.from(body as Uint8Array)
            if (sentParts.push(number) && number === 3 && !stored.has(3)) piece[5] = (piece[5] ?? 0) ^ 1
            stored.set(number, piece)
            sent(piece.length)
            return { status: 200, headers: {}, body: "" }
          })
      })
      yield* storeInParts(contentOf(bytes, { digestKinds: ["crc64"] }), store, {
        uploadId: undefined,
        partSize,
        journal: new Map(),
        etagIsPredictable: false,
        begin: store.begin,
        learning: () => () => {},
        sending: () => Effect.void,
        accepted: () => Effect.void,
        joined: Effect.void
      }).pipe(
        Effect.provide(Layer.mergeAll(
          transport,
          TransferScheduler.layer,
          TransferRunsLayer.layer,
          HasherNode.layer,
          Layer.mock(Connectivity, { online: Effect.succeed(true) }),
          Layer.mock(Credentials, {})
        ))
      )
      assert.deepStrictEqual([...sentParts].sort(), [1, 2, 3, 3, 4])
    }))
})
