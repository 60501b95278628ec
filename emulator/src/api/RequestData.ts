/**
 * What a handler reads from its request, with a refusal that names the field when it makes no sense.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { invalidParameter, Refusal } from "../catalogue/Refusal.js"
import { bodyReader } from "../http/WebRequest.js"

const mostBytes = 1024 * 1024

const tooLarge = new Refusal({ code: "BodyTooLarge", status: 413, message: `a body has at most ${mostBytes} bytes` })

const cutShort = new Refusal({ code: "InvalidParameter.body", status: 400, message: "the body was cut short" })

const readText = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const reader = bodyReader(request)
  if (reader === undefined) return ""
  const chunks: Array<Uint8Array> = []
  let length = 0
  while (true) {
    const chunk = yield* Effect.tryPromise({ try: () => reader.read(), catch: () => cutShort })
    if (chunk.done) return Buffer.concat(chunks).toString("utf8")
    length += chunk.value.length
    if (length > mostBytes) return yield* tooLarge
    chunks.push(chunk.value)
  }
})

/** More than any call has; what is nested without end would end the stack of whoever walks it. */
const deepest = 64

const isTooDeep = (text: string): boolean => {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (token === "[" || token === "{") depth++
    else if (token === "]" || token === "}") depth--
    if (depth > deepest) return true
  }
  return false
}

const tooDeep = invalidParameter("body", `the body is nested more than ${deepest} deep`)

const parse = (text: string): Effect.Effect<unknown, Refusal> =>
  isTooDeep(text) ? Effect.fail(tooDeep) : Effect.try({
    try: (): unknown => JSON.parse(text === "" ? "{}" : text),
    catch: () => invalidParameter("body", "the body is not JSON")
  })

const decode = <A, I>(schema: Schema.Schema<A, I>, input: unknown): Effect.Effect<A, Refusal> =>
  Effect.mapError(Schema.decodeUnknown(schema)(input), (error) => {
    const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
    return invalidParameter(issue?.path[0] === undefined ? "body" : String(issue.path[0]), issue?.message ?? "")
  })

/**
 * The JSON body, undecoded, so that a handler may look at it before it chooses how to decode it.
 */
export const json: Effect.Effect<unknown, Refusal, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  readText,
  parse
)

export const decodeBody: <A, I>(schema: Schema.Schema<A, I>, input: unknown) => Effect.Effect<A, Refusal> = decode

export const body = <A, I>(
  schema: Schema.Schema<A, I>
): Effect.Effect<A, Refusal, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(json, (input) => decode(schema, input))

/**
 * The body of a form; of repeated fields the last one counts.
 */
export const form = <A, I>(
  schema: Schema.Schema<A, I>
): Effect.Effect<A, Refusal, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(readText, (text) => decode(schema, Object.fromEntries(new URLSearchParams(text))))

/**
 * The query; of repeated parameters the last one counts, empty ones are left out.
 */
export const query = <A, I>(
  schema: Schema.Schema<A, I>
): Effect.Effect<A, Refusal, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const start = request.url.indexOf("?")
    const parameters = new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1))
    return decode(schema, Object.fromEntries([...parameters].filter(([, value]) => value !== "")))
  })

/**
 * A parameter of the path.
 */
export const pathParameter = (name: string): Effect.Effect<string, Refusal, HttpRouter.RouteContext> =>
  Effect.flatMap(HttpRouter.params, (params) => {
    const value = params[name]
    return value === undefined || value === "" ? invalidParameter(name, "is missing") : Effect.succeed(value)
  })
