import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Emulator } from "../../src/Emulator.js"
import { presign } from "../../src/s3/presign.js"
import { inProcess, overSockets, signedIn } from "./ProductCalls.js"

const options = {
  users: [
    {
      wsid: "ada",
      accessToken: "token-of-ada",
      spaces: [
        { spaceId: "one", platform: "s3", name: "One", fileSizeLimit: 100, downloadSpeed: 2000, quota: 5000 },
        { spaceId: "two", platform: "cos" },
        { spaceId: "three", platform: "s3" }
      ]
    },
    { wsid: "bob", accessToken: "token-of-bob", spaces: [{ spaceId: "other", platform: "s3" }] }
  ],
  credentialLifetime: "20 minutes"
} as const

for (const [where, layer] of [["in-process", inProcess(options)], ["over sockets", overSockets(options)]] as const) {
  describe(`spaces ${where}`, () => {
    it.live("the list has pages of ten", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const list = (body: unknown) =>
          Effect.map(api("POST", "/api/v2/drive/space/list", body), ({ body }) => body.data)
        const all = yield* list({ page: 1, page_size: 10 })
        assert.deepStrictEqual(all.list.map((space: { space_id: string }) => space.space_id), ["one", "two", "three"])
        const second = yield* list({ page: 2, page_size: 2 })
        assert.deepStrictEqual([second.list.length, second.list[0].space_id, second.total], [1, "three", 3])
        const wrong = yield* api("POST", "/api/v2/drive/space/list", { page: 0 })
        assert.deepStrictEqual([wrong.status, wrong.body.code], [400, "InvalidParameter.page"])
      }).pipe(Effect.provide(layer)))

    it.live("config, benefit and drive info say what the space was set up with", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const data = (path: string) => Effect.map(api("GET", path), ({ body }) => body.data)
        assert.deepStrictEqual(yield* data("/api/v2/user/one/cfg"), { space_id: "one", name: "One", platform: 3 })
        assert.deepStrictEqual(yield* data("/api/v2/drive/space/one/benefit"), {
          single_file_download_speed: 2000,
          file_size_limit: 100
        })
        assert.deepStrictEqual(yield* data("/api/v2/user/one/drive/info"), {
          file_size_limit: 100,
          total_size: 5000,
          used_size: 0
        })
      }).pipe(Effect.provide(layer)))

    it.live("a space of somebody else is forbidden, one that does not exist is not found", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        for (
          const path of ["drive/space/SPACE/token", "drive/space/SPACE/benefit", "user/SPACE/cfg", "file/SPACE/list"]
        ) {
          const foreign = yield* api("GET", `/api/v2/${path.replace("SPACE", "other")}`)
          assert.deepStrictEqual([foreign.status, foreign.body.code], [403, "PermissionDenied"])
          const unknown = yield* api("GET", `/api/v2/${path.replace("SPACE", "none")}`)
          assert.deepStrictEqual([unknown.status, unknown.body.code], [404, "NotFound.Space"])
        }
      }).pipe(Effect.provide(layer)))

    it.live("the token call gives keys, bucket, region, endpoint, platform and expiry", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { origins } = yield* Emulator
        const { body } = yield* api("GET", "/api/v2/drive/space/one/token")
        assert.strictEqual(body.data.platform, 3)
        assert.strictEqual(body.data.bucket_name, "drive-one")
        assert.strictEqual(body.data.bucket_endpoint, origins.s3)
        assert.strictEqual(body.data.region, "us-east-1")
        const lifetime = Date.parse(body.data.expire_time) - Date.now()
        assert.isTrue(lifetime > 15 * 60_000 && lifetime <= 20 * 60_000)
        const cos = yield* api("GET", "/api/v2/drive/space/two/token")
        assert.strictEqual(cos.body.data.platform, 4)
      }).pipe(Effect.provide(layer)))
  })
}

describe("temporary keys", () => {
  const read = Effect.gen(function*() {
    const api = yield* signedIn
    const { data } = (yield* api("GET", "/api/v2/drive/space/one/token")).body
    const client = yield* HttpClient.HttpClient
    const status = (bucket: string) =>
      Effect.gen(function*() {
        const url = presign({
          method: "GET",
          endpoint: data.bucket_endpoint,
          region: data.region,
          bucket,
          key: "nothing",
          credential: {
            accessKeyId: data.access_key_id,
            secretAccessKey: data.access_key_secret,
            sessionToken: data.security_token
          },
          now: yield* Effect.map(Effect.clock, (clock) => clock.unsafeCurrentTimeMillis())
        })
        const response = yield* client.get(url)
        return /<Code>(\w+)/.exec(yield* response.text)?.[1]
      })
    return status
  })

  it.effect("end with their lifetime and open one bucket only", () =>
    Effect.gen(function*() {
      const status = yield* read
      assert.strictEqual(yield* status("drive-one"), "NoSuchKey")
      assert.strictEqual(yield* status("drive-other"), "AccessDenied")
      yield* TestClock.adjust("19 minutes")
      assert.strictEqual(yield* status("drive-one"), "NoSuchKey")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* status("drive-one"), "ExpiredToken")
    }).pipe(Effect.provide(inProcess(options))))

  it.effect("end at once when told so", () =>
    Effect.gen(function*() {
      const status = yield* read
      yield* Effect.flatMap(Emulator, (emulator) => emulator.expireCredentials)
      assert.strictEqual(yield* status("drive-one"), "ExpiredToken")
    }).pipe(Effect.provide(inProcess(options))))
})
