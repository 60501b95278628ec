/** Parts that a thread sends: what goes well costs no request of the transport, and what does not is not forgotten. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted, Stream } from "effect"
import { createHash } from "node:crypto"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type { PartRange } from "../../../src/domain/UploadPlan.js"
import { partsOf } from "../../../src/domain/UploadPlan.js"
import { blobSource } from "../../../src/layers/files/BlobSource.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { Credentials } from "../../../src/services/Credentials.js"
import type { EtagTrust } from "../../../src/services/EtagTrust.js"
import { Hasher } from "../../../src/services/Hasher.js"
import type { PartOutcome, PartSenders, PutAgain } from "../../../src/services/PartSender.js"
import type { PartDigest, PartStore, StoredPart } from "../../../src/services/PartStore.js"
import { SpeedLimit } from "../../../src/services/transfers/SpeedLimit.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { PartReply } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { sendParts } from "../../../src/transfer/parts/sendParts.js"
import type { UploadContent } from "../../../src/transfer/parts/UploadContent.js"
import { contentOf } from "./uploadContents.js"

const partSize = 100
const count = 8
const bytes = new Uint8Array(partSize * count).map((_, index) => index % 251)
const file = new Blob([bytes])
const ranges = partsOf(bytes.length, partSize)

const md5Of = ({ end, start }: { readonly start: number; readonly end: number }): string =>
  createHash("md5").update(bytes.subarray(start, end)).digest("hex")

const good = (part: PartRange): PartReply => ({ status: 200, headers: { etag: md5Of(part) }, body: "" })

/** What has been answered to a request that the thread made. */
const answered = (part: PartRange, reply: PartReply, digest: PartDigest = { md5: md5Of(part) }): PartOutcome => {
  const again: PutAgain = (_address, body, sent) =>
    Effect.sync(() => {
      sent(body instanceof Blob ? body.size : body.length)
      return reply
    })
  return { reply, digest, again }
}

const lost = (part: PartRange): PartOutcome => {
  const failure = new TransportError({ reason: "Network", method: "PUT", path: "https://storage.test/object" })
  const again: PutAgain = (_address, _body, sent) =>
    Effect.suspend(() => {
      sent(part.end - part.start)
      return failure
    })
  return { failure, again }
}

/** What the thread does with a part; nothing: it stays under way. `later`: it is stored when the test says so. */
type Script = (part: PartRange) => PartOutcome | "later" | undefined

interface Sending {
  readonly script: Script
  readonly later?: (answer: () => void) => void
  /** Parts that the storage lists. */
  readonly listed?: ReadonlyArray<number>
  readonly content?: Partial<UploadContent>
}

const setUp = ({ content = {}, later, listed = [], script }: Sending) =>
  Effect.gen(function*() {
    const byThread: Array<number> = []
    const byTransport: Array<number> = []
    const accepted: Array<StoredPart> = []
    const ended: Array<boolean> = []
    const left: Array<number> = []
    let lookedFor = 0
    let isClosed = false
    const etags: EtagTrust = { kind: "unknown" }
    const store: PartStore = {
      rules: { minSize: 1, maxSize: 1000, maxCount: 100, multipleOf: 1, order: "any" },
      etags,
      begin: Effect.succeed("upload"),
      address: (_upload, part) =>
        Effect.succeed({
          url: Redacted.make(`https://storage.test/object?part=${part.number}`),
          headers: {},
          credentialVersion: 1,
          expiresAt: Number.MAX_SAFE_INTEGER
        }),
      accept: (_upload, { end, number, start }, _address, { headers, status }) =>
        status < 400
          ? Effect.succeed({ number, size: end - start, etag: headers["etag"] })
          : new TransportError({ reason: "Status", method: "PUT", path: "https://storage.test/object", status }),
      parts: () => {
        lookedFor++
        return Stream.fromIterable(ranges.filter(({ number }) => listed.includes(number))).pipe(
          Stream.map((part) => ({ number: part.number, size: part.end - part.start, etag: md5Of(part) }))
        )
      },
      complete: () => Effect.die("nobody completes"),
      abort: () => Effect.void,
      find: () => Effect.die("nobody looks for the object")
    }
    const partAt = (url: string) => ranges[Number(new URL(url).searchParams.get("part")) - 1] as PartRange // it has that part
    const transport = Layer.mock(Transport, {
      put: (address, body, sent) =>
        Effect.sync(() => {
          const part = partAt(Redacted.value(address.url))
          byTransport.push(part.number)
          sent(body instanceof Blob ? body.size : body.length)
          return good(part)
        })
    })
    const digest = (body: Blob | Uint8Array) =>
      VirtualTime.hold(Effect.promise(async () => {
        const whole = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body
        return { md5: createHash("md5").update(whole).digest("hex") }
      }))
    const hasher = Layer.mock(Hasher, {
      digest: (body) => digest(body),
      digestRange: (source, range) => source.withPart(range, digest)
    })
    const senders: PartSenders = {
      get: (wanted) => {
        if (wanted !== file) return undefined
        return () => ({
          start: (_address, part, kinds, { done, sent }) => {
            byThread.push(part.number)
            assert.deepStrictEqual(kinds, ["md5"])
            const outcome = script(part)
            if (outcome === "later") later?.(() => done(answered(part, good(part))))
            else if (outcome !== undefined) {
              if (outcome.reply !== undefined) sent(part.end - part.start)
              queueMicrotask(() => done(outcome))
            }
            return () => void left.push(part.number)
          },
          close: () => {
            isClosed = true
          }
        })
      }
    }
    const whole: UploadContent = {
      ...contentOf(bytes),
      source: blobSource({ blob: file, name: "a", lending: "slice" }),
      comparesEtags: true,
      senders,
      meterOf: () => ({ sent: () => {}, end: (isAccepted) => void ended.push(isAccepted) }),
      ...content
    }
    const services = yield* Layer.build(Layer.mergeAll(
      TransferScheduler.layer,
      Layer.effect(Connectivity, Effect.map(ConnectivityMemory.make, ({ service }) => service)),
      Layer.mock(Credentials, {}),
      transport,
      hasher
    ))
    const scheduler = Context.get(services, TransferScheduler)
    const send = sendParts(whole, store, "upload", ranges, (part) => Effect.sync(() => void accepted.push(part)))
    return {
      send: Effect.provide(send, services),
      byThread,
      byTransport,
      accepted,
      ended,
      left,
      etags,
      usage: scheduler.usage,
      lookedFor: () => lookedFor,
      isClosed: () => isClosed
    }
  })

const assertAll = (accepted: ReadonlyArray<StoredPart>): void => {
  const numbers = accepted.map(({ number }) => number).sort((one, other) => one - other)
  assert.deepStrictEqual(numbers, ranges.map(({ number }) => number))
  assert.deepStrictEqual(accepted.map(({ proof }) => proof), ranges.map(() => "md5" as const))
}

const run = <A, E>(test: Effect.Effect<A, E, never>) => VirtualTime.run(test)

const failing = (number: number, outcome: Script): Script => (part) =>
  part.number === number ? outcome(part) : answered(part, good(part))

describe("parts that a thread sends", () => {
  it.live("are accepted and proven, and the transport sends none", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const set = yield* setUp({ script: (part) => answered(part, good(part)) })
      yield* set.send
      assertAll(set.accepted)
      assert.deepStrictEqual([set.byThread.length, set.byTransport], [count, []])
      assert.deepStrictEqual(set.ended, ranges.map(() => true))
      assert.strictEqual(set.etags.kind, "digests")
      assert.strictEqual(set.usage().running.part, 0)
      assert.isTrue(set.isClosed())
    }))))

  it.live("a refused one is sent again by the transport, which sends what is left", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const set = yield* setUp({ script: failing(2, (part) => answered(part, { status: 503, headers: {}, body: "" })) })
      yield* set.send
      assertAll(set.accepted)
      assert.include(set.byTransport, 2)
      assert.strictEqual(set.byTransport.filter((number) => number === 2).length, 1)
      const twice = set.byTransport.filter((number) => set.byThread.includes(number))
      assert.deepStrictEqual(twice, [2])
    }))))

  it.live("one whose answer was lost is looked for, and not sent again when it is there", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const set = yield* setUp({ script: failing(1, lost), listed: [1] })
      yield* set.send
      assertAll(set.accepted)
      assert.isAbove(set.lookedFor(), 0)
      assert.notInclude(set.byTransport, 1)
    }))))

  it.live("one that was stored with other bytes is sent again", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const damaged: PartReply = { status: 200, headers: { etag: "0".repeat(32) }, body: "" }
      const set = yield* setUp({ script: failing(3, (part) => answered(part, damaged)) })
      yield* set.send
      assertAll(set.accepted)
      assert.include(set.byTransport, 3)
    }))))

  it.live("one that stands still is left after its time, and sent again", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const set = yield* setUp({ script: failing(4, () => undefined) })
      yield* set.send
      assertAll(set.accepted)
      assert.deepStrictEqual(set.left, [4])
      assert.include(set.byTransport, 4)
    }))))

  it.live("those on their way when another one fails are waited for, and not sent again", () =>
    run(Effect.scoped(Effect.gen(function*() {
      // All that come after the first are answered when that is looked for.
      const waiting: Array<() => void> = []
      const set = yield* setUp({
        script: (part) => part.number === 1 ? lost(part) : "later",
        later: (answer) => waiting.push(answer),
        listed: [1]
      })
      const sending = yield* Effect.fork(set.send)
      yield* Effect.sleep(10)
      const underWay = set.byThread.filter((number) => number !== 1)
      assert.isAbove(underWay.length, 0)
      for (const answer of waiting) answer()
      yield* Fiber.join(sending)
      assertAll(set.accepted)
      assert.deepStrictEqual(set.byTransport.filter((number) => underWay.includes(number)), [])
    }))))

  it.live("a place that gets free is taken at once", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const script: Script = (part) => part.number === 1 ? answered(part, good(part)) : undefined
      const set = yield* setUp({ script, content: { parallel: 2 } })
      const sending = yield* Effect.fork(set.send)
      yield* Effect.sleep(10)
      assert.deepStrictEqual(set.byThread, [1, 2, 3])
      yield* Fiber.interrupt(sending)
    }))))

  it.live("are left by a stop, and give back their places", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const set = yield* setUp({ script: () => undefined })
      const sending = yield* Effect.fork(set.send)
      yield* Effect.sleep(1000)
      assert.strictEqual(set.usage().running.part, set.byThread.length)
      assert.isAbove(set.byThread.length, 1)
      yield* Fiber.interrupt(sending)
      assert.deepStrictEqual(set.left, set.byThread)
      assert.deepStrictEqual(set.ended, set.byThread.map(() => false))
      assert.deepStrictEqual([set.usage().running.part, set.usage().waiting.part], [0, 0])
      assert.isTrue(set.isClosed())
    }))))

  it.live("are none where bytes a second are limited", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const set = yield* setUp({
        script: (part) => answered(part, good(part)),
        content: { pace: new SpeedLimit(1000) }
      })
      yield* set.send
      assertAll(set.accepted)
      assert.deepStrictEqual([set.byThread, set.byTransport.length], [[], count])
    }))))
})
