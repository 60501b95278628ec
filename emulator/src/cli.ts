#!/usr/bin/env node
/**
 * The command `effect-drive-emulator`: serves until it is told to stop.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as CommandLine from "./CommandLine.js"
import type { EmulatorAddress } from "./index.js"
import { addressOf } from "./index.js"
import type { ServeOptions } from "./RunningEmulator.js"
import { serve } from "./RunningEmulator.js"

const print = (text: string): void => void process.stdout.write(text)

const complain = (text: string): void => void process.stderr.write(text)

const describe = (address: EmulatorAddress, options: ServeOptions): string =>
  [
    ...address.webDrive === undefined ? [] : [`Open               ${address.webDrive}`, ""],
    `The drive is at    ${address.apiHost}`,
    `S3 is at           ${address.s3.endpoint}  (region ${address.s3.region})`,
    `OSS is at          ${address.oss.endpoint}  (region ${address.oss.region})`,
    `PDS is at          ${address.pds.endpoint}`,
    `Sign in with       ${address.accessToken}`,
    `Everything is in   ${options.data ?? "memory"}`,
    "",
    "Spaces:",
    ...address.spaces.map(({ platform, spaceId }) => `  ${spaceId.padEnd(16)} ${platform}`),
    "",
    `For S3 clients: bucket ${address.s3.bucket}, key ${address.s3.accessKeyId}, secret ${address.s3.secretAccessKey}`,
    `For OSS clients: bucket ${address.oss.bucket}, the same key`,
    `For PDS clients: drive ${address.pds.driveId}, token ${address.pds.accessToken}`,
    "Stop with Ctrl-C.",
    ""
  ].join("\n")

const run = (options: ServeOptions, json: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const address = addressOf(yield* serve(options), options)
    print(json ? `${JSON.stringify(address)}\n` : describe(address, options))
    return yield* Effect.never
  }))

const untilSignal = (options: ServeOptions, json: boolean): void => {
  const fiber = Effect.runFork(run(options, json))
  const stop = (): void => void Effect.runFork(Fiber.interrupt(fiber))
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  fiber.addObserver((exit) => {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
    if (Exit.isFailure(exit) && !Cause.isInterruptedOnly(exit.cause)) {
      const error = Cause.squash(exit.cause)
      complain(`effect-drive-emulator: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  })
}

// The AWS SDK, used for --s3-endpoint, would otherwise speak of future Node versions first of all.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true"

/** Beside the emulator in the package, where it was built. */
const ownWebDrive = join(import.meta.dirname, "../../app")

const withWebDrive = (options: ServeOptions): ServeOptions =>
  options.webDrive === undefined && existsSync(join(ownWebDrive, "index.html"))
    ? { ...options, webDrive: ownWebDrive }
    : options

const readText = (file: string) =>
  Either.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => cause instanceof Error ? cause.message : String(cause)
  })

Either.match(CommandLine.fromWords(process.argv.slice(2), { environment: process.env, readText }), {
  onLeft: (problem) => {
    complain(`effect-drive-emulator: ${problem.message}\nTry --help.\n`)
    process.exitCode = 2
  },
  onRight: (command) =>
    command._tag === "Help" ? print(CommandLine.usage) : untilSignal(withWebDrive(command.options), command.json)
})
