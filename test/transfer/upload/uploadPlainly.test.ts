/** Small files by plain calls: what goes well takes nothing else, and whatever does not goes on from where it stands. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Either, Exit, FiberRef, Layer, Scope } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type { SmallRequests } from "../../../src/services/SmallRequests.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { currentErrand } from "../../../src/transfer/hosts/HostGates.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, layerOf, storedBytes } from "./memoryUploads.js"
import { countCreates, countPuts, createCall, put, until, withRequests } from "./plainUploads.js"

const content = bytesOf(80)
const file = { source: content, name: "a" }

const assertStored = (drive: MemoryDrive, objectKey: string | undefined) =>
  Effect.flatMap(TransferScheduler, (scheduler) =>
    Effect.sync(() => {
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assert.deepStrictEqual([...drive.service.files.values()].map(({ stored }) => stored), [true])
      assertNothingLeft(drive, scheduler)
      assertAllFaultsHit(drive)
    }))

describe("a small file", () => {
  it.live("is announced and sent by one plain call each, and its bytes are proven", () =>
    withRequests({}, (drive, uploads, steps) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(file)
        const { objectKey, verified } = yield* upload.await
        assert.deepStrictEqual(steps, ["announce", "put"])
        assert.deepStrictEqual([countCreates(drive), countPuts(drive)], [1, 1])
        assert.strictEqual(verified, "md5")
        assert.deepStrictEqual(uploads.snapshot(upload.id)?.bytes, {
          hashed: 80,
          sent: 80,
          accepted: 80,
          committed: 80
        })
        yield* assertStored(drive, objectKey)
      })))

  it.live("asks for what its integrity takes as a transfer, which leaves a host in trouble alone", () => {
    const asked: Array<boolean> = []
    const integrity = Effect.map(FiberRef.get(currentErrand), (errand) => {
      asked.push(errand !== undefined)
      return "etag" as const
    })
    return withRequests({ own: { integrity } }, (drive, uploads, steps) =>
      Effect.gen(function*() {
        const { objectKey } = yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
        assert.deepStrictEqual(steps, ["announce", "put"])
        assert.isNotEmpty(asked)
        assert.notInclude(asked, false)
        yield* assertStored(drive, objectKey)
      }))
  })

  it.live("that the storage has already is not sent", () =>
    withRequests({}, (drive, uploads, steps) =>
      Effect.gen(function*() {
        yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
        const second = yield* uploads.start({ source: content, name: "b" })
        assert.isTrue((yield* second.await).rapid)
        assert.deepStrictEqual(steps, ["announce", "put", "announce"])
        assert.strictEqual(countPuts(drive), 1)
      })))

  it.live("is sent the usual way when the requests end after its create call", () => {
    let isOpen = true
    const ending = (requests: SmallRequests): SmallRequests => ({
      ...requests,
      isOpen: () => isOpen,
      announce: (source, kinds, call, done) =>
        requests.announce(source, kinds, call, (outcome) => {
          isOpen = false
          done(outcome)
        })
    })
    return withRequests({ through: ending }, (drive, uploads, steps) =>
      Effect.gen(function*() {
        const { objectKey } = yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
        assert.deepStrictEqual(steps, ["announce"])
        yield* assertStored(drive, objectKey)
      }))
  })

  it.live("counts as accepted before the service knows of it", () =>
    withRequests({
      faults: [{ match: { target: "api", path: "/success-callback" }, action: { _tag: "delay", millis: 5000 } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(file)
        const bytes = () => uploads.snapshot(upload.id)?.bytes
        yield* until(() => drive.network.count({ method: "PUT", path: "/success-callback" }) > 0)
        yield* Effect.sleep("1 seconds")
        assert.deepStrictEqual(bytes(), { hashed: 80, sent: 80, accepted: 80, committed: 0 })
        yield* assertStored(drive, (yield* upload.await).objectKey)
      })))

  for (const [when, step] of [["read", "announce"], ["sent", "put"]] as const) {
    it.live(`that changes while it is ${when} is no file of the service`, () => {
      const disk = { bytes: content, modifiedAt: 1 }
      const changing = (requests: SmallRequests): SmallRequests => ({
        ...requests,
        [step]: (...given: Parameters<SmallRequests["put"]>) => {
          const leave: unknown = Reflect.apply(requests[step], undefined, given)
          disk.modifiedAt = 2
          return leave
        }
      })
      return withRequests({ through: changing }, (drive, uploads) =>
        Effect.gen(function*() {
          drive.disk.set("/a", disk)
          const end = yield* Effect.either(
            Effect.flatMap(uploads.start({ source: { path: "/a" } }), (one) => one.await)
          )
          assert.strictEqual(Either.isLeft(end) ? end.left._tag : "", "SourceChanged")
          assert.strictEqual(countCreates(drive), step === "announce" ? 0 : 1)
          assert.deepStrictEqual([...drive.service.files.values()].filter(({ stored }) => stored), [])
        }))
    })
  }

  const unread = (requests: SmallRequests): SmallRequests => ({
    ...requests,
    announce: (_source, _kinds, _call, done) => {
      queueMicrotask(() => done({}))
      return () => {}
    }
  })
  const notCalled = (requests: SmallRequests): SmallRequests => ({
    ...requests,
    announce: (source, kinds, { head, request }, done) => {
      const body = () => new TransportError({ reason: "Network", method: "POST", path: "a call that is not made" })
      return requests.announce(source, kinds, { head, request: { ...request, body } }, ({ file }) => done({ file }))
    }
  })
  for (const [what, through] of [["read", unread], ["announced", notCalled]] as const) {
    it.live(`is ${what} by somebody else where that cannot be done so`, () =>
      withRequests({ through }, (drive, uploads, steps) =>
        Effect.gen(function*() {
          const { objectKey } = yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
          assert.deepStrictEqual(steps, ["announce"])
          assert.strictEqual(countCreates(drive), 1)
          yield* assertStored(drive, objectKey)
        })))
  }

  for (const step of ["announce", "put"] as const) {
    it.live(`fails where the code of its ${step} has a bug, and the next one goes well`, () => {
      let isBroken = true
      const broken = (requests: SmallRequests): SmallRequests => ({
        ...requests,
        [step]: (...given: Parameters<SmallRequests["put"]>) => {
          if (!isBroken) return Reflect.apply(requests[step], undefined, given)
          isBroken = false
          throw new Error("a bug")
        }
      })
      return withRequests({ through: broken }, (drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start(file)
          const end = yield* Effect.either(upload.await)
          assert.match(Either.isLeft(end) ? end.left.message : "", /a bug/)
          assertNothingLeft(drive, yield* TransferScheduler)
          yield* uploads.retry(upload.id)
          yield* assertStored(drive, (yield* upload.await).objectKey)
        }))
    })
  }
})

describe("what does not go well at once", () => {
  it.live("a create call whose answer is lost makes no second file, and is looked for soon", () =>
    withRequests(
      { faults: [{ match: createCall, action: { _tag: "dropReply" } }], listAnnounced: true },
      (drive, uploads) =>
        Effect.gen(function*() {
          const [elapsed, { objectKey }] = yield* Effect.timed(
            Effect.flatMap(uploads.start(file), (upload) => upload.await)
          )
          assert.isBelow(Duration.toSeconds(elapsed), 5)
          assert.strictEqual(countCreates(drive), 1)
          yield* assertStored(drive, objectKey)
        })
    ))

  for (const [what, match] of [["a create call", createCall], ["a body", put]] as const) {
    it.live(`${what} without an answer is broken off after its time`, () =>
      withRequests(
        { faults: [{ match, action: { _tag: "delay", millis: 10_000_000 } }] },
        (drive, uploads) =>
          Effect.gen(function*() {
            const [elapsed, { objectKey }] = yield* Effect.timed(
              Effect.flatMap(uploads.start(file), (upload) => upload.await)
            )
            assert.isBelow(Duration.toMinutes(elapsed), 5)
            yield* assertStored(drive, objectKey)
          })
      ))
  }

  it.live("a refused name is told as everywhere", () =>
    withRequests({}, (_, uploads) =>
      Effect.gen(function*() {
        yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
        const second = yield* uploads.start({ source: bytesOf(90), name: "a", checkNameMode: "refuse" })
        const end = yield* Effect.either(second.await)
        assert.strictEqual(Either.isLeft(end) ? end.left._tag : "", "NameConflict")
      })))

  it.live("a body whose answer is lost is looked for before it is sent again", () =>
    withRequests(
      { faults: [{ match: put, action: { _tag: "dropReply" } }] },
      (drive, uploads) =>
        Effect.gen(function*() {
          const { objectKey } = yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
          assert.strictEqual(countPuts(drive), 1)
          yield* assertStored(drive, objectKey)
        })
    ))

  it.live("a body that is cut off is sent again", () =>
    withRequests(
      { faults: [{ match: put, action: { _tag: "reset", afterBytes: 40 } }] },
      (drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start(file)
          const { objectKey } = yield* upload.await
          assert.strictEqual(countPuts(drive), 2)
          yield* assertStored(drive, objectKey)
        })
    ))

  it.live("damaged bytes are sent again", () => {
    let isDamaged = true
    const damaged = (requests: SmallRequests): SmallRequests => ({
      ...requests,
      put: (address, body, { done, sent }) =>
        requests.put(address, body, {
          sent,
          done: ({ reply, ...outcome }) => {
            const told = isDamaged && reply !== undefined
              ? { ...reply, headers: { ...reply.headers, etag: "0".repeat(32) } }
              : reply
            isDamaged = false
            done(
              told === reply
                ? { ...outcome, reply }
                : { reply: told, again: () => Effect.succeed(told ?? assert.fail()) }
            )
          }
        })
    })
    return withRequests({ through: damaged }, (drive, uploads) =>
      Effect.gen(function*() {
        const { objectKey, verified } = yield* Effect.flatMap(uploads.start(file), (upload) => upload.await)
        assert.strictEqual(verified, "md5")
        assert.strictEqual(countPuts(drive), 2)
        yield* assertStored(drive, objectKey)
      }))
  })
})

describe("a small file that is stopped", () => {
  it.live("while it is read, and cannot be read so, is read and announced once all the same", () => {
    let release = () => {}
    const holding = (requests: SmallRequests): SmallRequests => ({
      ...requests,
      announce: (_source, _kinds, _call, done) => {
        release = () => done({})
        return () => {}
      }
    })
    return withRequests({ through: holding }, (drive, uploads, steps) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(file)
        yield* until(() => steps.includes("announce"))
        yield* uploads.stop(upload.id)
        yield* uploads.resume(upload.id)
        release()
        const { objectKey } = yield* upload.await
        assert.deepStrictEqual([...drive.service.files.values()].map((one) => one.contentHash), [sha1(content)])
        assert.strictEqual(countCreates(drive), 1)
        yield* assertStored(drive, objectKey)
      }))
  })

  it.live("while it is announced learns what the call tells, and makes no other one", () =>
    withRequests(
      { faults: [{ match: createCall, action: { _tag: "delay", millis: 5000 } }] },
      (drive, uploads, steps) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start(file)
          yield* until(() => steps.includes("announce"))
          yield* uploads.stop(upload.id)
          assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "paused")
          assert.strictEqual(drive.network.inFlight, 1)
          yield* uploads.resume(upload.id)
          const { objectKey } = yield* upload.await
          assert.strictEqual(countCreates(drive), 1)
          yield* assertStored(drive, objectKey)
        })
    ))

  it.live("while a call is made whose answer gets lost looks for what it has made", () =>
    withRequests(
      { faults: [{ match: createCall, action: { _tag: "dropReply" } }], latency: 500, listAnnounced: true },
      (drive, uploads, steps) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start(file)
          yield* until(() => steps.includes("announce"))
          yield* uploads.stop(upload.id)
          yield* uploads.resume(upload.id)
          const { objectKey } = yield* upload.await
          assert.strictEqual(countCreates(drive), 1)
          yield* assertStored(drive, objectKey)
        })
    ))

  it.live("while it is sent closes its connection, and sends it again", () =>
    withRequests({ bytesPerSecond: 10 }, (drive, uploads, steps) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(file)
        yield* until(() => steps.includes("put"))
        yield* Effect.sleep("2 seconds")
        yield* uploads.stop(upload.id)
        assertNothingLeft(drive, yield* TransferScheduler)
        yield* uploads.resume(upload.id)
        const { objectKey } = yield* upload.await
        assert.deepStrictEqual([countCreates(drive), countPuts(drive)], [1, 2])
        yield* assertStored(drive, objectKey)
      })))

  it.live("with its drive leaves nothing behind", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ faults: [{ match: createCall, action: { _tag: "delay", millis: 5000 } }] })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layerOf(drive, {}, true), scope)
      yield* Context.get(context, Uploads).start(file)
      yield* until(() => countCreates(drive) === 1)
      yield* Scope.close(scope, Exit.void)
      yield* Effect.yieldNow()
      assertNothingLeft(drive, Context.get(context, TransferScheduler))
    })))
})
