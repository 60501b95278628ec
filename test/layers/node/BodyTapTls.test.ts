/** Bodies that go round the parser, over TLS. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as https from "node:https"
import type { AddressInfo } from "node:net"
import { get } from "../../../src/layers/node/transport/NodeGet.js"
import { tappedConnections } from "../../../src/layers/node/transport/NodeRequest.js"
import type { ByteReply, SignedAddress } from "../../../src/services/Transport.js"
import { selfSigned } from "./selfSigned.js"
import { copyOf, patterned } from "./TestServer.js"

const MiB = 1_048_576

/** A server, and connections that trust one certificate and no other: the server's, unless another is given. */
const secure = (handler: (request: IncomingMessage, response: ServerResponse) => void, trusted?: string) =>
  Effect.gen(function*() {
    const { cert, key } = selfSigned()
    let opened = 0
    const server = yield* Effect.acquireRelease(
      Effect.async<https.Server>((resume) => {
        const made = https.createServer({ cert, key }, handler)
        made.on("secureConnection", () => opened++)
        made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
      }),
      (made) =>
        Effect.sync(() => {
          made.close()
          made.closeAllConnections()
        })
    )
    const connections = yield* tappedConnections
    connections.https.options.ca = trusted ?? cert
    const address: SignedAddress = {
      url: Redacted.make(`https://127.0.0.1:${(server.address() as AddressInfo).port}/k`),
      headers: {},
      credentialVersion: 1,
      expiresAt: 0
    }
    return { get: get(connections, { address, flows: true }), opened: () => opened }
  })

const flowOf = (reply: ByteReply) => reply.flow ?? assert.fail("the body should go round the parser")

/** The bytes that flow, freed at once, so that their memory is used again. */
const poured = (reply: ByteReply) =>
  Effect.gen(function*() {
    const hash = createHash("sha256")
    let size = 0
    const result = yield* flowOf(reply)<never>((bytes, free) => {
      hash.update(bytes)
      size += bytes.length
      free()
      return undefined
    })
    assert.isUndefined(result)
    return { size, sha256: hash.digest("hex") }
  })

const digested = (bytes: Uint8Array) => ({
  size: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex")
})

describe("a body that goes round the parser over TLS", () => {
  it.scopedLive("comes whole, whatever its size, and leaves its connection to the next", () =>
    Effect.gen(function*() {
      const bodies = [1, 16_384, 16_385, 5 * MiB + 1, 32 * MiB, 70_000].map(patterned)
      let request = 0
      const server = yield* secure((_, response) => {
        const body = bodies[request++] ?? new Uint8Array()
        response.writeHead(200, { "content-length": body.length, ETag: "\"e\"" }).end(body)
      })
      for (const body of bodies) {
        const reply = yield* server.get
        assert.deepInclude(reply.headers, { "content-length": `${body.length}`, etag: "\"e\"" })
        assert.deepStrictEqual(yield* poured(reply), digested(body))
      }
      assert.strictEqual(server.opened(), 1)
    }))

  it.scopedLive("comes piece by piece to whoever wants one at a time", () =>
    Effect.gen(function*() {
      const body = patterned(5 * MiB + 1)
      const server = yield* secure((_, response) => response.end(body))
      const flow = flowOf(yield* server.get)
      const pieces: Array<Uint8Array> = []
      while (true) {
        const piece = yield* flow(copyOf)
        if (piece === undefined) break
        pieces.push(piece)
      }
      assert.isTrue(Buffer.concat(pieces).equals(body))
    }))

  it.scopedLive("that is cut is a failure, and the next one comes whole over another connection", () =>
    Effect.gen(function*() {
      const body = patterned(3 * MiB)
      let request = 0
      const server = yield* secure(({ socket }, response) => {
        response.writeHead(200, { "content-length": body.length })
        if (request++ > 0) response.end(body)
        else response.write(body.subarray(0, MiB), () => socket.destroy())
      })
      const cut = yield* Effect.flip(Effect.scoped(Effect.flatMap(server.get, poured)))
      assert.deepInclude(cut, { _tag: "TransportError", reason: "Network" })
      assert.deepStrictEqual(yield* Effect.scoped(Effect.flatMap(server.get, poured)), digested(body))
      assert.strictEqual(server.opened(), 2)
    }))

  it.scopedLive("is asked of nobody whose certificate is not trusted", () =>
    Effect.gen(function*() {
      let asked = 0
      const server = yield* secure((_, response) => {
        asked++
        response.end("x")
      }, selfSigned().cert)
      assert.deepInclude(yield* Effect.flip(server.get), { _tag: "TransportError", reason: "Network" })
      assert.strictEqual(asked, 0)
    }))
})
