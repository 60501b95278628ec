/**
 * The callback that a request asks for: where to, and a body with variables.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { parameter } from "../http/RequestTarget.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

/**
 * A callback as asked for. `urls` are tried in order until one succeeds. `variables` are the sender's own, with `x:`.
 */
export interface Callback {
  readonly urls: ReadonlyArray<URL>
  readonly host: string | undefined
  readonly body: string
  readonly bodyType: "application/x-www-form-urlencoded" | "application/json"
  readonly variables: Readonly<Record<string, string>>
}

const Parameters = Schema.parseJson(Schema.Struct({
  callbackUrl: Schema.optional(Schema.String),
  callbackHost: Schema.optional(Schema.String),
  callbackBody: Schema.optional(Schema.String),
  callbackBodyType: Schema.optional(Schema.String)
}))

const Variables = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String }))

const mostUrls = 5

const decoded = <A, I>(
  name: string,
  text: string,
  schema: Schema.Schema<A, I>
): Effect.Effect<A, OssError> => {
  const refused = (problem: string) =>
    Effect.fail(invalidArgument(name, text, `The ${name} configuration is not ${problem}.`))
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return refused("base64 encoded")
  const json = Schema.decodeUnknownOption(schema)(Buffer.from(text, "base64").toString())
  return Option.isNone(json) ? refused("json format") : Effect.succeed(json.value)
}

const urlOf = (text: string): Effect.Effect<URL, OssError> => {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const refused = (problem: string) => Effect.fail(invalidArgument("callbackUrl", text, problem))
  if (!URL.canParse(whole)) return refused("The callback url is not a valid one.")
  const url = new URL(whole)
  return url.protocol === "http:" || url.protocol === "https:"
    ? Effect.succeed(url)
    : refused("The callback url is http or https.")
}

const bodyTypeOf = (text: string | undefined): Effect.Effect<Callback["bodyType"], OssError> => {
  switch (text?.split(";")[0]?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "application/x-www-form-urlencoded":
      return Effect.succeed("application/x-www-form-urlencoded")
    case "application/json":
      return Effect.succeed("application/json")
    default:
      return Effect.fail(invalidArgument("callbackBodyType", text, "The callback body type is not one of OSS's."))
  }
}

/**
 * Reads the callback from headers (`x-oss-callback`, `x-oss-callback-var`) or query (`callback`, `callback-var`);
 * `undefined` when none is asked for.
 */
export const read = (request: OssRequest): Effect.Effect<Callback | undefined, OssError> =>
  Effect.gen(function*() {
    const given = request.headers["x-oss-callback"] ?? parameter(request, "callback")
    if (given === undefined) return undefined
    const { callbackBody, callbackBodyType, callbackHost, callbackUrl } = yield* decoded("callback", given, Parameters)
    const named = (callbackUrl ?? "").split(";").map((one) => one.trim()).filter((one) => one !== "")
    if (named.length === 0) return undefined
    if (named.length > mostUrls) {
      return yield* invalidArgument("callbackUrl", callbackUrl, `At most ${mostUrls} callback urls are taken.`)
    }
    if (callbackBody === undefined || callbackBody === "") {
      return yield* invalidArgument("callbackBody", callbackBody, "The callback body is empty.")
    }
    const encodedVariables = request.headers["x-oss-callback-var"] ?? parameter(request, "callback-var")
    const variables = encodedVariables === undefined
      ? {}
      : yield* decoded("callback-var", encodedVariables, Variables)
    const stranger = Object.keys(variables).find((name) => !/^x:/.test(name))
    if (stranger !== undefined) {
      return yield* invalidArgument("callback-var", stranger, "The names of callback variables begin with x:.")
    }
    return {
      urls: yield* Effect.forEach(named, urlOf),
      host: callbackHost === "" ? undefined : callbackHost,
      body: callbackBody,
      bodyType: yield* bodyTypeOf(callbackBodyType),
      variables
    }
  })

/**
 * The body with its variables replaced: encoded in a form, as JSON values in JSON. An unknown one is empty.
 */
export const bodyOf = (callback: Callback, known: Readonly<Record<string, string | number>>): string => {
  const values = new Map<string, string | number>([...Object.entries(callback.variables), ...Object.entries(known)])
  const valueOf = (name: string) => values.get(name) ?? ""
  return callback.bodyType === "application/json"
    ? callback.body.replace(
      /"\$\{([^}]*)\}"|\$\{([^}]*)\}/g,
      (_, quoted?: string, bare?: string) =>
        JSON.stringify(quoted === undefined ? valueOf(bare ?? "") : String(valueOf(quoted)))
    )
    : callback.body.replace(/\$\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)))
}
