import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Stream, TestClock } from "effect"
import { Downloads } from "../../../src/services/Downloads.js"
import { content, hurried, infoOf, runDownloads as run } from "./fakeDrive.js"
import type { Behaviour } from "./fakeObject.js"
import { fakeObject } from "./fakeObject.js"

const bytesOf = (range?: { readonly start: number; readonly end?: number }) =>
  Effect.gen(function*() {
    const downloads = yield* Downloads
    const chunks = yield* Stream.runCollect(downloads.stream({ fileId: "f", range }))
    return Uint8Array.from([...chunks].flatMap((chunk) => [...chunk]))
  })

const serve: Behaviour = { _tag: "serve" }
const cutAfter = (bytes: number): Behaviour => ({ _tag: "cutAfter", bytes })
const refuse = (status: number, headers = {}): Behaviour => ({ _tag: "refuse", status, headers })

describe("Downloads", () => {
  it.effect("mirrors the address", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const address = yield* downloads.url("f")
        assert.strictEqual(Redacted.value(address.downloadUrl), "http://storage.test/object?signature=1")
        assert.strictEqual(Redacted.value(address.url), Redacted.value(address.downloadUrl))
        assert.strictEqual(address.expiresAt, 1000)
      })
    )
  })

  it.effect("gives all bytes, and closes the connection", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* bytesOf(), content)
        assert.deepStrictEqual(object.asked.map((one) => one.range), [undefined])
        assert.strictEqual(object.openConnections(), 0)
      })
    )
  })

  it.effect("gives ranges", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* bytesOf({ start: 10, end: 25 }), content.subarray(10, 25))
        assert.deepStrictEqual(yield* bytesOf({ start: 90 }), content.subarray(90))
        assert.deepStrictEqual(yield* bytesOf({ start: 0, end: 5 }), content.subarray(0, 5))
      })
    )
  })

  it.effect("gives nothing of an empty file", () => {
    const object = fakeObject({ bytes: new Uint8Array() })
    return run(
      object,
      Effect.gen(function*() {
        assert.strictEqual((yield* bytesOf()).length, 0)
        assert.strictEqual((yield* bytesOf({ start: 0, end: 10 })).length, 0)
      }),
      { info: infoOf({ size: 0 }) }
    )
  })

  it.effect("compares what the service knows where the storage announces no size", () => {
    const unannounced = { "content-length": undefined, "content-range": undefined }
    const silentCut: Behaviour = { _tag: "cutAfter", bytes: 30, silently: true }
    const object = fakeObject({ bytes: content, headers: unannounced, script: [silentCut, silentCut, serve, serve] })
    return run(
      object,
      Effect.gen(function*() {
        for (const range of [undefined, { start: 10, end: 60 }]) {
          const cut = yield* Effect.flip(bytesOf(range))
          assert.deepInclude(cut, { _tag: "IntegrityError", what: "size", actual: "30" })
        }
        assert.deepStrictEqual(yield* bytesOf(), content)
        assert.deepStrictEqual(yield* bytesOf({ start: 10, end: 60 }), content.subarray(10, 60))
      })
    )
  })

  it.effect("takes no body that was packed on the way for the file", () => {
    const headers = { "content-encoding": "gzip", "content-length": "40" }
    return run(
      fakeObject({ bytes: content.subarray(0, 40), headers }),
      Effect.gen(function*() {
        assert.deepInclude(yield* Effect.flip(bytesOf()), { _tag: "IntegrityError", what: "size", expected: "100" })
      })
    )
  })

  it.effect("takes no empty answer to a range for what is in it", () =>
    run(
      fakeObject({ bytes: new Uint8Array(), ignoresRange: true }),
      Effect.gen(function*() {
        const error = yield* Effect.flip(bytesOf({ start: 0, end: 50 }))
        assert.deepInclude(error, { _tag: "IntegrityError", what: "size", actual: "0", expected: "50" })
      })
    ))

  it.effect("takes no other bytes for a range where the storage does not say which it gives", () => {
    const several = "--x\r\nContent-Range: bytes 5-14/100\r\n\r\n5678901234\r\n--x--"
    const hidden = { "content-range": undefined }
    const longer: Behaviour = { _tag: "resize", by: 20 }
    const type = { "content-type": "multipart/byteranges; boundary=x" }
    const answers = [
      [fakeObject({ bytes: content, headers: hidden, script: [longer] }), { start: 5, end: 15 }],
      [fakeObject({ bytes: Buffer.from(`12345${several}`), headers: { ...hidden, ...type } }), { start: 5 }]
    ] as const
    return Effect.forEach(answers, ([object, range]) =>
      run(
        object,
        Effect.gen(function*() {
          const error = yield* Effect.flip(hurried(bytesOf(range)))
          assert.deepInclude(error, { _tag: "TransportError", reason: "Status", status: 206 })
        })
      ))
  })

  it.effect("refuses a range that is none, before a call", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        for (const range of [{ start: -1 }, { start: 5, end: 5 }, { start: 1.5 }, { start: 0, end: Number.NaN }]) {
          assert.deepInclude(yield* Effect.flip(bytesOf(range)), { _tag: "InvalidInput", field: "range" })
        }
        assert.deepStrictEqual(object.asked, [])
        assert.deepInclude(yield* Effect.flip(bytesOf({ start: 100 })), { _tag: "InvalidInput", field: "range" })
      })
    )
  })

  it.effect("continues where it was cut, with a fresh address and the same version", () => {
    const object = fakeObject({
      bytes: content,
      script: [cutAfter(30), { _tag: "unreachable" }, { _tag: "cutAfter", bytes: 20, silently: true }, serve]
    })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* hurried(bytesOf()), content)
        assert.deepStrictEqual(object.asked, [
          { url: "http://storage.test/object?signature=1", range: undefined, ifMatch: undefined },
          {
            url: "http://storage.test/object?signature=2",
            range: { start: 30, end: undefined },
            ifMatch: "\"version-1\""
          },
          {
            url: "http://storage.test/object?signature=3",
            range: { start: 30, end: undefined },
            ifMatch: "\"version-1\""
          },
          {
            url: "http://storage.test/object?signature=4",
            range: { start: 50, end: undefined },
            ifMatch: "\"version-1\""
          }
        ])
        assert.strictEqual(object.openConnections(), 0)
      })
    )
  })

  it.effect("gives up after eight failures in a row without a byte", () => {
    const unreachable: Behaviour = { _tag: "unreachable" }
    const object = fakeObject({ bytes: content, script: [cutAfter(30), ...Array(20).fill(unreachable)] })
    return run(
      object,
      Effect.gen(function*() {
        const error = yield* hurried(Effect.flip(bytesOf()))
        assert.deepInclude(error, { _tag: "TransportError", reason: "Network" })
        assert.strictEqual(object.asked.length, 9)
        assert.strictEqual(object.openConnections(), 0)
      })
    )
  })

  it.effect("counts failures anew after each byte", () => {
    const object = fakeObject({ bytes: content, script: Array.from({ length: 9 }, () => cutAfter(10)) })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* hurried(bytesOf()), content)
        assert.strictEqual(object.asked.length, 10)
      })
    )
  })

  it.effect("takes a fresh address once when one is refused", () => {
    const object = fakeObject({ bytes: content, script: [refuse(403), serve] })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* bytesOf(), content)
        assert.strictEqual(object.asked.length, 2)
      })
    )
  })

  it.effect("names what the storage says", () =>
    Effect.gen(function*() {
      const cases = [[403, "AccessDenied"], [404, "ObjectNotFound"], [412, "PreconditionFailed"]] as const
      for (const [status, reason] of cases) {
        const object = fakeObject({ bytes: content, script: [refuse(status), refuse(status), refuse(status)] })
        assert.deepInclude(yield* run(object, Effect.flip(bytesOf())), { _tag: "StorageError", reason, status })
      }
    }))

  it.effect.each<readonly [form: string, retryAfter: string]>([
    ["in seconds", "30"],
    // the clock of tests begins at 0
    ["by a date", new Date(30_000).toUTCString()]
  ])("waits as long as the storage asks for, %s", ([, retryAfter]) => {
    const object = fakeObject({ bytes: content, script: [refuse(503, { "retry-after": retryAfter }), serve] })
    return run(
      object,
      Effect.gen(function*() {
        const fiber = yield* Effect.fork(bytesOf())
        yield* TestClock.adjust("29 seconds")
        assert.strictEqual(object.asked.length, 1)
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* Fiber.join(fiber), content)
      })
    )
  })

  it.effect("mixes no two versions of a file, where the ETag is hidden neither", () =>
    Effect.gen(function*() {
      const first = fakeObject({ bytes: content, script: [cutAfter(30), refuse(412)] })
      assert.deepInclude(yield* run(first, hurried(Effect.flip(bytesOf()))), { reason: "PreconditionFailed" })
      let day = 1
      const headers = {
        etag: undefined,
        get "last-modified"() {
          return `Fri, 0${day++} Jan 2026 00:00:00 GMT`
        }
      }
      const hidden = fakeObject({ bytes: content, script: [cutAfter(30), serve], headers })
      assert.deepInclude(yield* run(hidden, hurried(Effect.flip(bytesOf()))), { reason: "PreconditionFailed" })
    }))

  it.effect("knows the end by the length where Content-Range is hidden", () => {
    const object = fakeObject({
      bytes: content,
      headers: { "content-range": undefined },
      script: [{ _tag: "cutAfter", bytes: 10, silently: true }]
    })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* hurried(bytesOf({ start: 20, end: 80 })), content.subarray(20, 80))
      })
    )
  })

  it.effect("refuses a storage that ignores the range", () => {
    const object = fakeObject({ bytes: content, ignoresRange: true })
    return run(
      object,
      Effect.gen(function*() {
        const error = yield* Effect.flip(bytesOf({ start: 10 }))
        assert.deepInclude(error, { _tag: "TransportError", reason: "Status", status: 200 })
      })
    )
  })

  it.effect("refuses more bytes than were announced", () => {
    const object = fakeObject({ bytes: content, headers: { "content-length": "50" } })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepInclude(yield* Effect.flip(bytesOf()), { _tag: "IntegrityError", what: "size", expected: "50" })
      })
    )
  })

  it.effect("closes the connection of a reader that has enough", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        yield* Stream.runDrain(Stream.take(downloads.stream({ fileId: "f" }), 1))
        assert.strictEqual(object.openConnections(), 0)
      })
    )
  })

  it.effect("gives a Blob of the object's type", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const blob = yield* downloads.blob({ fileId: "f", range: { start: 10, end: 20 } })
        assert.strictEqual(blob.type, "text/plain")
        assert.deepStrictEqual(new Uint8Array(yield* Effect.promise(() => blob.arrayBuffer())), content.slice(10, 20))
      })
    )
  })
})
