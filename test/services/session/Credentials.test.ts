import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { Credentials } from "../../../src/services/Credentials.js"
import type { DriveEvent } from "../../../src/services/DriveEvents.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { assertFields } from "../../layers/api/assertFields.js"
import { data } from "../../layers/api/fakeProduct.js"
import { bucketToken, driveToken, fakeDrive, token } from "./fakeDrive.js"

const path = `GET ${token("s1")}`

const credentials = <A, E, R>(use: (service: Credentials.Service) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Credentials, use)

describe("Credentials.get", () => {
  it.effect("fetches once for fifty callers, and again for another space", () => {
    const drive = fakeDrive()
    return credentials((service) =>
      Effect.gen(function*() {
        const all = yield* Effect.all(Array.from({ length: 50 }, () => service.get("s1")), { concurrency: 50 })
        assert.strictEqual(new Set(all).size, 1)
        assert.strictEqual(drive.calls(token("s1")), 1)
        assertFields(yield* service.get("s2"), { spaceId: "s2", platform: "pds", version: 1, bucket: undefined })
        assert.strictEqual(drive.calls(token("s2")), 1)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("continues for the others when the caller that began it leaves", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const drive = fakeDrive({ [path]: () => Effect.as(Deferred.await(gate), data(bucketToken)) })
      yield* credentials((service) =>
        Effect.gen(function*() {
          const first = yield* Effect.fork(service.get("s1"))
          while (drive.calls(token("s1")) === 0) yield* Effect.yieldNow()
          const second = yield* Effect.fork(service.get("s1"))
          yield* Fiber.interrupt(first)
          yield* Deferred.succeed(gate, undefined)
          assert.strictEqual((yield* Fiber.join(second)).version, 1)
          assert.strictEqual(drive.calls(token("s1")), 1)
        })
      ).pipe(Effect.provide(drive.layer))
    }))

  it.effect.each<readonly [text: string, expire: unknown, expected: number | undefined]>([
    ["seconds", 7200, 7_200_000],
    ["seconds as text", "7200", 7_200_000],
    ["milliseconds", 4_102_444_800_000, 4_102_444_800_000],
    ["ISO 8601", "2100-01-01T00:00:00Z", 4_102_444_800_000],
    ["nothing", undefined, undefined],
    ["null", null, undefined],
    ["0", 0, undefined],
    ["an empty text", "", undefined]
  ])("reads an expire_time in %s", ([, expire, expected]) => {
    const drive = fakeDrive({ [path]: () => data({ ...bucketToken, expire_time: expire }) })
    return credentials((service) => service.get("s1")).pipe(
      Effect.map((credential) => assert.strictEqual(credential.expiresAt, expected)),
      Effect.provide(drive.layer)
    )
  })

  it.effect("takes a pds token's life from expires_in", () => {
    const drive = fakeDrive()
    return credentials((service) => service.get("s2")).pipe(
      Effect.map((credential) => assert.strictEqual(credential.expiresAt, 7_200_000)),
      Effect.provide(drive.layer)
    )
  })

  it.effect.each<readonly [wire: string | null, expected: string | undefined]>([
    ["https://s3.example.com/", "https://s3.example.com"],
    ["http://127.0.0.1:9000", "http://127.0.0.1:9000"],
    ["oss-cn-hangzhou.aliyuncs.com", "https://oss-cn-hangzhou.aliyuncs.com"],
    ["localhost:9000", "https://localhost:9000"],
    ["https://user:secret@example.com/storage/v1/s3?x=1", "https://example.com/storage/v1/s3"],
    [null, undefined],
    ["", undefined]
  ])("reads the endpoint %j", ([wire, expected]) => {
    const drive = fakeDrive({ [path]: () => data({ ...bucketToken, bucket_endpoint: wire }) })
    return credentials((service) => service.get("s1")).pipe(
      Effect.map((credential) => assert.strictEqual(credential.bucket?.endpoint, expected)),
      Effect.provide(drive.layer)
    )
  })

  it.effect.each<readonly [what: string, answer: object, detail: string]>([
    ["region", { ...bucketToken, region: "" }, "without region"],
    ["key id", { ...bucketToken, access_key_id: null }, "without access_key_id"],
    ["secret", { ...bucketToken, access_key_secret: undefined }, "without access_key_secret"],
    ["bucket", { ...bucketToken, bucket_name: undefined }, "without bucket_name"],
    ["keys on oss", { platform: 2 }, "without region, access_key_id, access_key_secret, bucket_name"],
    ["token on pds", { platform: 1, params: { endpoint: "x.example.com" } }, "without drive_id, access_token"],
    ["params on pds", { platform: 1 }, "without endpoint, drive_id, access_token"],
    [
      "http or https",
      { ...bucketToken, bucket_endpoint: "ftp://x" },
      "bucket_endpoint is not an http or https address"
    ],
    [
      "http or https on pds",
      { ...driveToken, params: { ...driveToken.params, endpoint: "file:///x" } },
      "endpoint is not an http or https address"
    ]
  ])("fails without %s when there was none before", ([, answer, detail]) => {
    const drive = fakeDrive({ [path]: () => data(answer) })
    return credentials((service) => Effect.flip(service.get("s1"))).pipe(
      Effect.map((error) => assertFields(error, { _tag: "StorageError", reason: "CredentialsIncomplete", detail })),
      Effect.provide(drive.layer)
    )
  })

  it.effect("takes cos and obs as they are", () => {
    const drive = fakeDrive({ [path]: () => data({ platform: 5 }) })
    return credentials((service) => service.get("s1")).pipe(
      Effect.map((credential) => assertFields(credential, { platform: "obs", bucket: undefined, drive: undefined })),
      Effect.provide(drive.layer)
    )
  })

  it.effect("needs a space id, and refuses one that would lead elsewhere", () => {
    const drive = fakeDrive()
    return credentials((service) =>
      Effect.gen(function*() {
        assertFields(yield* Effect.flip(service.get("")), {
          _tag: "InvalidInput",
          field: "spaceId",
          message: "spaceId required"
        })
        for (const id of [".", "..", "\ud800"]) {
          assertFields(yield* Effect.flip(service.get(id)), { _tag: "InvalidInput", field: "spaceId" })
        }
        assertFields(yield* Effect.flip(service.refresh("", 1)), { message: "spaceId required" })
        assert.lengthOf(drive.asked, 0)
      })
    ).pipe(Effect.provide(drive.layer))
  })
})

describe("Credentials.refresh", () => {
  it.effect("brings a newer one, once for all, and makes no call when a newer one is there", () => {
    const drive = fakeDrive()
    return credentials((service) =>
      Effect.gen(function*() {
        const { version } = yield* service.get("s1")
        const five = yield* Effect.all(Array.from({ length: 5 }, () => service.refresh("s1", version)), {
          concurrency: 5
        })
        assert.deepStrictEqual(five.map((credential) => credential.version), [2, 2, 2, 2, 2])
        assert.strictEqual((yield* service.refresh("s1", version)).version, 2)
        assert.strictEqual(drive.calls(token("s1")), 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("fails when the new one is incomplete, even while the old one lives", () => {
    const drive = fakeDrive()
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        drive.answers[path] = () => data({ ...bucketToken, access_key_id: "" })
        assertFields(yield* Effect.flip(service.refresh("s1", 1)), { reason: "CredentialsIncomplete" })
        assert.strictEqual((yield* service.get("s1")).version, 1)
      })
    ).pipe(Effect.provide(drive.layer))
  })
})

describe("Credentials.clear", () => {
  it.effect("forgets; an answer still on its way is not kept; versions continue", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const drive = fakeDrive({ [path]: () => Effect.as(Deferred.await(gate), data(bucketToken)) })
      yield* credentials((service) =>
        Effect.gen(function*() {
          const late = yield* Effect.fork(service.get("s1"))
          while (drive.calls(token("s1")) === 0) yield* Effect.yieldNow()
          yield* service.clear
          yield* Deferred.succeed(gate, undefined)
          assert.strictEqual((yield* Fiber.join(late)).version, 1)
          assert.strictEqual((yield* service.get("s1")).version, 2)
          assert.strictEqual(drive.calls(token("s1")), 2)
          yield* service.clear
          yield* TestClock.adjust("6 minutes")
          assert.strictEqual(drive.calls(token("s1")), 2)
        })
      ).pipe(Effect.provide(drive.layer))
    }))
})

describe("credential events", () => {
  it.scoped("tell of each new version", () => {
    const drive = fakeDrive()
    return Effect.gen(function*() {
      const heard: Array<DriveEvent> = []
      yield* (yield* DriveEvents).on((event) => heard.push(event))
      const service = yield* Credentials
      yield* service.get("s1")
      yield* service.refresh("s1", 1)
      assert.deepStrictEqual(
        heard.map((event) => event._tag === "CredentialRefreshed" && `${event.spaceId} ${event.version}`),
        ["s1 1", "s1 2"]
      )
    }).pipe(Effect.provide(drive.layer))
  })
})
