/**
 * Golden requests: what the specification says a call looks like, written by hand, against the raw bytes that a real
 * server received.
 *
 * A file `test/golden/<area>.json` holds exchanges by name. `request.body` and `response.body` are the text as it
 * travels (`null` = no body); `request.headers` are those that must be there with exactly this value. To add a call:
 *
 * 1. write its exchange by hand from the specification, never by copying what the client sends;
 * 2. in a test, `const golden = yield* serve("<area>.json", ["<name>", …])`, make the call against `golden.origin`
 *    (`clientLayer(golden.origin)` is the product API over real sockets), assert the decoded result, and
 *    `yield* golden.verify`: every named exchange was asked for once, byte for byte, and nothing else was.
 */
import { Effect, Layer } from "effect"
import { strict as assert } from "node:assert"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { inOtherTypes } from "../../emulator/src/api/otherTypes.js"
import * as DriveApiHttp from "../../src/layers/api/DriveApiHttp.js"
import * as DriveEvents from "../../src/layers/api/DriveEventsLayer.js"
import * as DriveConfig from "../../src/layers/api/DriveOptions.js"
import { everythingAtOnce } from "../../src/layers/everythingAtOnce.js"
import * as ProductHttpClientNode from "../../src/layers/node/ProductHttpClientNode.js"

export interface Exchange {
  readonly request: {
    readonly method: string
    /** Path and query, as in the request line. */
    readonly target: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
    readonly body: string
  }
}

export interface Received {
  readonly method: string
  readonly target: string
  readonly rawHeaders: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
}

/** The headers of every call to the product API (spec point 7). */
const productHeaders = { "x-prod-id": "prod-7", "x-prod-ver": "2.1.0", "x-lang": "en", "x-client-type": "7" }

const traceHeaders = ["b3", "traceparent", "tracestate"]

/** Answers that callers get as they are. */
const asTheyAre = /\/(cfg|check|add|handle)$/

let types: (target: string, body: string) => string = (_, body) => body

/** From now on answers are written in other types: ids as numbers, numbers as text, flags as 0 and 1. */
export const answerInOtherTypes = () => {
  types = (target, body) => asTheyAre.test(target) ? body : inOtherTypes(body)
}

const load = (file: string): Readonly<Record<string, Exchange>> =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"))

const pairs = (raw: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  raw.flatMap((name, index) => index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ""] as const] : [])

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

const answerWith = (response: ServerResponse, exchange: Exchange | undefined) => {
  if (exchange === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("not in the golden file")
    return
  }
  for (const [name, value] of Object.entries(exchange.response.headers)) {
    response.setHeader(name, typeof value === "string" ? value : [...value])
  }
  response.writeHead(exchange.response.status).end(types(exchange.request.target, exchange.response.body))
}

const listening = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      const server = createServer(handle)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

/** A server on loopback that gives every request to `handle` and keeps what it received. */
export const record = Effect.fnUntraced(function*(handle: (received: Received, response: ServerResponse) => void) {
  const received: Array<Received> = []
  const server = yield* listening((request, response) => {
    void bodyOf(request).then((body) => {
      const entry = {
        method: request.method ?? "",
        target: request.url ?? "",
        rawHeaders: pairs(request.rawHeaders),
        body
      }
      received.push(entry)
      handle(entry, response)
    })
  })
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { origin: `http://127.0.0.1:${port}`, received }
})

const headerOf = (received: Received, name: string) =>
  received.rawHeaders.filter(([key]) => key === name).map(([, value]) => value).join(", ")

const compare = (name: string, { request }: Exchange, received: Received) => {
  assert.equal(`${received.method} ${received.target}`, `${request.method} ${request.target}`, name)
  assert.equal(received.body, request.body ?? "", `${name}: body`)
  for (const [header, value] of Object.entries({ ...productHeaders, ...request.headers })) {
    assert.equal(headerOf(received, header.toLowerCase()), value, `${name}: header ${header}`)
  }
  if (request.headers["cookie"] === undefined) assert.equal(headerOf(received, "cookie"), "", `${name}: no cookie`)
  if (request.body === null) assert.equal(headerOf(received, "content-type"), "", `${name}: no content type`)
  for (const header of traceHeaders) assert.equal(headerOf(received, header), "", `${name}: no header ${header}`)
}

/** Serves the named exchanges of a golden file, matched by method and target, in the order of the names. */
export const serve = Effect.fnUntraced(function*(file: string, names: ReadonlyArray<string>) {
  const exchanges = load(file)
  const waiting = names.map((name) => ({
    name,
    exchange: exchanges[name],
    received: undefined as Received | undefined
  }))
  const strangers: Array<string> = []
  for (const { exchange, name } of waiting) assert.ok(exchange, `${file} has no exchange "${name}"`)

  const { origin } = yield* record((received, response) => {
    const open = waiting.filter((entry) =>
      entry.received === undefined && entry.exchange?.request.method === received.method &&
      entry.exchange.request.target === received.target
    )
    // Calls that are made at a time may arrive in any order.
    const due = open.find(({ exchange }) => exchange?.request.body === received.body) ?? open[0]
    if (due === undefined) strangers.push(`${received.method} ${received.target}`)
    else due.received = received
    answerWith(response, due?.exchange)
  })

  const verify = Effect.sync(() => {
    assert.deepEqual(strangers, [], "requests that the golden file does not name")
    for (const { exchange, name, received } of waiting) {
      assert.ok(exchange !== undefined && received !== undefined, `${name} was never asked for`)
      compare(name, exchange, received)
    }
  })

  return { origin, verify }
})

/** Configuration, events and the product API for a server, over Node's fetch and the cookie jar. */
export const clientLayer = (origin: string) =>
  DriveApiHttp.layer(everythingAtOnce.oddAnswers).pipe(
    Layer.provide(ProductHttpClientNode.layer),
    Layer.provideMerge(Layer.merge(
      DriveConfig.layer({ apiHost: origin, product: { id: "prod-7", version: "2.1.0" } }),
      DriveEvents.layer
    ))
  )
