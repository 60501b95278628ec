/** Servers that write what nobody has asked for: no body may ever be taken for another. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Stream } from "effect"
import type { Socket } from "node:net"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import type { SignedAddress } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import { rawServer } from "./rawServer.js"

const answer = (body: string, more = "") => `HTTP/1.1 200 OK\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`

/** A whole answer to nothing. */
const stray = answer("stray")

/** The body of one GET, by the flow where there is one, else by the stream. */
const got = (address: SignedAddress, flows: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const reply = yield* (yield* Transport).get(address, { flows })
    const { flow } = reply
    if (flow === undefined) {
      return `${Buffer.concat(Chunk.toReadonlyArray(yield* Stream.runCollect(reply.bytes)))}`
    }
    const chunks: Array<Buffer> = []
    yield* flow<never>((bytes, free) => {
      chunks.push(Buffer.from(bytes))
      free()
      return undefined
    })
    return `${Buffer.concat(chunks)}`
  }))

/** `first` is written to the first request; each later one has its number in its answer, behind `before` on the first connection. */
const serving = (first: (socket: Socket) => void, before = "") => {
  let requests = 0
  let connections = 0
  return rawServer((socket) => {
    const isFirst = connections++ === 0
    socket.setNoDelay(true)
    socket.on("data", () => {
      const request = requests++
      if (request === 0) first(socket)
      else socket.write((isFirst ? before : "") + answer(`own ${request}`))
    })
  })
}

/** What is written behind the first answer, in one packet with it, and what follows once the next request is there. */
const behind: ReadonlyArray<readonly [title: string, text: string, later?: string]> = [
  ["garbage", "garbage"],
  ["the beginning of an answer", stray.slice(0, 9), stray.slice(9)],
  ["the head of an answer and a part of its body", stray.slice(0, -2), stray.slice(-2)],
  ["a whole answer", stray],
  ["an answer in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nstray\r\n0\r\n\r\n"],
  ["early hints, and an answer later", "HTTP/1.1 103 Early Hints\r\n\r\n", stray],
  ["an empty line, and an answer later", "\r\n", stray]
]

/** What the server says of itself once an answer was read and no other asked for. */
const idle: ReadonlyArray<readonly [title: string, text: string]> = [
  ["that it has waited for too long", "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"],
  ["an answer", stray],
  ["the beginning of an answer", stray.slice(0, 9)],
  ["early hints", "HTTP/1.1 103 Early Hints\r\n\r\n"]
]

/** Heads that a parser may see the end of where others do not. */
const heads: ReadonlyArray<readonly [title: string, text: string]> = [
  ["early hints whose lines end otherwise", `HTTP/1.1 103 Early Hints\n\n${answer("first")}`],
  [
    "early hints that hide a head",
    `HTTP/1.1 103 Early Hints\n\nHTTP/1.1 200 OK\nContent-Length: ${stray.length}\r\n\r\n${stray}`
  ],
  ["early hints that have a length", `HTTP/1.1 103 Early Hints\r\nContent-Length: ${stray.length}\r\n\r\n${stray}`],
  ["another protocol", `HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n${stray}`],
  ["lines that end in a line feed", "HTTP/1.1 200 OK\nContent-Length: 5\n\nfirst"],
  ["a last line that ends in a line feed", "HTTP/1.1 200 OK\nContent-Length: 5\n\r\nfirst"],
  ["a carriage return alone", "HTTP/1.1 200 OK\r\nA: b\rContent-Length: 9\r\nContent-Length: 5\r\n\r\nfirst"],
  ["two lengths", answer("first", "Content-Length: 4\r\n")],
  ["a length that is none", answer("first", "Content-Length: +5\r\n")],
  ["another version", answer("first").replace("1.1", "2.0")]
]

describe("a body that goes round the parser is nobody else's", () => {
  for (const [title, text, later] of behind) {
    it.scopedLive(`behind it in one packet: ${title}`, () =>
      Effect.gen(function*() {
        const { address, connections } = yield* serving((socket) => socket.write(answer("first") + text), later)
        assert.strictEqual(yield* got(address, true), "first")
        assert.strictEqual(yield* got(address, true), "own 1")
        assert.strictEqual(yield* got(address, true), "own 2")
        assert.strictEqual(connections.length, 2)
      }).pipe(Effect.provide(TransportNode.layer)))
  }

  for (const [title, text] of idle) {
    it.scopedLive(`after it, unasked: ${title}`, () =>
      Effect.gen(function*() {
        const { address, connections } = yield* serving((socket) => socket.write(answer("first")))
        assert.strictEqual(yield* got(address, true), "first")
        const closed = yield* Deferred.make<void>()
        connections[0]?.once("close", () => Deferred.unsafeDone(closed, Effect.void))
        connections[0]?.write(text)
        yield* Deferred.await(closed)
        assert.strictEqual(yield* got(address, true), "own 1")
        assert.strictEqual(connections.length, 2)
      }).pipe(Effect.provide(TransportNode.layer)))
  }

  for (const [title, text] of heads) {
    it.scopedLive(`in its place: ${title}: as the parser has it`, () =>
      Effect.gen(function*() {
        const outcomes: Array<unknown> = []
        for (const flows of [true, false]) {
          const { address } = yield* serving((socket) => socket.write(text, () => socket.end()))
          const outcome = yield* Effect.either(got(address, flows))
          outcomes.push(outcome._tag === "Right" ? outcome.right : outcome.left._tag)
          // asked twice where the first connection was closing
          assert.match(yield* got(address, flows), /^own [12]$/)
        }
        assert.strictEqual(outcomes[0], outcomes[1])
        assert.include(["first", "stray", "TransportError"], outcomes[0])
      }).pipe(Effect.provide(TransportNode.layer)))
  }

  for (const size of [1, 9, 17, 30, answer("").length - 1, answer("").length]) {
    it.scopedLive(`that closes after ${size} bytes of its answer is a failure, and the next is its own`, () =>
      Effect.gen(function*() {
        const { address } = yield* serving((socket) => socket.end(answer("first").slice(0, size)))
        assert.deepInclude(yield* Effect.flip(got(address, true)), { _tag: "TransportError", reason: "Network" })
        assert.strictEqual(yield* got(address, true), "own 1")
      }).pipe(Effect.provide(TransportNode.layer)))
  }

  it.scopedLive("that comes before it was asked for is the answer to the first request or to none", () =>
    Effect.gen(function*() {
      let connections = 0
      const { address } = yield* rawServer((socket) => {
        if (connections++ === 0) socket.write(answer("early") + stray)
        else socket.on("data", () => socket.write(answer("own")))
      })
      const outcome = yield* Effect.either(got(address, true))
      if (outcome._tag === "Right") assert.strictEqual(outcome.right, "early")
      else assert.deepInclude(outcome.left, { _tag: "TransportError", reason: "Network" })
      assert.strictEqual(yield* got(address, true), "own")
      assert.strictEqual(yield* got(address, true), "own")
    }).pipe(Effect.provide(TransportNode.layer)))
})
