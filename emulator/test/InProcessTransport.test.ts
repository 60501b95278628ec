import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted, Stream } from "effect"
import { Transport } from "../../src/services/Transport.js"
import { Emulator } from "../src/Emulator.js"
import { presign } from "../src/s3/presign.js"

const layer = Layer.merge(Emulator.transport, Emulator.httpClient).pipe(Layer.provideMerge(Emulator.layer()))

const address = (method: "GET" | "PUT", key: string) =>
  Effect.gen(function*() {
    const { directKey, origins } = yield* Emulator
    const now = yield* Clock.currentTimeMillis
    const url = presign({
      method,
      endpoint: origins.s3,
      region: "us-east-1",
      bucket: "drive-s3-files",
      key,
      credential: directKey,
      now
    })
    return { url: Redacted.make(url), headers: {}, credentialVersion: 1, expiresAt: now + 900_000 }
  })

describe("bytes without a socket", () => {
  it.effect("go up, are counted, and come back, whole or a range", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      const bytes = Uint8Array.from({ length: 700_000 }, (_, at) => at % 251)
      for (const body of [bytes, new Blob([bytes])]) {
        let sent = 0
        const reply = yield* transport.put(yield* address("PUT", "k"), body, (more) => {
          sent += more
        })
        assert.deepStrictEqual([reply.status, sent], [200, bytes.length])
        assert.match(reply.headers.etag ?? "", /^"[0-9a-f]{32}"$/)
      }
      const read = (options: Parameters<Transport.Service["get"]>[1]) =>
        Effect.scoped(Effect.gen(function*() {
          const reply = yield* transport.get(yield* address("GET", "k"), options)
          const chunks = yield* Stream.runCollect(reply.bytes)
          return { status: reply.status, problem: reply.problem, bytes: Buffer.concat([...chunks]) }
        }))
      const whole = yield* read(undefined)
      assert.deepStrictEqual([whole.status, Buffer.compare(whole.bytes, bytes)], [200, 0])
      const range = yield* read({ range: { start: 10, end: 20 } })
      assert.deepStrictEqual([range.status, [...range.bytes]], [206, [...bytes.subarray(10, 20)]])
      const rest = yield* read({ range: { start: 699_990 } })
      assert.deepStrictEqual([...rest.bytes], [...bytes.subarray(699_990)])
      const other = yield* read({ ifMatch: "\"00000000000000000000000000000000\"" })
      assert.strictEqual(other.status, 412)
      assert.include(other.problem, "PreconditionFailed")
      assert.strictEqual(other.bytes.length, 0)
    }).pipe(Effect.provide(layer)))

  it.effect.each([new Uint8Array(1000), Buffer.alloc(1000)])(
    "a buffer may be used again once its put is done",
    (buffer) =>
      Effect.gen(function*() {
        const transport = yield* Transport
        buffer.fill(1)
        yield* transport.put(yield* address("PUT", "k"), buffer, () => {})
        buffer.fill(2)
        const reply = yield* transport.get(yield* address("GET", "k"))
        const chunks = yield* Stream.runCollect(reply.bytes)
        assert.deepStrictEqual(new Set(Buffer.concat([...chunks])), new Set([1]))
      }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.effect("faults come as network errors that show no secret", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      const { faults } = yield* Emulator
      faults.add([
        { match: { target: "s3", method: "PUT" }, action: { _tag: "reset", afterBytes: 300_000 } },
        { match: { target: "s3", method: "GET" }, action: { _tag: "truncate", afterBytes: 5 } }
      ])
      let sent = 0
      const put = transport.put(yield* address("PUT", "k"), new Uint8Array(900_000), (more) => {
        sent += more
      })
      const error = yield* Effect.flip(put)
      assert.deepStrictEqual([error._tag, error.reason, error.path], [
        "TransportError",
        "Network",
        "http://192.0.2.2/drive-s3-files/k"
      ])
      assert.isAtMost(sent, 300_000 + 2 * 256 * 1024)
      yield* transport.put(yield* address("PUT", "k"), new Uint8Array(100), () => {})
      const reply = yield* transport.get(yield* address("GET", "k"))
      const cut = yield* Effect.flip(Stream.runDrain(reply.bytes))
      assert.strictEqual(cut.reason, "Network")
      assert.notInclude(`${error.message}${cut.message}`, "X-Amz")
      assert.deepStrictEqual(faults.remaining(), [])
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
