/** Versions of Node that do otherwise than `BodyTap` relies on: bodies come as they are, by the parser alone. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import type { ConnectOpts, Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import * as BodyTap from "../../../src/layers/node/transport/BodyTap.js"
import { get } from "../../../src/layers/node/transport/NodeGet.js"
import { ReadBlocks } from "../../../src/layers/node/transport/ReadBlocks.js"
import { rawServer } from "./rawServer.js"
import { copyOf, patterned, testServer } from "./TestServer.js"

const MiB = 1_048_576

type Create = http.Agent["createConnection"]
type CreateOptions = Parameters<Create>[0] & ConnectOpts

/** An agent as another version of Node would have it. */
const agentOf = (version: (create: Create) => Create): http.Agent => {
  const agent = new http.Agent({ keepAlive: true })
  agent.createConnection = version(agent.createConnection.bind(agent))
  return agent
}

interface Version {
  readonly version: (create: Create) => Create
  /** Bodies of three that go round the parser. */
  readonly tapped: number
  /** Bytes that have come, where that is to be waited for. */
  readonly come?: () => number
}

let unasked = 0

const versions: Readonly<Record<string, Version>> = {
  "as it is": { version: (create) => create, tapped: 3 },
  "that knows nothing of reading into one's own memory": {
    version: (create) => (options, callback) => create({ ...options, onread: undefined } as CreateOptions, callback),
    tapped: 0
  },
  "that gives a connection later": {
    version: (create) => (options, callback) => {
      queueMicrotask(() => {
        const socket = create(options)
        if (socket) callback?.(null, socket)
      })
      return undefined
    },
    tapped: 3
  },
  "that goes on reading when it is told to wait": {
    version: (create) => (options: CreateOptions, callback) => {
      const { onread } = options
      if (onread === undefined) return create(options, callback)
      const goOn = {
        ...onread,
        callback: (size: number, memory: Uint8Array) => {
          unasked += size
          onread.callback(size, memory)
          return true
        }
      }
      return create({ ...options, onread: goOn } as CreateOptions, callback)
    },
    tapped: 1,
    come: () => unasked
  },
  "whose parser reads what came, not what it is given": {
    version: (create) => (options: CreateOptions, callback) => {
      const { onread } = options
      if (onread === undefined) return create(options, callback)
      let came = Buffer.alloc(0)
      const keep = {
        ...onread,
        callback: (size: number, memory: Uint8Array) => {
          came = Buffer.from(memory.subarray(0, size))
          return onread.callback(size, memory)
        }
      }
      const socket = create({ ...options, onread: keep } as CreateOptions, callback) as Socket
      const push = socket.push.bind(socket)
      socket.push = (chunk: unknown) => push(chunk === null ? null : came)
      return socket
    },
    tapped: 0
  }
}

const turn = Effect.promise(() => setImmediate())

describe("a version of Node", () => {
  for (const [title, { come, tapped, version }] of Object.entries(versions)) {
    it.scopedLive(`${title}: each body comes whole`, () =>
      Effect.gen(function*() {
        const body = patterned(5 * MiB)
        const server = yield* testServer((request, response) => {
          const size = Number(request.url?.slice(1))
          response.writeHead(200, { "content-length": size, ETag: `"${size}"` }).end(body.subarray(0, size))
        })
        const agent = BodyTap.tapAgent(agentOf(version), new ReadBlocks())
        yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
        const connections = { http: agent, https: new https.Agent() }
        let flowing = 0
        for (const size of [MiB * 5, 1, 100_000]) {
          const reply = yield* get(connections, { address: server.address(`/${size}`), flows: true })
          assert.deepInclude(reply.headers, { "content-length": `${size}`, etag: `"${size}"` })
          const chunks: Array<Uint8Array> = []
          const { flow } = reply
          if (flow === undefined) chunks.push(...Chunk.toReadonlyArray(yield* Stream.runCollect(reply.bytes)))
          else {
            flowing++
            // one piece at a time, so that the connection is told to wait after each
            while (true) {
              const piece = yield* flow(copyOf)
              if (piece === undefined) break
              chunks.push(piece)
              if (come !== undefined) yield* Effect.repeat(turn, { until: () => come() > 2 * MiB })
            }
            // the next one is opened anew, as the version was seen to be
            agent.destroy()
          }
          assert.isTrue(Buffer.concat(chunks).equals(body.subarray(0, size)))
        }
        assert.strictEqual(flowing, tapped)
      }))
  }

  for (
    const title of [
      "that knows nothing of reading into one's own memory",
      "whose parser reads what came, not what it is given"
    ]
  ) {
    it.scopedLive(`${title}: an empty line and an answer that nobody asked for are not the next answer`, () =>
      Effect.gen(function*() {
        const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        let requests = 0
        const { address } = yield* rawServer((socket) => {
          let before = ""
          socket.on("data", () => {
            socket.write(`${before}${answer(`own ${requests++}`)}\r\n`)
            before = answer("stray")
          })
        })
        const agent = BodyTap.tapAgent(agentOf(versions[title]?.version ?? ((create) => create)), new ReadBlocks())
        yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
        const connections = { http: agent, https: new https.Agent() }
        const bodies: Array<string> = []
        for (const _ of [1, 2, 3]) {
          const { bytes } = yield* get(connections, { address, flows: true })
          bodies.push(Buffer.concat(Chunk.toReadonlyArray(yield* Stream.runCollect(bytes))).toString())
        }
        // one that was read otherwise than it came is asked for again
        assert.match(bodies.join(), /^own [01],own [12],own [23]$/)
      }))
  }
})
