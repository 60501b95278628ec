/** A small file whose PUT had no answer, though all of its bytes had left: what the storage has by then may be damaged. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { createCRC64 } from "hash-wasm"
import { createHash, randomBytes } from "node:crypto"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import { crc64Text } from "../../../src/layers/hash/Checksums.js"
import * as HasherNode from "../../../src/layers/node/HasherNode.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { Credentials } from "../../../src/services/Credentials.js"
import { Hasher } from "../../../src/services/Hasher.js"
import type { DirectStore, PartDigest, StoredObject } from "../../../src/services/PartStore.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { PartReply } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { storeWhole } from "../../../src/transfer/parts/storeWhole.js"
import * as TransferRunsLayer from "../../../src/transfer/TransferRunsLayer.js"
import { contentOf } from "./uploadContents.js"

const bytes = randomBytes(1000)
const damaged = bytes.map((byte, index) => index === 7 ? byte ^ 1 : byte)

const md5 = (data: Uint8Array) => createHash("md5").update(data).digest("hex")
const crc64 = (data: Uint8Array) =>
  VirtualTime.hold(Effect.promise(async () => crc64Text((await createCRC64()).init().update(data).digest("hex"))))
const crc32 = (data: Uint8Array) =>
  Effect.flatMap(Hasher, (hasher) => Effect.map(hasher.digest(data, ["crc32"]), (digest) => digest.crc32))

/** Time stands still while it works. */
const hasher = Layer.map(
  HasherNode.layer,
  (context) => {
    const { digest } = Context.get(context, Hasher)
    return Context.make(Hasher, {
      ...Context.get(context, Hasher),
      digest: (body, kinds) => VirtualTime.hold(digest(body, kinds)),
      digestRange: undefined
    })
  }
)

/** What the storage says of the bytes that it has. */
type Word = (data: Uint8Array) => Effect.Effect<Pick<StoredObject, "digest" | "etag">, unknown, Hasher>

const words: Readonly<Record<string, readonly [Word, verified: string]>> = {
  "an MD5 as ETag": [(data) => Effect.succeed({ etag: md5(data) }), "md5"],
  "a CRC-64 and an ETag that is none": [
    (data) => Effect.map(crc64(data), (value) => ({ etag: "opaque", digest: { crc64: value } })),
    "checksum"
  ],
  "a CRC-64 and an ETag of an encrypted object": [
    (data) => Effect.map(crc64(data), (value) => ({ etag: "0".repeat(32), digest: { crc64: value } })),
    "checksum"
  ],
  "a CRC-32": [(data) => Effect.map(crc32(data), (value) => ({ digest: { crc32: value } })), "checksum"]
}

const lost = new TransportError({ reason: "Network", method: "PUT", path: "object" })

/** `first`: the first answer, which is lost unless said. Without a `word` the storage has nothing until the second body. */
interface Storing {
  readonly arriving: ReadonlyArray<Uint8Array>
  readonly word: Word | undefined
  readonly first?: Effect.Effect<PartReply, TransportError>
  readonly digestKinds?: ReadonlyArray<keyof PartDigest>
}

/** Tells how the file was verified, and what was sent. */
const store = ({ arriving, digestKinds = ["crc64"], first = lost, word }: Storing) =>
  Effect.gen(function*() {
    const arrived: Array<Uint8Array> = []
    const destination: DirectStore = {
      address: () =>
        Effect.succeed({
          url: Redacted.make("https://storage.example/object"),
          headers: {},
          credentialVersion: 1,
          expiresAt: Number.MAX_SAFE_INTEGER
        }),
      accept: ({ end, number }) => Effect.map(Effect.orDie(saying), (said) => ({ number, size: end, ...said })),
      find: ({ size }) =>
        word === undefined && arrived.length < 2
          ? Effect.succeedNone
          : Effect.map(Effect.orDie(saying), (said) => Option.some({ key: "object", size, ...said }))
    }
    const hasher = yield* Hasher
    const says = word ?? (() => Effect.succeed({ etag: "opaque" }))
    const saying = Effect.suspend(() => says(arrived.at(-1) ?? new Uint8Array())).pipe(
      Effect.provideService(Hasher, hasher)
    )
    const transport = Layer.mock(Transport, {
      put: (_address, body, sent) =>
        Effect.suspend(() => {
          arrived.push(arriving[arrived.length] ?? bytes)
          sent(body instanceof Blob ? body.size : body.length)
          return arrived.length === 1 ? first : Effect.succeed({ status: 200, headers: {}, body: "" })
        })
    })
    const verified = yield* Effect.provide(
      storeWhole(contentOf(bytes, { digestKinds }), destination),
      transport
    )
    return { verified, sent: arrived.length }
  }).pipe(
    Effect.provide(Layer.mergeAll(
      TransferScheduler.layer,
      TransferRunsLayer.layer,
      hasher,
      Layer.effect(Connectivity, Effect.map(ConnectivityMemory.make, ({ service }) => service)),
      Layer.mock(Credentials, {})
    )),
    VirtualTime.run
  )

describe("a small file whose answer was lost", () => {
  for (const [what, [word, verified]] of Object.entries(words)) {
    it.live(`is not sent again where the storage has it and says ${what}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* store({ arriving: [bytes], word }), { verified, sent: 1 })
      }))

    it.live(`is sent again where other bytes have arrived and the storage says ${what}`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* store({ arriving: [damaged, bytes], word })).sent, 2)
      }))
  }

  it.live("is known by its size where the storage says nothing of its bytes", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* store({ arriving: [bytes], word: () => Effect.succeed({ etag: "opaque" }) }), {
        verified: "size",
        sent: 1
      })
    }))
})

describe("a small file whose PUT was answered with a success", () => {
  it.live("before its body had left is sent again where the storage has nothing, whatever is compared", () =>
    Effect.gen(function*() {
      const first = Effect.succeed({ status: 200, headers: {}, body: "", isEarly: true })
      for (const digestKinds of [[], ["crc64"]] as const) {
        const { sent } = yield* store({ arriving: [bytes, bytes], word: undefined, first, digestKinds })
        assert.strictEqual(sent, 2)
      }
    }))

  it.live("without a checksum is sent again where the storage has nothing", () =>
    Effect.gen(function*() {
      const first = Effect.succeed({ status: 200, headers: {}, body: "" })
      assert.strictEqual((yield* store({ arriving: [bytes, bytes], word: undefined, first })).sent, 2)
    }))
})
