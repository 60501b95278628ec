/** Servers that write what nobody has asked for: a PUT takes it for no answer of its own. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import type { Socket } from "node:net"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import type { SignedAddress } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import { rawServer } from "./rawServer.js"
import { testServer } from "./TestServer.js"

const answer = (etag: string) => `HTTP/1.1 200 OK\r\nETag: "${etag}"\r\nContent-Length: 0\r\n\r\n`

const body = new TextEncoder().encode("part")

/** Calls back with each whole request of a connection. */
const onRequest = (socket: Socket, use: () => void): void => {
  let read = ""
  socket.on("data", (bytes) => {
    read += bytes.toString("latin1")
    for (let end = read.indexOf("\r\n\r\npart"); end >= 0; end = read.indexOf("\r\n\r\npart")) {
      read = read.slice(end + 8)
      use()
    }
  })
}

/** `behind` comes with the first answer; each later one has its number. */
const serving = (behind: string) => {
  let requests = 0
  return rawServer((socket) => {
    socket.setNoDelay(true)
    onRequest(socket, () => {
      const number = requests++
      socket.write(answer(`own ${number}`) + (number === 0 ? behind : ""))
    })
  })
}

const etagOf = (address: SignedAddress) =>
  Effect.flatMap(Transport, ({ put }) => put(address, body, () => {})).pipe(
    Effect.map(({ headers }) => headers["etag"])
  )

const unasked: ReadonlyArray<readonly [title: string, text: string]> = [
  ["an answer", answer("stray")],
  ["two answers", answer("stray") + answer("stray")],
  ["an empty line and an answer", `\r\n${answer("stray")}`],
  ["the beginning of an answer", answer("stray").slice(0, 20)],
  ["that it has waited for too long", "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"],
  ["early hints and an answer", `HTTP/1.1 103 Early Hints\r\n\r\n${answer("stray")}`],
  ["garbage", "garbage"]
]

describe("what nobody has asked for", () => {
  it.scopedLive("comes on no connection of another PUT, where one is asked for that is its own", () =>
    Effect.gen(function*() {
      const { address, connections } = yield* serving("")
      for (const afresh of [false, false, true, true]) yield* etagOf({ ...address, afresh })
      assert.strictEqual(connections.length, 3)
    }).pipe(Effect.provide(TransportNode.layer)))

  for (const [title, text] of unasked) {
    it.scopedLive(`in one packet with the answer to a PUT: ${title}`, () =>
      Effect.gen(function*() {
        const { address } = yield* serving(text)
        const first = yield* Effect.either(etagOf(address))
        if (first._tag === "Right") assert.strictEqual(first.right, "\"own 0\"")
        assert.strictEqual(yield* etagOf(address), "\"own 1\"")
        assert.strictEqual(yield* etagOf(address), "\"own 2\"")
      }).pipe(Effect.provide(TransportNode.layer)))

    it.scopedLive(`on a connection that waits for the next PUT: ${title}`, () =>
      Effect.gen(function*() {
        const { address, connections } = yield* serving("")
        assert.strictEqual(yield* etagOf(address), "\"own 0\"")
        const written = yield* Deferred.make<void>()
        connections[0]?.write(text, () => Deferred.unsafeDone(written, Effect.void))
        yield* Deferred.await(written)
        // it is read before what is asked of another server is answered
        const other = yield* serving("")
        yield* etagOf(other.address)
        assert.strictEqual(yield* etagOf(address), "\"own 1\"")
        assert.strictEqual(yield* etagOf(address), "\"own 2\"")
      }).pipe(Effect.provide(TransportNode.layer)))
  }
})

describe("an answer to a PUT", () => {
  const isEarly = (address: SignedAddress, sent: Uint8Array) =>
    Effect.flatMap(Transport, ({ put }) => put(address, sent, () => {})).pipe(
      Effect.map((reply) => [reply.status, reply.isEarly ?? false] as const)
    )

  for (const status of [200, 302, 403]) {
    it.scopedLive(`with ${status}, is early when it comes before the body has left`, () =>
      Effect.gen(function*() {
        const { address } = yield* rawServer((socket) => {
          socket.once("data", () => {
            socket.pause()
            socket.write(`HTTP/1.1 ${status} Said\r\nContent-Length: 0\r\n\r\n`)
          })
        })
        // More than all sockets between the two can hold.
        assert.deepStrictEqual(yield* isEarly(address, new Uint8Array(64 * 1_048_576)), [status, true])
      }).pipe(Effect.provide(TransportNode.layer)))
  }

  it.scopedLive("is none when it comes behind the body, whatever its length", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        request.resume().on("end", () => response.end())
      })
      for (const length of [0, 1, 65_536, 65_537, 5 * 1_048_576, 1, 0]) {
        assert.deepStrictEqual(yield* isEarly(server.address("/k"), new Uint8Array(length)), [200, false])
      }
    }).pipe(Effect.provide(TransportNode.layer)))
})
