import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SpaceId, Wsid } from "../../src/domain/Ids.js"
import { DriveInfo, SpaceBenefit } from "../../src/domain/Space.js"
import { Credentials } from "../../src/services/Credentials.js"
import { Session } from "../../src/services/Session.js"
import { Spaces } from "../../src/services/Spaces.js"
import { ProviderDrivers, StorageProviders } from "../../src/services/StorageProviders.js"
import { clientLayer, serve } from "./harness.js"

const sessionLayer = (origin: string) =>
  Session.layer.pipe(
    Layer.provideMerge(Spaces.layer),
    Layer.provide(StorageProviders.layer),
    Layer.provide(ProviderDrivers.layer({})),
    Layer.provideMerge(Credentials.layer),
    Layer.provideMerge(clientLayer(origin))
  )

describe("golden requests of session and spaces", () => {
  it.scopedLive("initialise, space config and logout, with the session's cookies", () =>
    Effect.gen(function*() {
      const golden = yield* serve("session.json", [
        "login",
        "listSpaces",
        "token",
        "benefit",
        "driveInfo",
        "config",
        "benefit",
        "driveInfo",
        "logout"
      ])
      yield* Effect.gen(function*() {
        const session = yield* Session
        const spaces = yield* Spaces
        const space = yield* session.initialise({ accessToken: Redacted.make("token-1") })
        assert.deepStrictEqual(space, {
          spaceId: SpaceId.make("space 1"),
          platform: "s3",
          name: "Mine",
          fileSizeLimit: 1000,
          downloadSpeed: 1_048_576
        })
        assert.deepStrictEqual(yield* session.state(), { _tag: "Ready", wsid: Wsid.make("ws-42"), space })
        assert.deepStrictEqual(yield* spaces.config(), { theme: "dark", limits: { depth: 20 } })
        assert.deepStrictEqual(
          yield* spaces.benefit(),
          new SpaceBenefit({ singleFileDownloadSpeed: 1_048_576, fileSizeLimit: 2000 })
        )
        assert.deepStrictEqual(yield* spaces.driveInfo(), new DriveInfo({ fileSizeLimit: 1000 }))

        const credential = yield* (yield* Credentials).get("space 1")
        assert.deepStrictEqual(credential.bucket?.accessKeySecret, Redacted.make("SK-1"))
        assert.deepStrictEqual(
          { ...credential, bucket: { ...credential.bucket, accessKeyId: 0, accessKeySecret: 0, securityToken: 0 } },
          {
            spaceId: SpaceId.make("space 1"),
            version: 1,
            platform: "s3",
            fetchedAt: credential.fetchedAt,
            expiresAt: 4_102_444_800_000,
            drive: undefined,
            bucket: {
              bucket: "bucket-1",
              endpoint: "https://s3.example.com",
              region: "eu-1",
              accessKeyId: 0,
              accessKeySecret: 0,
              securityToken: 0,
              callback: undefined
            }
          }
        )
        yield* session.logout()
        assert.deepStrictEqual(yield* session.state(), { _tag: "SignedOut" })
      }).pipe(Effect.provide(sessionLayer(golden.origin)))
      yield* golden.verify
    }))

  it.scopedLive("login alone returns and keeps the wsid", () =>
    Effect.gen(function*() {
      const golden = yield* serve("session.json", ["login"])
      yield* Effect.gen(function*() {
        const session = yield* Session
        assert.deepStrictEqual(yield* session.login({ accessToken: "token-1" }), { wsid: Wsid.make("ws-42") })
        assert.deepStrictEqual(yield* session.state(), { _tag: "SignedIn", wsid: Wsid.make("ws-42") })
      }).pipe(Effect.provide(sessionLayer(golden.origin)))
      yield* golden.verify
    }))

  it.scopedLive("user check and add return a 400 as data", () =>
    Effect.gen(function*() {
      const golden = yield* serve("session.json", ["check", "checkUnknown", "add"])
      yield* Effect.gen(function*() {
        const session = yield* Session
        assert.deepStrictEqual(yield* session.check({ phone: "1" }), {
          ok: true,
          code: 0,
          message: "known",
          data: { exists: true }
        })
        assert.deepStrictEqual(yield* session.check(), {
          ok: false,
          code: "NotFound.User",
          message: "no such user",
          data: { exists: false }
        })
        assert.deepStrictEqual(yield* session.add({ nick_name: "someone" }), {
          ok: false,
          code: 380001,
          message: "there already",
          data: undefined
        })
      }).pipe(Effect.provide(sessionLayer(golden.origin)))
      yield* golden.verify
    }))
})
