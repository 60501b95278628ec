import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { Duplex } from "node:stream"
import { put } from "../../../src/layers/node/transport/NodePut.js"
import { SliceSize } from "../../../src/layers/node/transport/SliceSize.js"

/** As Node says it of a connection that the other side has closed. */
const reset = () => Object.assign(new Error("write ECONNRESET"), { code: "ECONNRESET" })

/**
 * A connection whose other side takes so many bytes of bodies and then closes it. As in libuv an empty piece behind others is a
 * write of its own in the next turn of the event loop: by then the connection is gone.
 */
class ClosesAfter extends Duplex {
  private left: number

  constructor(bytes: number) {
    super()
    this.left = bytes
  }

  override _read(): void {}

  private receive(chunk: Buffer): void {
    const head = chunk.indexOf("\r\n\r\n")
    this.left -= head < 0 ? chunk.length : chunk.length - head - 4
    if (this.left === 0) setImmediate(() => this.push(null))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.receive(chunk)
    done()
  }

  override _writev(
    chunks: Array<{ readonly chunk: Buffer }>,
    done: (error?: Error | null) => void
  ): void {
    for (const { chunk } of chunks) this.receive(chunk)
    if (chunks.at(-1)?.chunk.length === 0) setImmediate(done, reset())
    else done()
  }

  setTimeout = () => this
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this
}

class OneConnection extends http.Agent {
  constructor(private readonly connection: Duplex) {
    super()
  }

  override createConnection(): Duplex {
    return this.connection
  }
}

describe("a body over Node's HTTP client", () => {
  for (const size of [1000, 300_000]) {
    it.effect(`has left when the other side has its last byte, even if it closes right then: ${size} bytes`, () =>
      Effect.gen(function*() {
        let sent = 0
        const connections = { http: new OneConnection(new ClosesAfter(size)), https: new https.Agent() }
        const address = {
          url: Redacted.make("http://storage.test/key"),
          headers: {},
          credentialVersion: 1,
          expiresAt: 0
        }
        const putting = put(connections, {
          address,
          body: new Uint8Array(size),
          sent: (bytes) => {
            sent += bytes
          },
          slices: new SliceSize()
        })
        assert.strictEqual((yield* Effect.flip(putting)).reason, "Network")
        assert.strictEqual(sent, size)
      }))
  }
})
