import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { Credentials } from "../../../src/services/Credentials.js"
import type { DriveEvent } from "../../../src/services/DriveEvents.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { Session } from "../../../src/services/Session.js"
import { Spaces } from "../../../src/services/Spaces.js"
import { assertFields } from "../../layers/api/assertFields.js"
import type { Answer } from "../../layers/api/fakeProduct.js"
import { data } from "../../layers/api/fakeProduct.js"
import { bucketToken, fakeDrive, token } from "./fakeDrive.js"

const session = <A, E, R>(use: (service: Session.Service) => Effect.Effect<A, E, R>) => Effect.flatMap(Session, use)

const user = (accessToken: string) => ({ accessToken })

const login = "POST /api/v2/user/login"
const list = "POST /api/v2/drive/space/list"

/** The names of all events from now on. */
const heardEvents = Effect.gen(function*() {
  const heard: Array<DriveEvent["_tag"]> = []
  yield* (yield* DriveEvents).on((event) => heard.push(event._tag))
  return heard
})

describe("Session.login", () => {
  it.effect("takes the token as text or redacted, returns and keeps the wsid", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* service.state(), { _tag: "SignedOut" })
        assertFields(yield* service.login(user("a")), { wsid: "ws-a" })
        assertFields(yield* service.login(user("a")), { wsid: "ws-a" })
        assertFields(yield* service.login({ accessToken: Redacted.make("b") }), { wsid: "ws-b" })
        assertFields(yield* service.state(), { _tag: "SignedIn", wsid: "ws-b" })
        assert.deepStrictEqual(drive.asked.map(({ body }) => body), [
          { access_token: "a" },
          { access_token: "a" },
          { access_token: "b" }
        ])
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("refuses an empty token before any call", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        for (const accessToken of ["", "  ", Redacted.make("")]) {
          const refused = { _tag: "InvalidInput", field: "accessToken" }
          assertFields(yield* Effect.flip(service.login({ accessToken })), refused)
          assertFields(yield* Effect.flip(service.initialise({ accessToken })), refused)
        }
        assert.lengthOf(drive.asked, 0)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.scoped("after a 401 keeps the selected space of the same user", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        const heard = yield* heardEvents
        yield* service.initialise(user("a"))
        drive.answers["GET /api/v2/user/s1/cfg"] = () => ({ status: 401, text: "" })
        assertFields(yield* Effect.flip((yield* Spaces).config()), { _tag: "TokenExpired" })
        assertFields(yield* service.state(), { _tag: "Ready" })
        yield* service.login(user("a"))
        assertFields(yield* service.state(), { _tag: "Ready", wsid: "ws-a" })
        assert.deepStrictEqual(heard, ["SignedIn", "CredentialRefreshed", "SpaceSelected", "TokenExpired", "SignedIn"])
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.scoped.each<
    readonly [what: string, end: (service: Session.Service) => Effect.Effect<unknown, unknown>, heard: string]
  >([
    ["the next sign-in", (service) => service.login(user("a")), "SignedIn"],
    ["the sign-out", (service) => service.logout(), "SignedOut"]
  ])("is not told to have expired by a call that %s has overtaken", ([, end, told]) => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        yield* service.initialise(user("a"))
        const heard = yield* heardEvents
        const answer = yield* Deferred.make<Answer>()
        drive.answers["GET /api/v2/user/s1/cfg"] = () => Deferred.await(answer)
        const late = yield* Effect.fork(Effect.flip((yield* Spaces).config()))
        yield* Effect.yieldNow()
        yield* end(service)
        yield* Deferred.succeed(answer, { status: 401, text: "" })
        assertFields(yield* Fiber.join(late), { _tag: "TokenExpired" })
        assert.deepStrictEqual(heard, [told])
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.scoped("is told to have expired by a call of its own", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        yield* service.initialise(user("a"))
        const heard = yield* heardEvents
        yield* service.login(user("a"))
        drive.answers["GET /api/v2/user/s1/cfg"] = () => ({ status: 401, text: "" })
        assertFields(yield* Effect.flip((yield* Spaces).config()), { _tag: "TokenExpired" })
        assert.deepStrictEqual(heard, ["SignedIn", "TokenExpired"])
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.scoped("of another user forgets everything of the one before", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        yield* service.initialise(user("a"))
        const heard = yield* heardEvents
        yield* service.login(user("b"))
        assert.deepStrictEqual(heard, ["SignedOut", "SignedIn"])
        assert.deepStrictEqual(yield* (yield* Spaces).current(), undefined)
        assertFields(yield* service.state(), { _tag: "SignedIn", wsid: "ws-b" })
        yield* (yield* Credentials).get("s1")
        assert.strictEqual(drive.calls(token("s1")), 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })
})

describe("Session.initialise", () => {
  it.scoped("logs in, lists, selects the first space, and only then is ready", () => {
    const drive = fakeDrive()
    const states: Array<string> = []
    return session((service) =>
      Effect.gen(function*() {
        const noting = (answer: Answer) => () =>
          Effect.map(service.state(), ({ _tag }) => {
            states.push(_tag)
            return answer
          })
        drive.answers[login] = noting(data({ wsid: "ws" }))
        drive.answers[list] = noting(data({ list: [{ space_id: "s2", name: "Photos" }, { space_id: "s1" }] }))
        drive.answers["GET /api/v2/user/s2/drive/info"] = noting(data({}))
        const heard = yield* heardEvents
        const space = yield* service.initialise(user("a"))
        assertFields(space, { spaceId: "s2", platform: "pds", name: "Photos" })
        assert.deepStrictEqual(yield* service.state(), {
          _tag: "Ready",
          wsid: (yield* service.login(user("a"))).wsid,
          space
        })
        assert.deepStrictEqual(states, ["SignedOut", "SignedIn", "SignedIn", "Ready"])
        assert.deepStrictEqual(heard.slice(0, 3), ["SignedIn", "CredentialRefreshed", "SpaceSelected"])
        assert.deepStrictEqual(
          drive.asked.slice(0, 2).map(({ body, path }) => [path, body]),
          [["/api/v2/user/login", { access_token: "a" }], ["/api/v2/drive/space/list", { page: 1, page_size: 10 }]]
        )
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect.each<readonly [what: string, call: string, answer: Answer, error: object, state: string]>([
    ["a wrong token", login, { status: 401, json: { code: 1 } }, { _tag: "TokenExpired" }, "SignedOut"],
    ["a refused token", login, { json: { code: 380001, msg: "bad" } }, { _tag: "ApiError", code: 380001 }, "SignedOut"],
    ["no wsid", login, data({}), { _tag: "TransportError", field: "data.wsid" }, "SignedOut"],
    [
      "an HTML page",
      login,
      { text: "<!doctype html>" },
      { _tag: "TransportError", reason: "ForeignAnswer" },
      "SignedOut"
    ],
    ["no data in the list", list, { json: { code: 0 } }, { _tag: "TransportError", field: "data" }, "SignedIn"],
    ["an empty list", list, data({ list: [] }), { _tag: "NoSpace" }, "SignedIn"],
    [
      "a mistyped space id",
      list,
      data({ list: [{ space_id: { id: 7 } }] }),
      { _tag: "TransportError", field: "data.list[0].space_id" },
      "SignedIn"
    ],
    [
      "a first space that is unknown",
      list,
      data({ list: [{ space_id: "gone" }] }),
      { _tag: "SpaceNotFound", spaceId: "gone" },
      "SignedIn"
    ],
    [
      "a session that ends before the token",
      "GET /api/v2/drive/space/s1/token",
      { status: 401, json: { code: 1 } },
      { _tag: "TokenExpired" },
      "SignedIn"
    ],
    [
      "a session that ends meanwhile",
      "GET /api/v2/drive/space/s1/benefit",
      { status: 401, json: { code: 1 } },
      { _tag: "TokenExpired" },
      "SignedIn"
    ]
  ])("fails with %s, and is not ready", ([, call, answer, error, state]) => {
    const drive = fakeDrive({ [call]: () => answer })
    return session((service) =>
      Effect.gen(function*() {
        assertFields(yield* Effect.flip(service.initialise(user("a"))), { ...error })
        assertFields(yield* service.state(), { _tag: state })
        assert.strictEqual(yield* (yield* Spaces).current(), undefined)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  const refused: Answer = { status: 403, json: { code: "Forbidden", message: "not for you" } }

  it.effect.each<readonly [what: string, call: string, answer: Answer, platform: string | undefined]>([
    ["missing credentials", `GET ${token("s1")}`, data({ ...bucketToken, access_key_secret: "" }), "s3"],
    ["an unknown platform", `GET ${token("s1")}`, data({ ...bucketToken, platform: 9 }), undefined],
    ["a refused credential", `GET ${token("s1")}`, refused, undefined],
    ["an empty credential", `GET ${token("s1")}`, data(null), undefined],
    ["a mistyped limit", "GET /api/v2/drive/space/s1/benefit", data({ file_size_limit: "much" }), "s3"],
    ["a refused benefit", "GET /api/v2/drive/space/s1/benefit", refused, "s3"],
    ["an empty benefit", "GET /api/v2/drive/space/s1/benefit", data(null), "s3"],
    ["a refused drive info", "GET /api/v2/user/s1/drive/info", refused, "s3"],
    ["drive info cut off", "GET /api/v2/user/s1/drive/info", { text: "{\"code\":0,\"da" }, "s3"]
  ])("is ready with %s", ([, call, answer, platform]) => {
    const drive = fakeDrive({ [call]: () => answer })
    return session((service) =>
      Effect.gen(function*() {
        const space = yield* service.initialise(user("a"))
        assertFields(space, { spaceId: "s1", platform })
        assert.deepStrictEqual(yield* service.state(), {
          _tag: "Ready",
          wsid: (yield* service.login(user("a"))).wsid,
          space
        })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("that fails the second time is ready no longer", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        yield* service.initialise(user("a"))
        drive.answers[list] = () => ({ status: 500, text: "" })
        yield* Effect.flip(service.initialise(user("a")))
        assertFields(yield* service.state(), { _tag: "SignedIn", wsid: "ws-a" })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("that is interrupted is not ready", () => {
    const drive = fakeDrive({ [list]: () => Effect.never })
    return session((service) =>
      Effect.gen(function*() {
        const running = yield* Effect.fork(service.initialise(user("a")))
        while (drive.calls("/api/v2/drive/space/list") === 0) yield* Effect.yieldNow()
        yield* Fiber.interrupt(running)
        assertFields(yield* service.state(), { _tag: "SignedIn" })
        drive.answers[list] = () => data({ list: [{ space_id: "s1" }] })
        yield* service.initialise(user("a"))
        assertFields(yield* service.state(), { _tag: "Ready" })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("during which the user signs out leaves nobody signed in and nothing selected", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const drive = fakeDrive({ [list]: () => Effect.as(Deferred.await(gate), data({ list: [{ space_id: "s1" }] })) })
      yield* session((service) =>
        Effect.gen(function*() {
          const starting = yield* Effect.fork(service.initialise(user("a")))
          while (drive.calls("/api/v2/drive/space/list") === 0) yield* Effect.yieldNow()
          const leaving = yield* Effect.fork(service.logout())
          yield* Effect.yieldNow()
          assert.deepStrictEqual(yield* service.state(), { _tag: "SignedOut" })
          yield* Deferred.succeed(gate, undefined)
          assertFields(yield* Effect.flip(Fiber.join(starting)), { _tag: "InvalidInput" })
          yield* Fiber.join(leaving)
          assert.deepStrictEqual(yield* service.state(), { _tag: "SignedOut" })
          assert.strictEqual(yield* (yield* Spaces).current(), undefined)
          assert.strictEqual(drive.asked.at(-1)?.path, "/api/v2/user/logout")
        })
      ).pipe(Effect.provide(drive.layer))
    }))
})

describe("Session.logout", () => {
  it.scoped("signs out and forgets, also when the call fails, and then the failure comes out", () => {
    const drive = fakeDrive()
    return session((service) =>
      Effect.gen(function*() {
        const heard = yield* heardEvents
        for (const answer of [{ json: { code: 0 } }, { status: 500, text: "<html>" }, { network: "ECONNRESET" }]) {
          drive.answers["POST /api/v2/user/logout"] = () => answer
          yield* service.initialise(user("a"))
          heard.length = 0
          const result = yield* Effect.either(service.logout())
          assert.strictEqual(result._tag, "json" in answer ? "Right" : "Left")
          assert.deepStrictEqual(heard, ["SignedOut"])
          assert.deepStrictEqual(yield* service.state(), { _tag: "SignedOut" })
          const withoutSpace = yield* Effect.flip((yield* Spaces).resolve())
          assertFields(withoutSpace, { _tag: "InvalidInput", message: "spaceId required" })
        }
        assert.strictEqual(drive.calls(token("s1")), 3)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.scoped("succeeds where the session had ended already", () => {
    const drive = fakeDrive({ "POST /api/v2/user/logout": () => ({ status: 401, text: "" }) })
    return session((service) =>
      Effect.gen(function*() {
        yield* service.initialise(user("a"))
        yield* service.logout()
        assert.deepStrictEqual(yield* service.state(), { _tag: "SignedOut" })
        assert.strictEqual(drive.calls("/api/v2/user/logout"), 1)
      })
    ).pipe(Effect.provide(drive.layer))
  })
})

describe("Session.logout during a sign-in", () => {
  it.scoped("tells in the end that nobody is signed in, before its own call is answered", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<void>()
      const drive = fakeDrive({
        [login]: () => Effect.as(Deferred.await(gate), data({ wsid: "ws-a" })),
        "POST /api/v2/user/logout": () => Effect.as(Deferred.await(answer), { json: { code: 0 } })
      })
      yield* session((service) =>
        Effect.gen(function*() {
          const heard = yield* heardEvents
          const starting = yield* Effect.fork(service.login(user("a")))
          while (drive.calls("/api/v2/user/login") === 0) yield* Effect.yieldNow()
          const leaving = yield* Effect.fork(service.logout())
          yield* Effect.yieldNow()
          yield* Deferred.succeed(gate, undefined)
          assertFields(yield* Fiber.join(starting), { wsid: "ws-a" })
          while (drive.calls("/api/v2/user/logout") === 0) yield* Effect.yieldNow()
          assert.deepStrictEqual(yield* service.state(), { _tag: "SignedOut" })
          assert.deepStrictEqual(heard, ["SignedOut", "SignedIn", "SignedOut"])
          yield* Deferred.succeed(answer, undefined)
          yield* Fiber.join(leaving)
          assert.lengthOf(heard, 3)
        })
      ).pipe(Effect.provide(drive.layer))
    }))
})

describe("Session.check and add", () => {
  it.effect("return a 400 as data and raise anything else", () => {
    const drive = fakeDrive({
      "POST /api/v2/user/check": () => ({ status: 400, json: { code: 9, msg: "unknown", data: { a: 1 } } }),
      "POST /api/v2/user/add": () => ({ json: { code: 0, data: { id: 1 } } })
    })
    return session((service) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* service.check({ phone: "1" }), {
          ok: false,
          code: 9,
          message: "unknown",
          data: { a: 1 }
        })
        assert.deepStrictEqual(yield* service.add(), { ok: true, code: 0, message: undefined, data: { id: 1 } })
        drive.answers["POST /api/v2/user/add"] = () => ({ json: { code: 9 } })
        assertFields(yield* Effect.flip(service.add()), { _tag: "ApiError", code: 9 })
        drive.answers["POST /api/v2/user/check"] = () => ({ status: 401, text: "" })
        assertFields(yield* Effect.flip(service.check()), { _tag: "TokenExpired" })
      })
    ).pipe(Effect.provide(drive.layer))
  })
})
