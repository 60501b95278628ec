/**
 * The words after `effect-drive-emulator`.
 */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import { parseArgs } from "node:util"
import type { ExternalOss, ExternalS3 } from "./EmulatorOptions.js"
import type { ServeOptions } from "./RunningEmulator.js"

export const usage = `effect-drive-emulator: a cloud drive on this machine

Usage: effect-drive-emulator [options]

  --port N           port of the product API (default 4455; 0 takes a free one), S3 gets the next one
  --data DIR         keep everything in this directory (default: in memory, gone at the end)
  --host NAME        a further host name to be asked by, besides those of this machine, or .NAME for all below;
                     may be repeated
  --web-drive DIR    the built web drive to serve (default: the one of this package)
  --json             print one line of JSON in place of text
  --help             print this

An S3 server to hold the objects of the s3 spaces; clients then talk to it directly:

  --s3-endpoint URL  for example http://127.0.0.1:9000
  --s3-region NAME   default us-east-1
  --s3-bucket NAME   made when it is missing
  --s3-key ID        access key id
  --s3-secret TEXT   secret access key; other users of this machine may see it, so better one of
  --s3-secret-file F file that holds it, or
  EMULATOR_S3_SECRET environment variable that holds it

An OSS bucket to hold the objects of the oss spaces; clients then talk to it directly:

  --oss-endpoint URL for example https://oss-cn-hangzhou.aliyuncs.com
  --oss-region NAME  default oss-cn-hangzhou
  --oss-bucket NAME  made when it is missing
  --oss-key ID       access key id
  --oss-secret TEXT  access key secret, or --oss-secret-file F, or EMULATOR_OSS_SECRET
`

/**
 * What was asked for.
 */
export type Command =
  | { readonly _tag: "Help" }
  | { readonly _tag: "Serve"; readonly options: ServeOptions; readonly json: boolean }

/**
 * Words that make no sense.
 */
export class BadUsage extends Data.TaggedError("BadUsage")<{ readonly message: string }> {}

const defaultPort = 4455

const flags = {
  "port": { type: "string" },
  "data": { type: "string" },
  "host": { type: "string", multiple: true },
  "web-drive": { type: "string" },
  "json": { type: "boolean" },
  "help": { type: "boolean", short: "h" },
  "s3-endpoint": { type: "string" },
  "s3-region": { type: "string" },
  "s3-bucket": { type: "string" },
  "s3-key": { type: "string" },
  "s3-secret": { type: "string" },
  "s3-secret-file": { type: "string" },
  "oss-endpoint": { type: "string" },
  "oss-region": { type: "string" },
  "oss-bucket": { type: "string" },
  "oss-key": { type: "string" },
  "oss-secret": { type: "string" },
  "oss-secret-file": { type: "string" }
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof flags }>>["values"]

const parse = (words: ReadonlyArray<string>): Either.Either<Values, BadUsage> =>
  Either.try({
    try: () => parseArgs({ args: [...words], options: flags, strict: true, allowPositionals: false }).values,
    catch: (cause) => new BadUsage({ message: cause instanceof Error ? cause.message : String(cause) })
  })

const portOf = (text: string | undefined): Either.Either<number, BadUsage> => {
  const port = text === undefined ? defaultPort : Number(text)
  return /^\d+$/.test(text ?? "0") && port <= 65_535
    ? Either.right(port)
    : Either.left(new BadUsage({ message: `--port takes a number from 0 to 65535, not "${text}"` }))
}

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === "/"

interface Server {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly keyId: string
  readonly secret: string
}

/**
 * Where secrets may be besides the words. `readText` gives the text of a file, or fails with why it cannot be read.
 */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly readText: (file: string) => Either.Either<string, string>
}

const noSurroundings: Surroundings = { environment: {}, readText: () => Either.left("there are no files") }

const secretOf = (
  values: Values,
  prefix: "s3" | "oss",
  { environment, readText }: Surroundings
): Either.Either<string | undefined, BadUsage> => {
  const [text, file] = [values[`${prefix}-secret`], values[`${prefix}-secret-file`]]
  if (text !== undefined && file !== undefined) {
    return Either.left(new BadUsage({ message: `--${prefix}-secret and --${prefix}-secret-file exclude each other` }))
  }
  if (file === undefined) return Either.right(text ?? environment[`EMULATOR_${prefix.toUpperCase()}_SECRET`])
  return Either.mapBoth(readText(file), {
    onLeft: (why) => new BadUsage({ message: `--${prefix}-secret-file: ${why}` }),
    onRight: (content) => content.trim()
  })
}

/** A server of somebody else's: all of its options, of which only the region has a default, or none. */
const serverOf = (
  values: Values,
  prefix: "s3" | "oss",
  defaultRegion: string,
  surroundings: Surroundings
): Either.Either<Server | undefined, BadUsage> =>
  Either.gen(function*() {
    const names = ["endpoint", "region", "bucket", "key", "secret", "secret-file"] as const
    // A secret in the environment alone asks for nothing.
    if (names.every((name) => values[`${prefix}-${name}`] === undefined)) return undefined
    const given = {
      endpoint: values[`${prefix}-endpoint`],
      bucket: values[`${prefix}-bucket`],
      key: values[`${prefix}-key`],
      secret: yield* secretOf(values, prefix, surroundings)
    }
    const missing = Object.entries(given).filter(([, value]) => !value).map(([name]) => `--${prefix}-${name}`)
    if (missing.length > 0) return yield* Either.left(new BadUsage({ message: `also needed: ${missing.join(", ")}` }))
    const { bucket = "", endpoint = "", key = "", secret = "" } = given
    if (!isOrigin(endpoint)) {
      const message = `--${prefix}-endpoint takes an http or https origin, not "${endpoint}"`
      return yield* Either.left(new BadUsage({ message }))
    }
    const region = values[`${prefix}-region`] ?? defaultRegion
    return { endpoint: new URL(endpoint).origin, region, bucket, keyId: key, secret }
  })

const externalS3Of = (
  values: Values,
  surroundings: Surroundings
): Either.Either<ExternalS3 | undefined, BadUsage> =>
  Either.map(serverOf(values, "s3", "us-east-1", surroundings), (server) => {
    if (server === undefined) return undefined
    const { keyId, secret, ...where } = server
    return { ...where, accessKeyId: keyId, secretAccessKey: secret }
  })

const externalOssOf = (
  values: Values,
  surroundings: Surroundings
): Either.Either<ExternalOss | undefined, BadUsage> =>
  Either.map(serverOf(values, "oss", "oss-cn-hangzhou", surroundings), (server) => {
    if (server === undefined) return undefined
    const { keyId, secret, ...where } = server
    return { ...where, accessKeyId: keyId, accessKeySecret: secret }
  })

/**
 * Reads the words.
 */
export const fromWords = (
  words: ReadonlyArray<string>,
  surroundings: Surroundings = noSurroundings
): Either.Either<Command, BadUsage> =>
  Either.gen(function*() {
    const values = yield* parse(words)
    if (values.help === true) return { _tag: "Help" } as const
    const port = yield* portOf(values.port)
    const externalS3 = yield* externalS3Of(values, surroundings)
    const externalOss = yield* externalOssOf(values, surroundings)
    const hosts = values.host === undefined ? {} : { hosts: values.host }
    const webDrive = values["web-drive"] === undefined ? {} : { webDrive: values["web-drive"] }
    const options = { port, data: values.data, externalS3, externalOss, ...hosts, ...webDrive }
    return { _tag: "Serve", json: values.json === true, options } as const
  })
