import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../src/Emulator.js"
import { call, inProcess, overSockets, productHeaders, signedIn } from "./ProductCalls.js"

const options = {
  users: [
    { wsid: "ada", accessToken: "token-of-ada", spaces: [{ spaceId: "a", platform: "s3" }] },
    { wsid: "bob", accessToken: "token-of-bob", registered: false, spaces: [{ spaceId: "b", platform: "s3" }] }
  ]
} as const

const login = (access_token: unknown) => call("POST", "/api/v2/user/login", { body: { access_token } })

for (const [where, layer] of [["in-process", inProcess(options)], ["over sockets", overSockets(options)]] as const) {
  describe(`sessions ${where}`, () => {
    it.live("login returns the wsid and a cookie that scripts cannot read", () =>
      Effect.gen(function*() {
        const answer = yield* login("token-of-ada")
        assert.deepStrictEqual(answer.body, { code: 0, msg: "success", data: { wsid: "ada" } })
        assert.match(answer.headers["set-cookie"] ?? "", /^drive_session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/)
      }).pipe(Effect.provide(layer)))

    it.live("a wrong token is refused with 401, a missing one with 400, and the text of neither is repeated", () =>
      Effect.gen(function*() {
        const wrong = yield* login("not-a-token")
        assert.deepStrictEqual([wrong.status, wrong.body.code], [401, "InvalidAccessToken"])
        assert.strictEqual(wrong.cookie, undefined)
        const mistyped = yield* login(["secret"])
        assert.deepStrictEqual([mistyped.status, mistyped.body.code], [400, "InvalidParameter.access_token"])
        assert.notInclude(JSON.stringify([wrong.body, mistyped.body]), "secret")
      }).pipe(Effect.provide(layer)))

    it.live("without a session, or after logout, calls answer 401", () =>
      Effect.gen(function*() {
        const bare = yield* call("POST", "/api/v2/drive/space/list", { body: {} })
        assert.deepStrictEqual([bare.status, bare.body.code], [401, "TokenExpired"])
        const { cookie } = yield* login("token-of-ada")
        const before = yield* call("POST", "/api/v2/drive/space/list", { body: {}, cookie })
        assert.strictEqual(before.body.data.total, 1)
        const out = yield* call("POST", "/api/v2/user/logout", { cookie })
        assert.strictEqual(out.body.code, 0)
        assert.match(out.headers["set-cookie"] ?? "", /^drive_session=; Max-Age=0; Path=\//)
        const after = yield* call("POST", "/api/v2/drive/space/list", { body: {}, cookie })
        assert.strictEqual(after.status, 401)
        assert.strictEqual((yield* call("POST", "/api/v2/user/logout", { cookie })).status, 401)
      }).pipe(Effect.provide(layer)))

    it.live("all sessions can be ended at once", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        assert.strictEqual((yield* api("POST", "/api/v2/drive/space/list", {})).status, 200)
        yield* Effect.flatMap(Emulator, (emulator) => emulator.signOutAll)
        assert.strictEqual((yield* api("POST", "/api/v2/drive/space/list", {})).status, 401)
      }).pipe(Effect.provide(layer)))

    it.live("check and add answer 400 as data: unknown, then registered once", () =>
      Effect.gen(function*() {
        const ask = (action: string, access_token: string) =>
          Effect.map(
            call("POST", `/api/v2/user/${action}`, { body: { access_token } }),
            ({ body, status }) => [status, body.code]
          )
        assert.deepStrictEqual(yield* ask("check", "nobody"), [400, "NotFound.User"])
        assert.deepStrictEqual(yield* ask("check", "token-of-bob"), [400, "NotFound.User"])
        assert.strictEqual((yield* login("token-of-bob")).body.code, "NotFound.User")
        assert.deepStrictEqual(yield* ask("add", "token-of-bob"), [200, 0])
        assert.deepStrictEqual(yield* ask("add", "token-of-bob"), [400, "AlreadyExist.User"])
        assert.deepStrictEqual(yield* ask("check", "token-of-bob"), [200, 0])
        assert.strictEqual((yield* login("token-of-bob")).body.data.wsid, "bob")
        const { cookie } = yield* login("token-of-ada")
        const own = yield* call("POST", "/api/v2/user/check", { cookie })
        assert.deepStrictEqual(own.body.data, { wsid: "ada" })
        const nobody = yield* call("POST", "/api/v2/user/check")
        assert.deepStrictEqual([nobody.status, nobody.body.code], [400, "InvalidParameter.access_token"])
      }).pipe(Effect.provide(layer)))

    it.live("every product header is required", () =>
      Effect.gen(function*() {
        for (const name of Object.keys(productHeaders)) {
          const headers = Object.fromEntries(Object.entries(productHeaders).filter(([key]) => key !== name))
          const answer = yield* call("POST", "/api/v2/user/check", { headers })
          assert.strictEqual(answer.status, 400)
          assert.strictEqual(answer.body.code.toLowerCase(), `invalidheader.${name}`)
        }
        const other = yield* call("POST", "/api/v2/user/check", {
          headers: { ...productHeaders, "x-client-type": "1" }
        })
        assert.strictEqual(other.body.code, "InvalidHeader.X-Client-Type")
      }).pipe(Effect.provide(layer)))

    it.live("bodies that are not JSON, no object, or too long are refused", () =>
      Effect.gen(function*() {
        const path = "/api/v2/user/login"
        const broken = yield* call("POST", path, { text: "{\"access_token\":" })
        assert.deepStrictEqual([broken.status, broken.body.code], [400, "InvalidParameter.body"])
        const list = yield* call("POST", path, { text: "[]" })
        assert.strictEqual(list.status, 400)
        const long = yield* call("POST", path, { text: JSON.stringify({ access_token: "x".repeat(1024 * 1024) }) })
        assert.deepStrictEqual([long.status, long.body.code], [413, "BodyTooLarge"])
      }).pipe(Effect.provide(layer)))

    it.live("pages of this machine may use it with cookies, others may not", () =>
      Effect.gen(function*() {
        const origin = "http://localhost:5173"
        const preflight = yield* call("OPTIONS", "/api/v2/user/login", {
          headers: {
            origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type,x-prod-id"
          }
        })
        assert.strictEqual(preflight.status, 204)
        assert.strictEqual(preflight.headers["access-control-allow-origin"], origin)
        assert.strictEqual(preflight.headers["access-control-allow-credentials"], "true")
        assert.strictEqual(preflight.headers["access-control-allow-headers"], "content-type,x-prod-id")
        const refused = yield* call("POST", "/api/v2/user/logout", { headers: { ...productHeaders, origin } })
        assert.strictEqual(refused.status, 401)
        assert.strictEqual(refused.headers["access-control-allow-origin"], origin)
        const foreign = yield* call("POST", "/api/v2/user/logout", {
          headers: { ...productHeaders, origin: "https://localhost.example.com" }
        })
        assert.strictEqual(foreign.headers["access-control-allow-origin"], undefined)
      }).pipe(Effect.provide(layer)))
  })
}
