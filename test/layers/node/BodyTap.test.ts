import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import type { Socket } from "node:net"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import type { ByteReply, SignedAddress } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import { rawServer } from "./rawServer.js"
import { patterned, testServer } from "./TestServer.js"

const MiB = 1_048_576

/** Says on each request what `answer` writes to the socket. */
const answering = (answer: (socket: Socket, request: number) => void) => {
  let requests = 0
  return rawServer((socket) => socket.on("data", () => answer(socket, requests++)))
}

const flowOf = (reply: ByteReply) => reply.flow ?? assert.fail("the body should go round the parser")

/** All bytes that flow, freed at once. */
const poured = (reply: ByteReply) =>
  Effect.gen(function*() {
    const chunks: Array<Buffer> = []
    const result = yield* flowOf(reply)<never>((bytes, free) => {
      chunks.push(Buffer.from(bytes))
      free()
      return undefined
    })
    assert.isUndefined(result)
    return Buffer.concat(chunks)
  })

const get = (address: SignedAddress) =>
  Effect.flatMap(Transport, (transport) => transport.get(address, { flows: true }))

const got = (address: SignedAddress) => Effect.scoped(Effect.flatMap(get(address), poured))

const head = (length: number, more = "") => `HTTP/1.1 200 OK\r\nETag: "e"\r\nContent-Length: ${length}\r\n${more}\r\n`

describe("a body that goes round the parser", () => {
  layer(TransportNode.layer, { excludeTestServices: true })((it) => {
    it.scoped("comes whole, with the headers as they were, and leaves its connection to the next", () =>
      Effect.gen(function*() {
        const body = patterned(5 * MiB + 1)
        const server = yield* testServer((_, response) => {
          response.writeHead(206, { "content-length": body.length, ETag: "\"e\"", "x-one": ["a", "b"] }).end(body)
        })
        for (let turn = 0; turn < 3; turn++) {
          const reply = yield* get(server.address("/k"))
          assert.deepInclude(reply.headers, { "content-length": `${body.length}`, etag: "\"e\"", "x-one": "a, b" })
          assert.strictEqual(reply.status, 206)
          assert.isTrue((yield* poured(reply)).equals(body))
        }
        assert.strictEqual(server.opened(), 1)
      }))

    it.scoped("may come together with its head, and the next answer still be read", () =>
      Effect.gen(function*() {
        const bodies = ["a", "another one", "x".repeat(10_000), "last"]
        const server = yield* answering((socket, request) => {
          const body = bodies[request] ?? ""
          socket.write(head(body.length) + body)
        })
        for (const body of bodies) assert.strictEqual(`${yield* got(server.address)}`, body)
        assert.strictEqual(server.connections.length, 1)
      }))

    it.scoped("may be followed by an answer that stays with the parser", () =>
      Effect.gen(function*() {
        const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
        const body = "x".repeat(200_000)
        const server = yield* answering((socket, request) => {
          socket.write(request % 2 === 1 ? chunked : head(body.length) + body)
        })
        for (let turn = 0; turn < 3; turn++) {
          assert.isTrue(`${yield* got(server.address)}` === body)
          const reply = yield* get(server.address)
          assert.isUndefined(reply.flow)
          assert.strictEqual(yield* Stream.mkString(Stream.decodeText(reply.bytes)), "body")
        }
        assert.strictEqual(server.connections.length, 1)
      }))

    it.scoped("is found behind a head that comes byte by byte, and behind early hints", () =>
      Effect.gen(function*() {
        const body = "the body"
        const answer = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head(body.length)}${body}`
        const server = yield* answering((socket) => {
          socket.setNoDelay(true)
          const send = (at: number) => {
            if (at < answer.length) socket.write(answer.slice(at, at + 1), () => setImmediate(send, at + 1))
          }
          send(0)
        })
        assert.strictEqual(`${yield* got(server.address)}`, body)
        assert.strictEqual(`${yield* got(server.address)}`, body)
        assert.strictEqual(server.connections.length, 1)
      }))

    it.scoped("stays with the parser where its length is not all that says how long it is", () =>
      Effect.gen(function*() {
        const answers = [
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody",
          "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nbody",
          "HTTP/1.1 203 Other\r\nContent-Length: 4\r\n\r\nbody"
        ]
        const server = yield* answering((socket, request) => {
          const answer = answers[request] ?? ""
          socket.write(answer, () => answer.includes("close") || answer.includes("1.0 ") ? socket.end() : undefined)
        })
        for (const answer of answers) {
          const reply = yield* get(server.address)
          assert.isUndefined(reply.flow, answer)
          assert.strictEqual(yield* Stream.mkString(Stream.decodeText(reply.bytes)), "body")
        }
      }))

    it.scoped("leaves refusals, and heads that contradict themselves, to the parser", () =>
      Effect.gen(function*() {
        const answers = [
          "HTTP/1.1 503 Slow Down\r\nContent-Length: 4\r\n\r\nbody",
          head(4, "Content-Length: 5\r\n") + "body",
          head(4, "Transfer-Encoding: chunked\r\n") + "body"
        ]
        const server = yield* answering((socket, request) => socket.write(answers[request] ?? ""))
        const refused = yield* get(server.address)
        assert.deepInclude(refused, { status: 503, problem: "body" })
        for (let turn = 1; turn < answers.length; turn++) {
          assert.deepInclude(yield* Effect.flip(get(server.address)), { _tag: "TransportError", reason: "Network" })
        }
      }))

    it.scoped("fails when it ends before its length, after all that has come", () =>
      Effect.gen(function*() {
        const server = yield* answering((socket) => socket.write(head(1000) + "half", () => socket.destroySoon()))
        const reply = yield* get(server.address)
        let come = ""
        const error = yield* Effect.flip(
          flowOf(reply)<never>((bytes) => {
            come += Buffer.from(bytes).toString()
            return undefined
          })
        )
        assert.deepInclude(error, { reason: "Network", detail: "the body was cut short" })
        assert.strictEqual(come, "half")
      }))

    it.scoped("is not read while what was taken is waited for, and continues behind it", () =>
      Effect.gen(function*() {
        const body = patterned(MiB)
        const times = 64
        let written = 0
        const server = yield* testServer((_, response) => {
          response.writeHead(200, { "content-length": times * MiB })
          const more = () => {
            while (written < times) {
              written++
              if (response.write(body)) continue
              response.once("drain", more)
              return
            }
            response.end()
          }
          more()
        })
        const flow = flowOf(yield* get(server.address("/k")))
        let size = 0
        let waits = 0
        let wrong = 0
        const step = flow<"wait">((bytes, free) => {
          if (bytes[0] !== body[size % MiB] || bytes.at(-1) !== body[(size + bytes.length - 1) % MiB]) wrong++
          size += bytes.length
          free()
          return size > (waits + 1) * 8 * MiB ? "wait" : undefined
        })
        while ((yield* step) === "wait") {
          waits++
          const before = size
          yield* Effect.repeatN(Effect.yieldNow(), 100)
          assert.strictEqual(size, before)
          assert.isBelow(written, (waits + 1) * 8 + 32)
        }
        assert.deepStrictEqual({ size, waits, wrong }, { size: times * MiB, waits: 7, wrong: 0 })
      }))

    it.scoped("is lent: what is not free yet is not read into again", () =>
      Effect.gen(function*() {
        const body = patterned(8 * MiB)
        const server = yield* testServer((_, response) => response.end(body))
        const held: Array<{ readonly bytes: Uint8Array; readonly free: () => void }> = []
        const buffers = new Set<ArrayBufferLike>()
        const take = (bytes: Uint8Array, free: () => void) => {
          buffers.add(bytes.buffer)
          held.push({ bytes, free })
          return undefined
        }
        yield* flowOf(yield* get(server.address("/k")))<never>(take)
        assert.isTrue(Buffer.concat(held.map(({ bytes }) => bytes)).equals(body))
        // Freed twice, a block must still be lent to one only.
        const freeing = (bytes: Uint8Array, free: () => void) => {
          const result = take(bytes, free)
          const oldest = held.length > 8 ? held.shift() : undefined
          oldest?.free()
          oldest?.free()
          return result
        }
        held.length = 0
        buffers.clear()
        let seen = 0
        yield* flowOf(yield* get(server.address("/k")))<never>((bytes, free) => {
          freeing(bytes, free)
          seen += bytes.length
          const rest = Buffer.concat(held.map((one) => one.bytes))
          assert.isTrue(rest.equals(body.subarray(seen - rest.length, seen)))
          return undefined
        })
        assert.strictEqual(seen, body.length)
      }))

    it.scoped("closes its connection when whoever reads it leaves", () =>
      Effect.gen(function*() {
        const server = yield* testServer((_, response) => {
          response.writeHead(200, { "content-length": 10 * MiB })
          response.write(Buffer.alloc(MiB))
        })
        const begun = yield* Deferred.make<void>()
        const reading = Effect.scoped(Effect.flatMap(get(server.address("/k")), (reply) =>
          flowOf(reply)<never>(() => {
            Deferred.unsafeDone(begun, Effect.void)
            return undefined
          })))
        const fiber = yield* Effect.fork(reading)
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        yield* Effect.repeat(Effect.sleep(1), { until: () => server.open() === 0 })
        // Nobody has read this one at all.
        yield* Effect.scoped(get(server.address("/k")))
        yield* Effect.repeat(Effect.sleep(1), { until: () => server.open() === 0 })
        assert.strictEqual(server.opened(), 2)
      }))

    it.scoped("that is longer than it said breaks the connection, not the body", () =>
      Effect.gen(function*() {
        const server = yield* answering((socket) => socket.write(head(4) + "bodymore"))
        assert.strictEqual(`${yield* got(server.address)}`, "body")
        assert.strictEqual(`${yield* got(server.address)}`, "body")
        assert.strictEqual(server.connections.length, 2)
      }))
  })
})
