/** The CRC-64 of the whole is there whatever the parts are known by: their answers, the journal, or the part list alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { createCRC64 } from "hash-wasm"
import { createHash, randomBytes } from "node:crypto"
import * as Crc64 from "../../../../src/domain/Crc64.js"
import * as UploadPlan from "../../../../src/domain/UploadPlan.js"
import { crc64Text } from "../../../../src/layers/hash/Checksums.js"
import * as HasherNode from "../../../../src/layers/node/HasherNode.js"
import { Connectivity } from "../../../../src/services/Connectivity.js"
import { Credentials } from "../../../../src/services/Credentials.js"
import type { Journal } from "../../../../src/services/PartStore.js"
import type { PartStore, StoredPart } from "../../../../src/services/PartStore.js"
import { TransferScheduler } from "../../../../src/services/TransferScheduler.js"
import { listParts } from "../../../../src/transfer/parts/listParts.js"
import { contentOf } from "../../../transfer/parts/uploadContents.js"

const partSize = 1000
const bytes = randomBytes(2500)
const ranges = UploadPlan.partsOf(bytes.length, partSize)
const md5 = (data: Uint8Array) => createHash("md5").update(data).digest("hex")

const crc64Of = (data: Uint8Array) =>
  Effect.promise(async () => crc64Text((await createCRC64()).init().update(data).digest("hex")))

const missing = () => Effect.dieMessage("not asked for")

const storeWith = (parts: ReadonlyArray<StoredPart>): PartStore => ({
  rules: { minSize: 1, maxSize: partSize, maxCount: 10, multipleOf: 1, order: "ascending" },
  begin: missing(),
  address: missing,
  accept: missing,
  parts: () => Stream.fromIterable(parts),
  complete: missing,
  abort: missing,
  find: missing
})

const shipment = contentOf(bytes, { digestKinds: ["crc64"] })

const surroundings = Layer.mergeAll(
  TransferScheduler.layer,
  HasherNode.layer,
  Layer.mock(Connectivity, {}),
  Layer.mock(Credentials, {})
)

const resumed = (listed: ReadonlyArray<StoredPart>, journal: Journal = new Map()) =>
  Effect.provide(listParts(shipment, storeWith(listed), { journal, partSize }, "u"), surroundings)

const pieceOf = ({ end, start }: UploadPlan.PartRange) => bytes.subarray(start, end)

/** What a list says of the parts that are there. */
const listedWith = (etagOf: (piece: Uint8Array) => string | undefined): ReadonlyArray<StoredPart> =>
  ranges.map((range) => {
    const etag = etagOf(pieceOf(range))
    return { number: range.number, size: range.end - range.start, ...(etag === undefined ? {} : { etag }) }
  })

const wholeOf = (parts: Journal) =>
  Crc64.joined(
    [...parts.values()].sort((one, other) => one.number - other.number).map(({ digest, size }) => ({
      size,
      crc64: digest?.crc64 ?? "0"
    }))
  )

describe("The checksum of the whole is made of parts that were known", () => {
  const cases = [
    ["by a digest in the list, without a journal", md5, false, 0],
    ["by their size alone, without a journal", () => undefined, false, 3],
    ["by the journal, which has no checksums", () => "opaque", true, 0]
  ] as const
  for (const [how, etagOf, hasJournal, sizeOnly] of cases) {
    it.effect(how, () =>
      Effect.gen(function*() {
        const listed = listedWith(etagOf)
        const journal = new Map(hasJournal ? listed.map((part) => [part.number, part]) : [])
        const found = yield* resumed(listed, journal)
        assert.deepStrictEqual([found.stored.size, found.sizeOnly], [3, sizeOnly])
        assert.strictEqual(wholeOf(found.stored), yield* crc64Of(bytes))
      }))
  }

  it.effect("by the journal, whose checksums are not made again", () =>
    Effect.gen(function*() {
      const journal = new Map(
        ranges.map(({ end, number, start }) => [number, { number, size: end - start, digest: { crc64: `${number}` } }])
      )
      const found = yield* resumed(listedWith(() => undefined), journal)
      assert.deepStrictEqual([...found.stored.values()].map(({ digest }) => digest?.crc64), ["1", "2", "3"])
      assert.strictEqual(found.sizeOnly, 3)
    }))

  it.effect("and one whose bytes differ from its digest does not count", () =>
    Effect.gen(function*() {
      const listed = listedWith((piece) => md5(piece.length === partSize ? piece : randomBytes(5)))
      const found = yield* resumed(listed)
      assert.deepStrictEqual([...found.stored.keys()], [1, 2])
    }))
})
