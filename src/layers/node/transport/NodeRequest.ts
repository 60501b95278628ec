/**
 * One HTTP request of Node, opened and closed without surprises.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as http from "node:http"
import type { ClientRequest, IncomingMessage } from "node:http"
import * as https from "node:https"
import type { Socket } from "node:net"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { SignedAddress } from "../../../services/Transport.js"
import { replyLimit } from "../../http/answerLimits.js"
import { networkFailure } from "../../http/PublicPath.js"
import * as BodyTap from "./BodyTap.js"
import { ReadBlocks } from "./ReadBlocks.js"

/** A server may say any number of times that its answer is still to come, and each counts as life. A handful is usual. */
const mostInterim = 100

/** Breaks the request off when more interim answers (1xx) have come than any server has a use for. */
const limitInterim = (request: ClientRequest): void => {
  let left = mostInterim
  request.on("information", () => {
    if (left-- === 0) request.destroy(new Error("the server gave no answer, only interim ones (1xx)"))
  })
}

/**
 * The kept-alive connections of one transport.
 *
 * @since 1.0.7
 * @category models
 */
export interface Connections {
  readonly http: http.Agent
  readonly https: https.Agent
}

/** A connection that was idle for so long is not used again: servers close theirs after 5 s and more. Milliseconds. */
const longestIdle = 4000

/** A server that is told that the connection ends with the answer may cut it in mid-body, and its answer with it. So it is not told. */
const once = <A extends http.Agent>(agent: A): A => Object.assign(agent, { keepSocketAlive: () => false })

/**
 * The proxy that Node's own requests take: it has read the environment where `NODE_USE_ENV_PROXY` or `--use-env-proxy` asks for that
 * (Node 22.21 and 24.5). The types do not know it.
 */
const proxyOf = (agent: http.Agent): unknown => {
  const options: unknown = "options" in agent ? agent.options : undefined
  return typeof options === "object" && options !== null && "proxyEnv" in options ? options.proxyEnv : undefined
}

const agentsWith = (options: http.AgentOptions): Connections => ({
  http: new http.Agent(Object.assign({ proxyEnv: proxyOf(http.globalAgent) }, options)),
  https: new https.Agent(Object.assign({ proxyEnv: proxyOf(https.globalAgent) }, options))
})

/** Made when they are first asked for. */
let ofTheirOwn: Connections | undefined

/** A connection for each request. */
const connectionsOfTheirOwn = (): Connections => {
  if (ofTheirOwn === undefined) {
    const agents = agentsWith({ keepAlive: true })
    ofTheirOwn = { http: once(agents.http), https: once(agents.https) }
  }
  return ofTheirOwn
}

const openConnections = (
  prepare: <A extends http.Agent>(agent: A) => A
): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const agents = agentsWith({ keepAlive: true, timeout: longestIdle })
      return { http: prepare(agents.http), https: prepare(agents.https) }
    }),
    (agents) =>
      Effect.sync(() => {
        agents.http.destroy()
        agents.https.destroy()
      })
  )

/**
 * Connections that are closed with the scope, or when nobody has used them for 4 s.
 *
 * @since 1.0.7
 * @category constructors
 */
export const connections: Effect.Effect<Connections, never, Scope.Scope> = openConnections((agent) => agent)

/**
 * The same, for GETs whose bodies do not pass through the parser (`BodyTap`).
 *
 * @since 1.0.7
 * @category constructors
 */
export const tappedConnections: Effect.Effect<Connections, never, Scope.Scope> = Effect.suspend(() => {
  const blocks = new ReadBlocks()
  // Node opens the tunnel through a proxy with the parser.
  return openConnections((agent) => proxyOf(agent) === undefined ? BodyTap.tapAgent(agent, blocks) : agent)
})

/**
 * A request over one of these connections, which is yet to be ended. Throws where Node refuses a header or the address.
 *
 * @since 1.0.7
 * @category constructors
 */
export const beginRequest = (
  { http: plain, https: secure }: Connections,
  url: URL,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string>> }
): ClientRequest => {
  const request = url.protocol === "https:"
    ? https.request(url, { ...options, agent: secure })
    : http.request(url, { ...options, agent: plain })
  limitInterim(request)
  return request
}

/**
 * @since 1.0.7
 * @category models
 */
export interface RequestOptions {
  readonly method: "GET" | "PUT"
  readonly address: SignedAddress
  readonly headers: Readonly<Record<string, string>>
  /** Left out = a connection of its own. */
  readonly connections: Connections | undefined
}

/**
 * What went wrong, in words that hold no address.
 *
 * @since 1.0.7
 * @category combinators
 */
export const detailOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown"
  return "code" in error && typeof error.code === "string" ? error.code : error.message
}

/**
 * A kept-alive connection that the server had closed meanwhile, or one whose answer cannot be relied on (`BodyTap`): the request never
 * reached the server, or asked for nothing but bytes.
 *
 * @since 1.0.7
 * @category models
 */
export interface StaleConnection {
  readonly _tag: "StaleConnection"
  readonly error: TransportError
}

/**
 * Whether a request that got no answer may have failed because its kept-alive connection was closed already. The server may as
 * well have read it: only what may be sent twice is repeated for that.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isStale = (request: http.ClientRequest, error: unknown): boolean =>
  request.reusedSocket && (detailOf(error) === "ECONNRESET" || detailOf(error) === "EPIPE")

/** `request.closed`, which Deno does not have. */
const closed = new WeakSet<http.ClientRequest>()

const guarded = new WeakSet<Socket>()

/** How long an answer is waited for after the server stopped reading, milliseconds. */
const answerPatience = 100

type WriteEnd = (error?: Error | null) => void

const laterError = (done: WriteEnd): WriteEnd => (error) => {
  if (error === undefined || error === null) done()
  else setTimeout(done, answerPatience, error)
}

/**
 * A peer that answers early and cuts the body makes the next write fail, and Node drops the answer that waits to be
 * read: so a failed write is reported a moment later. It also raises errors on the kept-alive socket when no request
 * listens any more.
 */
const guardSocket = (socket: Socket): void => {
  if (guarded.has(socket)) return
  guarded.add(socket)
  socket.on("error", () => {})
  const write = socket._write.bind(socket)
  const writeMany = socket._writev?.bind(socket)
  socket._write = (chunk, encoding, done) => write(chunk, encoding, laterError(done))
  if (writeMany !== undefined) socket._writev = (chunks, done) => writeMany(chunks, laterError(done))
}

/**
 * Opens a request; headers that Node refuses, or an address that is none, are a failure like any other.
 *
 * @since 1.0.7
 * @category constructors
 */
export const openRequest = (options: RequestOptions): Either.Either<http.ClientRequest, TransportError> =>
  Either.try({
    try: () => {
      const { address, connections = connectionsOfTheirOwn(), method } = options
      const headers = { ...address.headers, ...options.headers }
      const request = beginRequest(connections, new URL(Redacted.value(address.url)), { method, headers })
      request.once("close", () => closed.add(request))
      request.on("socket", (socket) => {
        guardSocket(socket)
        BodyTap.of(socket)?.expect()
      })
      return request
    },
    catch: (error) => networkFailure(options.method, options.address, detailOf(error))
  })

/**
 * Breaks the request off and waits until its connection is closed, so that its bytes are free again.
 *
 * @since 1.0.7
 * @category combinators
 */
export const closeRequest = (request: http.ClientRequest): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (closed.has(request)) {
      resume(Effect.void)
      return
    }
    request.once("close", () => resume(Effect.void))
    // Deno opens another connection for a request that was broken off on a kept one.
    request.on("socket", () => request.destroy())
    request.destroy()
  })

/**
 * Header names are lower case already; repeated ones are joined.
 *
 * @since 1.0.7
 * @category combinators
 */
export const headersOf = (response: http.IncomingMessage): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = typeof value === "string" ? value : value.join(", ")
  }
  return headers
}

/**
 * The text of an answer, cut at 64 KiB. Collects it while it arrives; `enough` is called at its end, or when there is more of it than is
 * kept.
 *
 * @since 1.0.7
 * @category constructors
 */
export const collectText = (response: IncomingMessage, enough: () => void): () => string => {
  const chunks: Array<Buffer> = []
  let length = 0
  response.on("data", (chunk: Buffer) => {
    if (length <= replyLimit) chunks.push(chunk)
    length += chunk.length
    if (length > replyLimit) enough()
  })
  response.on("end", enough)
  return () => Buffer.concat(chunks).subarray(0, replyLimit).toString("utf8")
}
