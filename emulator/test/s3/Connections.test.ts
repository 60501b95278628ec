/**
 * What only a socket shows: connections that end early, refusals in mid-body, and the SDK's own corrections.
 */
import { ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Either } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import { skewedBy } from "../../src/faults/FaultyApp.js"
import * as NodeServer from "../../src/NodeServer.js"
import * as S3App from "../../src/s3/S3App.js"
import { pattern } from "../blobs/blobStoreContract.js"
import { clientOf, layer, region, start } from "./endpoint.js"
import { sign } from "./signedRequest.js"

const head = (method: string, target: string, headers: Readonly<Record<string, string>>): string =>
  [`${method} ${target} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n"
  )

const signedPut = (server: { readonly port: number }, key: Parameters<typeof sign>[1]["key"], size: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const request = { method: "PUT", path: "/b/k", headers: { "content-length": String(size) } }
    return head("PUT", "/b/k", sign(request, { key, host: `127.0.0.1:${server.port}`, now }).headers)
  })

describe("connections", () => {
  it.scopedLive("a client that goes away in mid-body leaves nothing behind", () =>
    Effect.gen(function*() {
      const server = yield* start({ bucket: "b" })
      const key = yield* server.keys.issue({ buckets: ["b"] })
      const request = yield* signedPut(server, key, 1_000_000)
      const whole = yield* signedPut(server, key, 5)
      yield* Effect.promise(async () => {
        const socket = connect(server.port, "127.0.0.1")
        socket.on("error", () => {})
        socket.write(request)
        socket.write(Buffer.alloc(600_000, 1))
        await once(socket, "drain")
        socket.resetAndDestroy()
        // An answer on a later connection says that the server has seen the end of this one.
        const next = connect(server.port, "127.0.0.1")
        next.end(`${whole}hello`)
        const [answer] = await once(next, "data")
        assert.match(String(answer), /^HTTP\/1.1 200/)
      })
      yield* Effect.yieldNow()
      const bucket = yield* server.store.bucket("b")
      const blob = yield* bucket.head("k")
      assert.deepStrictEqual([blob.size, yield* server.store.usage], [5, 5])
    }).pipe(Effect.provide(layer)))

  it.scopedLive("a refusal comes before the body, and the connection continues", () =>
    Effect.gen(function*() {
      const server = yield* start({ bucket: "b" })
      const key = yield* server.keys.issue({ buckets: ["b"] })
      const refused = yield* signedPut(server, { ...key, secretAccessKey: "wrong" }, 200_000)
      const accepted = yield* signedPut(server, key, 5)
      yield* Effect.promise(async () => {
        const socket = connect(server.port, "127.0.0.1")
        let text = ""
        socket.on("data", (chunk) => text += String(chunk))
        const until = async (expected: RegExp) => {
          while (!expected.test(text)) await once(socket, "data")
        }
        socket.write(refused)
        await until(/^HTTP\/1.1 403[^]*SignatureDoesNotMatch[^]*<\/Error>/)
        text = ""
        socket.write(Buffer.alloc(200_000))
        socket.write(`${accepted}hello`)
        await until(/^HTTP\/1.1 200/)
        socket.destroy()
      })
    }).pipe(Effect.provide(layer)))

  it.scopedLive("a body whose sender waits is asked for once the sender is known, and not before", () =>
    Effect.gen(function*() {
      const server = yield* start({ bucket: "b" })
      const key = yield* server.keys.issue({ buckets: ["b"] })
      const waiting = (request: string) => request.replace("\r\n\r\n", "\r\nexpect: 100-continue\r\n\r\n")
      const refused = waiting(yield* signedPut(server, { ...key, secretAccessKey: "wrong" }, 5))
      const accepted = waiting(yield* signedPut(server, key, 5))
      yield* Effect.promise(async () => {
        const stranger = connect(server.port, "127.0.0.1")
        let answer = ""
        stranger.on("data", (chunk) => answer += String(chunk))
        stranger.write(refused)
        await once(stranger, "end")
        assert.match(answer, /^HTTP\/1.1 403/)

        const known = connect(server.port, "127.0.0.1")
        for (const body of ["hello", "again"]) {
          known.write(accepted)
          const [asked] = await once(known, "data")
          assert.match(String(asked), /^HTTP\/1.1 100/)
          known.write(body)
          const [stored] = await once(known, "data")
          assert.match(String(stored), /^HTTP\/1.1 200/)
        }
        known.destroy()
      })
    }).pipe(Effect.provide(layer)))

  it.scopedLive("the SDK corrects a clock that is off by the date of the refusal", () =>
    Effect.gen(function*() {
      const server = yield* start({ bucket: "b" })
      const app = skewedBy(3_600_000)(yield* S3App.make({ region }))
      const ahead = yield* NodeServer.make({ port: 0, app })
      const key = yield* server.keys.issue({ buckets: ["b"] })
      const client = clientOf(ahead.origin, key)
      const { $metadata } = yield* Effect.promise(() => client.send(new ListObjectsV2Command({ Bucket: "b" })))
      assert.strictEqual($metadata.attempts, 2)
    }).pipe(Effect.provide(layer)))

  it.scopedLive("a temporary key that ended is ExpiredToken to the SDK", () =>
    Effect.gen(function*() {
      const server = yield* start({ bucket: "b" })
      const key = yield* server.keys.issue({ buckets: ["b"], lifetime: "1 hour" })
      const client = clientOf(server.origin, key, { maxAttempts: 1 })
      const put = Effect.tryPromise({
        try: () => client.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: pattern(100) })),
        catch: (error) => error instanceof Error ? error.name : "unknown"
      })
      yield* put
      yield* server.keys.expireAll()
      assert.deepStrictEqual(yield* Effect.either(Effect.asVoid(put)), Either.left("ExpiredToken"))
    }).pipe(Effect.provide(layer)))
})
