/**
 * Serves an app over `node:http`, on this machine only. Bodies stream both ways with flat memory; a client that goes
 * away interrupts its handler; a `ConnectionCut` cuts the connection.
 */
import * as Cookies from "@effect/platform/Cookies"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { ConnectionCut } from "./faults/ConnectionCut.js"
import * as NodeRequest from "./http/NodeRequest.js"

/**
 * The port cannot be had.
 */
export class ListenError extends Data.TaggedError("ListenError")<{
  readonly port: number
  readonly code: string
}> {
  override get message(): string {
    return this.code === "EADDRINUSE"
      ? `port ${this.port} is in use`
      : `cannot listen on port ${this.port}: ${this.code}`
  }
}

/**
 * A server and where it is reached.
 */
export interface NodeServer {
  readonly port: number
  /** `http://127.0.0.1:port` */
  readonly origin: string
}

/**
 * `received` is called with the bytes of each PUT's body as they come. Without `allowsHost` any Host header will do; one that
 * is not allowed is answered with 421. `headTimeout` is how long the head of a request may take (default 30 s). With `bothLengths` a request
 * may have a Content-Length beside its chunks, as some clients of OSS send it; Node takes that only with its lenient parser.
 */
export interface ServerOptions {
  readonly port: number
  readonly app: HttpApp.Default<ConnectionCut>
  readonly received?: ((bytes: number) => void) | undefined
  readonly allowsHost?: ((host: string) => boolean) | undefined
  readonly headTimeout?: Duration.DurationInput | undefined
  readonly bothLengths?: boolean | undefined
}

const loopback = "127.0.0.1"

const headersOf = (response: Response): Record<string, string | Array<string>> => {
  const headers: Record<string, string | Array<string>> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  return cookies.length === 0 ? headers : { ...headers, "set-cookie": cookies }
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done).off("close", done)
      resolve()
    }
    outgoing.on("drain", done).on("close", done)
  })

const copy = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  outgoing: ServerResponse,
  signal: AbortSignal
): Promise<void> => {
  signal.addEventListener("abort", () => void reader.cancel().catch(() => {}))
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (outgoing.destroyed) return reader.cancel()
    if (!outgoing.write(chunk.value)) await drained(outgoing)
  }
  outgoing.end()
}

/** Answers that must not say how long their missing body is. */
const bodiless = new Set([204, 304])

/** Head and body of most answers are there at once, and leave in one write. */
const atOnce = (
  { body, cookies, headers, status }: HttpServerResponse.HttpServerResponse,
  method: string | undefined,
  outgoing: ServerResponse
): Effect.Effect<void> | undefined => {
  if (method === "HEAD" || !Cookies.isEmpty(cookies)) return undefined
  if (body._tag === "Uint8Array") {
    return Effect.sync(() => void outgoing.writeHead(status, headers).end(body.body))
  }
  if (body._tag !== "Empty") return undefined
  const length = bodiless.has(status) ? {} : { "content-length": "0" }
  return Effect.sync(() => void outgoing.writeHead(status, { ...length, ...headers }).end())
}

/** A body that fails on its way cannot be answered any more: the connection ends short of the promised length. */
const stream = (
  response: HttpServerResponse.HttpServerResponse,
  method: string | undefined,
  outgoing: ServerResponse
): Effect.Effect<void, ConnectionCut> =>
  Effect.flatMap(Effect.runtime<never>(), (runtime) => {
    const answer = HttpServerResponse.toWeb(response, { withoutBody: method === "HEAD", runtime })
    outgoing.writeHead(answer.status, headersOf(answer))
    const reader = answer.body?.getReader()
    if (reader === undefined) return Effect.sync(() => void outgoing.end())
    return Effect.tryPromise({
      try: (signal) => copy(reader, outgoing, signal),
      catch: () => new ConnectionCut()
    })
  })

/**
 * Asks for a body whose sender waits until its head was looked at. While it was not asked for nobody knows whether it still comes, so
 * nothing else is read from that connection.
 */
const askingFor = (outgoing: ServerResponse): () => void => {
  const { shouldKeepAlive } = outgoing
  outgoing.shouldKeepAlive = false
  return () => {
    outgoing.shouldKeepAlive = shouldKeepAlive
    outgoing.writeContinue()
  }
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])

const handle =
  (options: ServerOptions, run: <A>(effect: Effect.Effect<A>) => () => void, waits = false) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (!methods.has(incoming.method ?? "")) return void outgoing.writeHead(405).end()
    const { host } = incoming.headers
    if (host !== undefined && options.allowsHost?.(host) === false) {
      return void outgoing.writeHead(421, { "content-type": "text/plain" }).end(`This is not ${host}.\n`)
    }
    const made = NodeRequest.make(incoming, waits ? askingFor(outgoing) : undefined)
    if (made === undefined) return void outgoing.writeHead(400, { connection: "close" }).end()
    const { discard, request } = made
    if (options.received !== undefined && incoming.method === "PUT") {
      const { received } = options
      incoming.on("data", (chunk: Uint8Array) => received(chunk.length))
    }
    const stop = run(
      options.app.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.flatMap((response) =>
          atOnce(response, incoming.method, outgoing) ?? stream(response, incoming.method, outgoing)
        ),
        Effect.catchTag("ConnectionCut", () => Effect.sync(() => void incoming.socket.resetAndDestroy()))
      )
    )
    outgoing.on("close", () => {
      discard()
      stop()
    })
  }

const listening = (server: Server, port: number): Effect.Effect<number, ListenError> =>
  Effect.async((resume) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resume(new ListenError({ port, code: error.code ?? error.message }))
    server.once("error", failed)
    server.listen(port, loopback, () => {
      server.off("error", failed)
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/**
 * Listens until the scope closes; open connections are closed with it. Port 0 takes a free one.
 */
export const make = (options: ServerOptions): Effect.Effect<NodeServer, ListenError, Scope.Scope> =>
  Effect.gen(function*() {
    const runtime = yield* Effect.runtime<never>()
    const run = <A>(effect: Effect.Effect<A>) => {
      const fiber = Runtime.runFork(runtime)(effect)
      return () => fiber.unsafeInterruptAsFork(fiber.id())
    }
    // An upload may take longer than any limit on a whole request; a kept connection outlives most clients' own.
    const headersTimeout = Duration.toMillis(options.headTimeout ?? "30 seconds")
    const listener = handle(options, run)
    const server = createServer({
      requestTimeout: 0,
      headersTimeout,
      connectionsCheckingInterval: Math.min(headersTimeout, 30_000),
      keepAliveTimeout: 75_000,
      insecureHTTPParser: options.bothLengths ?? false
    }, listener)
    server.on("checkContinue", handle(options, run, true))
    // A server may ignore what it does not understand of this header.
    server.on("checkExpectation", listener)
    const port = yield* Effect.acquireRelease(
      listening(server, options.port),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return { port, origin: `http://${loopback}:${port}` }
  })
