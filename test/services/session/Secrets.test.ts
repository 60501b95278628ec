import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Logger, LogLevel, Option, Redacted, TestClock } from "effect"
import { inspect } from "node:util"
import { Credentials } from "../../../src/services/Credentials.js"
import type { DriveEvent } from "../../../src/services/DriveEvents.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { Session } from "../../../src/services/Session.js"
import { keepingTracer } from "../../keepingTracer.js"
import type { Answer } from "../../layers/api/fakeProduct.js"
import { data } from "../../layers/api/fakeProduct.js"
import { bucketToken, driveToken, fakeDrive, secrets, token } from "./fakeDrive.js"

const accessToken = "LOGIN-secret"

/** All ways in which a value is usually written down. */
const written = (value: unknown): string =>
  [
    inspect(value, { depth: null, showHidden: true, getters: true }),
    inspect(value),
    String(value),
    JSON.stringify(value, (_, inner) => typeof inner === "bigint" ? String(inner) : inner) ?? "",
    value instanceof Error ? `${value.message}\n${value.stack}\n${inspect(value.cause)}` : ""
  ].join("\n")

const assertSilent = (text: string, where: string) => {
  for (const secret of [...secrets, accessToken, "sid-secret"]) assert.notInclude(text, secret, where)
}

/** Runs a whole session and gives back everything that was logged, traced, published and failed. */
const trail = (answers: Record<string, Answer>) =>
  Effect.gen(function*() {
    const told: Array<unknown> = []
    const all = Object.entries(answers).map(([call, answer]) => [call, () => answer] as const)
    const drive = fakeDrive({ "POST /api/v2/user/login": () => data({ wsid: "ws" }), ...Object.fromEntries(all) })
    const logger = Logger.make((entry) =>
      void told.push(entry.message, entry.cause, [...entry.annotations], entry.spans)
    )
    const pretty = Logger.make((entry) => void told.push(Logger.logfmtLogger.log(entry), Logger.jsonLogger.log(entry)))

    const running = yield* Effect.gen(function*() {
      yield* (yield* DriveEvents).on((event: DriveEvent) => told.push(event))
      const session = yield* Session
      const credentials = yield* Credentials
      told.push(yield* Effect.exit(session.initialise({ accessToken: Redacted.make(accessToken) })))
      told.push(yield* Effect.exit(credentials.get("s1")), yield* Effect.exit(credentials.refresh("s1", 1)))
      told.push(yield* Effect.exit(credentials.get("s2")))
      yield* Effect.logInfo("what a program may log", yield* Effect.option(credentials.get("s1")))
      const missed = yield* Effect.exit(credentials.refresh("s2", 1))
      if (Exit.isFailure(missed)) {
        told.push(Cause.pretty(missed.cause), Option.getOrUndefined(Cause.failureOption(missed.cause)))
      }
      told.push(yield* session.state(), credentials)
      told.push(yield* Effect.exit(session.logout()))
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(drive.layer, Layer.merge(Logger.add(logger), Logger.add(pretty)))),
      Effect.withTracer(keepingTracer(told)),
      Logger.withMinimumLogLevel(LogLevel.All),
      Effect.fork
    )
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(running)
    assert.isAbove(told.length, 10)
    return told
  })

const s1 = `GET ${token("s1")}`
const s2 = `GET ${token("s2")}`

describe("secrets of a session", () => {
  it.effect.each<readonly [what: string, answers: Record<string, Answer>]>([
    ["when all goes well", {}],
    ["in incomplete credentials", { [s1]: data({ ...bucketToken, region: "" }) }],
    ["with a wrong endpoint", { [s1]: data({ ...bucketToken, bucket_endpoint: "ftp://SK-secret@x/?t=ST-secret" }) }],
    ["next to a mistyped field", { [s1]: data({ ...bucketToken, platform: "SK-secret" }) }],
    ["in a field of another type", { [s1]: data({ ...bucketToken, access_key_secret: { is: "SK-secret" } }) }],
    ["in a list where text belongs", { [s1]: data({ ...bucketToken, security_token: ["ST-secret"] }) }],
    ["in a time", { [s1]: data({ ...bucketToken, expire_time: "SK-secret" }) }],
    ["on pds", { [s2]: data({ ...driveToken, params: { ...driveToken.params, drive_id: 7 } }) }],
    ["in text that is not JSON", { [s1]: { text: "access_key_secret=SK-secret" } }],
    ["in an error page", { [s1]: { status: 500, text: "<html>SK-secret" } }],
    ["in the cause of a network error", { [s1]: { network: "ECONNRESET" } }],
    ["in a login answer that cannot be read", { "POST /api/v2/user/login": data({ wsid: ["LOGIN-secret"] }) }],
    ["in a cookie", { "POST /api/v2/user/login": { status: 401, text: "", headers: { "set-cookie": "s=sid-secret" } } }]
  ])("are written nowhere %s", ([what, answers]) =>
    Effect.gen(function*() {
      for (const entry of yield* trail(answers)) assertSilent(written(entry), what)
    }))

  it.effect("would be found by these tests", () =>
    Effect.gen(function*() {
      assert.throws(() => assertSilent(written({ deep: { er: new Map([["k", "SK-secret"]]) } }), "a map"))
      assert.throws(() => assertSilent(written(new Error("no", { cause: { key: "AK-secret" } })), "a cause"))
      const drive = fakeDrive()
      const credential = yield* Effect.flatMap(Credentials, (service) => service.get("s1")).pipe(
        Effect.provide(drive.layer)
      )
      assert.strictEqual(credential.bucket && Redacted.value(credential.bucket.accessKeySecret), "SK-secret")
    }))
})
