/**
 * `integrity: "crc32"` on a real server: one that compares checksums refuses a damaged body, one that ignores them (Ceph 16.2) is
 * asked for the ETag. Either way the body goes again.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { UploadId } from "../../../../src/domain/Ids.js"
import * as ConnectivityAlways from "../../../../src/layers/node/ConnectivityAlways.js"
import * as HasherNode from "../../../../src/layers/node/HasherNode.js"
import { partStoreOf } from "../../../../src/layers/storage/bucket/partStoreOf.js"
import { Credentials } from "../../../../src/services/Credentials.js"
import { TransferScheduler } from "../../../../src/services/TransferScheduler.js"
import { Transport } from "../../../../src/services/Transport.js"
import { storeInParts } from "../../../../src/transfer/parts/storeInParts.js"
import { storeWhole } from "../../../../src/transfer/parts/storeWhole.js"
import * as TransferRunsLayer from "../../../../src/transfer/TransferRunsLayer.js"
import { contentOf } from "../../../transfer/parts/uploadContents.js"
import { Bucket, layer as bucketLayer } from "./bucket.js"

const mebibyte = 1024 * 1024

const checked = (bytes: Uint8Array) =>
  contentOf(bytes, { id: UploadId.make(randomUUID()), parallel: 1, digestKinds: ["crc32"] })

/** Flips a bit of the first so many bodies. */
const damaging = (real: Transport["Type"], times: number) => {
  let left = times
  let bodies = 0
  const put: Transport["Type"]["put"] = (address, body, sent, pace) => {
    bodies++
    if (left-- <= 0 || body instanceof Blob) return real.put(address, body, sent, pace)
    const damaged = Uint8Array.from(body)
    damaged[1000] = (damaged[1000] ?? 0) ^ 1
    return real.put(address, damaged, sent, pace)
  }
  return { transport: { ...real, put }, bodies: () => bodies }
}

const ticket = { contentType: undefined, mark: "mark-checksums", integrity: "crc32" } as const

const surroundings = Layer.mergeAll(
  bucketLayer,
  TransferScheduler.layer,
  TransferRunsLayer.layer,
  HasherNode.layer,
  ConnectivityAlways.layer,
  Layer.mock(Credentials, {})
)

layer(surroundings, { timeout: "2 minutes", excludeTestServices: true })("checksums of bodies", (it) => {
  const stored = (key: string) => Effect.flatMap(Bucket, ({ objects }) => objects.head(key))

  const inParts = Effect.fnUntraced(function*(bytes: Uint8Array, times: number) {
    const { objects } = yield* Bucket
    const { bodies, transport } = damaging(yield* Transport, times)
    const key = `checksums/${randomUUID()}`
    const { parts } = partStoreOf(objects, key, ticket)
    yield* storeInParts(checked(bytes), parts, {
      uploadId: undefined,
      partSize: 5 * mebibyte,
      journal: new Map(),
      etagIsPredictable: true,
      begin: parts.begin,
      learning: () => () => {},
      sending: () => Effect.void,
      accepted: () => Effect.void,
      joined: Effect.void
    }).pipe(Effect.provideService(Transport, transport))
    return { key, bodies: bodies() }
  })

  it.effect("send a damaged part again", () =>
    Effect.gen(function*() {
      const bytes = randomBytes(5 * mebibyte + 1000)
      const undamaged = yield* inParts(bytes, 0)
      const damaged = yield* inParts(bytes, 1)
      assert.deepStrictEqual([undamaged.bodies, damaged.bodies], [2, 3])
      const [one, other] = [yield* stored(undamaged.key), yield* stored(damaged.key)]
      assert.strictEqual(one._tag === "Some" ? one.value.etag : "", other._tag === "Some" ? other.value.etag : "none")
    }))

  it.effect("end as IntegrityError when a part is damaged twice", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(inParts(randomBytes(6 * mebibyte), 2)))._tag, "IntegrityError")
    }))

  it.effect("send a damaged whole file again", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const { bodies, transport } = damaging(yield* Transport, 1)
      const key = `checksums/${randomUUID()}`
      const { direct } = partStoreOf(objects, key, ticket)
      yield* Effect.provideService(storeWhole(checked(randomBytes(mebibyte)), direct), Transport, transport)
      assert.strictEqual(bodies(), 2)
    }))
})
