import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { SpaceId } from "../../../src/domain/Ids.js"
import { SpaceSummary } from "../../../src/domain/Space.js"
import { Credentials } from "../../../src/services/Credentials.js"
import { KnownHosts } from "../../../src/services/KnownHosts.js"
import { Spaces } from "../../../src/services/Spaces.js"
import { assertFields } from "../../layers/api/assertFields.js"
import type { Answer } from "../../layers/api/fakeProduct.js"
import { data } from "../../layers/api/fakeProduct.js"
import { bucketToken, fakeDrive, token } from "./fakeDrive.js"

const spaces = <A, E, R>(use: (service: Spaces.Service) => Effect.Effect<A, E, R>) => Effect.flatMap(Spaces, use)

describe("Spaces.list", () => {
  it.effect("asks for page 1 with 10 entries and needs no more than ids", () => {
    const drive = fakeDrive()
    return spaces((service) =>
      Effect.gen(function*() {
        const page = yield* service.list()
        assert.deepStrictEqual(drive.asked.map(({ body }) => body), [{ page: 1, page_size: 10 }])
        assert.deepStrictEqual(page.items.map((item) => item instanceof SpaceSummary && item.spaceId), [
          SpaceId.make("s1"),
          SpaceId.make("s2")
        ])
        assert.strictEqual(page.next, undefined)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect.each<readonly [what: string, answer: object, count: number, next: string | undefined]>([
    ["a full page of unknown total", { list: [{ space_id: "a" }, { space_id: "b" }] }, 2, "4"],
    ["a page that ends before the total", { list: [{ space_id: "a" }], total: 7 }, 1, "4"],
    ["the last page by total", { list: [{ space_id: "a" }, { space_id: "b" }], total: 6 }, 2, undefined],
    ["a page that is not full", { list: [{ space_id: "a" }] }, 1, undefined],
    ["a full page of a total that cannot be", { list: [{ space_id: "a" }, { space_id: "b" }], total: 0 }, 2, "4"],
    ["a short page of a total that cannot be", { list: [{ space_id: "a" }], total: 0 }, 1, undefined],
    ["a page that is smaller than was asked for", { list: [{ space_id: "a" }], total: 6 }, 1, "4"],
    ["an empty page", { list: [], total: 99 }, 0, undefined],
    ["null", { list: null }, 0, undefined],
    ["items", { items: [{ space_id: "a" }], total: null }, 1, undefined]
  ])(
    "page 3 of size 2 reads %s",
    ([, answer, count, next]) =>
      spaces((service) => service.list({ page: 3, pageSize: 2 })).pipe(
        Effect.map((page) => assert.deepStrictEqual([page.items.length, page.next], [count, next])),
        Effect.provide(fakeDrive({ "POST /api/v2/drive/space/list": () => data(answer) }).layer)
      )
  )

  it.effect("refuses pages that are none before any call", () => {
    const drive = fakeDrive()
    return spaces((service) =>
      Effect.gen(function*() {
        assertFields(yield* Effect.flip(service.list({ page: 0 })), { _tag: "InvalidInput", field: "page" })
        assertFields(yield* Effect.flip(service.list({ pageSize: 1.5 })), { _tag: "InvalidInput", field: "pageSize" })
        assert.lengthOf(drive.asked, 0)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("decodes all five platforms", () => {
    const list = [1, 2, 3, 4, 5].map((platform) => ({ space_id: String(platform), platform }))
    return spaces((service) => service.list()).pipe(
      Effect.map(({ items }) =>
        assert.deepStrictEqual(items.map(({ platform }) => platform), ["pds", "oss", "s3", "cos", "obs"])
      ),
      Effect.provide(fakeDrive({ "POST /api/v2/drive/space/list": () => data({ list }) }).layer)
    )
  })
})

describe("Spaces.select", () => {
  it.effect("fetches token, benefit and drive info side by side, and makes the space the selected one", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const behindGate = (value: unknown) => () => Effect.as(Deferred.await(gate), data(value))
      const drive = fakeDrive({
        "GET /api/v2/drive/space/s2/benefit": behindGate({ single_file_download_speed: 9, file_size_limit: 800 }),
        "GET /api/v2/user/s2/drive/info": behindGate({ file_size_limit: 700 })
      })
      yield* spaces((service) =>
        Effect.gen(function*() {
          const selecting = yield* Effect.fork(service.select("s2"))
          while (drive.asked.length < 3) yield* Effect.yieldNow()
          assert.strictEqual(yield* service.current(), undefined)
          yield* Deferred.succeed(gate, undefined)
          const space = yield* Fiber.join(selecting)
          assertFields(space, { spaceId: "s2", platform: "pds", fileSizeLimit: 700, downloadSpeed: 9 })
          assert.strictEqual(yield* service.current(), space)
          assert.strictEqual(yield* service.resolve(), space)
          assert.lengthOf(drive.asked, 3)
        })
      ).pipe(Effect.provide(drive.layer))
    }))

  it.effect.each<readonly [benefit: unknown, info: unknown, limit: number | undefined]>([
    [500, 700, 500],
    [700, 500, 500],
    [0, 700, 700],
    [500, undefined, 500],
    [undefined, null, undefined],
    [0, 0, undefined]
  ])("the limit of %j and %j is %j", ([benefit, info, limit]) =>
    spaces((service) => service.select("s1")).pipe(
      Effect.map((space) => assert.strictEqual(space.fileSizeLimit, limit)),
      Effect.provide(
        fakeDrive({
          "GET /api/v2/drive/space/s1/benefit": () => data({ file_size_limit: benefit }),
          "GET /api/v2/user/s1/drive/info": () => data({ file_size_limit: info })
        }).layer
      )
    ))

  it.effect.each([[4, "cos"], [5, "obs"]] as const)(
    "takes platform %d",
    ([code, platform]) =>
      spaces((service) => service.select("s1")).pipe(
        Effect.map((space) => assert.strictEqual(space.platform, platform)),
        Effect.provide(fakeDrive({ [`GET ${token("s1")}`]: () => data({ platform: code }) }).layer)
      )
  )

  it.effect("of two under way the later one stands", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const drive = fakeDrive({
        "GET /api/v2/user/s1/drive/info": () => Effect.as(Deferred.await(gate), data({}))
      })
      yield* spaces((service) =>
        Effect.gen(function*() {
          const first = yield* Effect.fork(service.select("s1"))
          while (drive.asked.length < 3) yield* Effect.yieldNow()
          yield* service.select("s2")
          yield* Deferred.succeed(gate, undefined)
          assertFields(yield* Fiber.join(first), { spaceId: "s1" })
          assertFields(yield* service.current(), { spaceId: "s2" })
        })
      ).pipe(Effect.provide(drive.layer))
    }))

  it.effect("of two under way the earlier one stands where the later one fails or is interrupted", () =>
    Effect.gen(function*() {
      const gates = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
      const drive = fakeDrive({
        "GET /api/v2/user/s1/drive/info": () => Effect.as(Deferred.await(gates[0]), data({})),
        "GET /api/v2/user/s2/drive/info": () => Effect.as(Deferred.await(gates[1]), data({}))
      })
      yield* spaces((service) =>
        Effect.gen(function*() {
          const first = yield* Effect.fork(service.select("s1"))
          while (drive.asked.length < 3) yield* Effect.yieldNow()
          const second = yield* Effect.fork(service.select("s2"))
          while (drive.asked.length < 6) yield* Effect.yieldNow()
          yield* Fiber.interrupt(second)
          assertFields(yield* Effect.flip(service.select("unknown")), { _tag: "SpaceNotFound" })
          yield* Deferred.succeed(gates[0], undefined)
          assertFields(yield* Fiber.join(first), { spaceId: "s1" })
          assertFields(yield* service.current(), { spaceId: "s1" })
        })
      ).pipe(Effect.provide(drive.layer))
    }))

  it.effect("that fails leaves the selection as it was", () =>
    spaces((service) =>
      Effect.gen(function*() {
        yield* service.select("s1")
        assertFields(yield* Effect.flip(service.select("unknown")), { _tag: "SpaceNotFound", spaceId: "unknown" })
        assertFields(yield* service.current(), { spaceId: "s1" })
        assertFields(yield* Effect.flip(service.select("")), { _tag: "InvalidInput", message: "spaceId required" })
      })
    ).pipe(Effect.provide(fakeDrive().layer)))

  it.effect("that ends after clear selects nothing", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const drive = fakeDrive({ "GET /api/v2/user/s1/drive/info": () => Effect.as(Deferred.await(gate), data({})) })
      yield* spaces((service) =>
        Effect.gen(function*() {
          const late = yield* Effect.fork(service.select("s1"))
          while (drive.asked.length < 3) yield* Effect.yieldNow()
          yield* service.clear
          yield* Deferred.succeed(gate, undefined)
          assertFields(yield* Effect.flip(Fiber.join(late)), { _tag: "InvalidInput" })
          assert.strictEqual(yield* service.current(), undefined)
        })
      ).pipe(Effect.provide(drive.layer))
    }))
})

describe("a space that was opened without all of its answers", () => {
  const refused = { status: 500, json: { code: "InternalError" } }
  const benefit = "GET /api/v2/drive/space/s1/benefit"
  const info = "GET /api/v2/user/s1/drive/info"

  /** With time for repeats, and for slow answers. */
  const patiently = <A, E>(call: Effect.Effect<A, E>) =>
    Effect.fork(call).pipe(Effect.tap(() => TestClock.adjust("10 seconds")), Effect.flatMap(Fiber.join))

  it.effect("is asked for the limits again when they are needed, and only for what is missing", () => {
    const drive = fakeDrive({ [benefit]: () => refused })
    return spaces((service) =>
      Effect.gen(function*() {
        assertFields(yield* service.select("s1"), { platform: "s3", fileSizeLimit: undefined })
        assertFields(yield* service.resolve(), { fileSizeLimit: undefined })
        assert.lengthOf(drive.asked, 3)
        assertFields(yield* service.resolve({ needs: "limits" }), { fileSizeLimit: undefined })
        drive.answers[benefit] = () => data({ file_size_limit: 500, single_file_download_speed: 9 })
        assertFields(yield* service.resolve({ needs: "limits" }), { fileSizeLimit: 500, downloadSpeed: 9 })
        assertFields(yield* service.current(), { fileSizeLimit: 500 })
        assert.deepStrictEqual(
          drive.asked.slice(3).map(({ method, path }) => `${method} ${path}`),
          [benefit, benefit]
        )
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("works without a storage credential until something is to be stored", () => {
    const drive = fakeDrive({
      [`GET ${token("s1")}`]: () => refused,
      [benefit]: () => refused,
      [info]: () => refused
    })
    return spaces((service) =>
      Effect.gen(function*() {
        yield* service.list()
        assertFields(yield* service.select("s1"), { spaceId: "s1", platform: undefined, name: "First" })
        assertFields(yield* service.resolve({ needs: "limits" }), { platform: undefined })
        const error = yield* Effect.flip(service.resolve({ needs: "storage" }))
        assertFields(error, { _tag: "ApiError", code: "InternalError" })
        drive.answers[`GET ${token("s1")}`] = () => data(bucketToken)
        assertFields(yield* service.resolve(), { platform: "s3" })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("knows its platform from the list", () => {
    const drive = fakeDrive({
      [`GET ${token("s1")}`]: () => refused,
      "POST /api/v2/drive/space/list": () => data({ list: [{ space_id: "s1", platform: "2" }] })
    })
    return spaces((service) =>
      Effect.gen(function*() {
        yield* service.list()
        assertFields(yield* service.select("s1"), { platform: "oss" })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("was not asked for its token again after a refusal, as its platform was listed; who needs it asks anew", () => {
    const tooMuch = { status: 503, json: {} }
    const drive = fakeDrive({
      [`GET ${token("s1")}`]: () => tooMuch,
      [`GET ${token("s2")}`]: () => tooMuch,
      "POST /api/v2/drive/space/list": () => data({ list: [{ space_id: "s1", platform: 3 }, { space_id: "s2" }] })
    })
    return Effect.gen(function*() {
      const service = yield* Spaces
      yield* service.list()
      assertFields(yield* patiently(service.select("s1")), { platform: "s3" })
      assert.strictEqual(drive.calls(token("s1")), 1)
      const error = yield* patiently(Effect.flip((yield* Credentials).get("s1")))
      assertFields(error, { _tag: "TransportError", status: 503 })
      assert.strictEqual(drive.calls(token("s1")), 5)
      assertFields(yield* patiently(service.select("s2")), { platform: undefined })
      assert.strictEqual(drive.calls(token("s2")), 4)
    }).pipe(Effect.provide(drive.layer))
  })

  it.effect("was asked one after the other where answers are slow, and for nothing more after a refusal", () => {
    const slowly = (answer: Answer) => () => Effect.delay(Effect.succeed(answer), "3 seconds")
    const drive = fakeDrive({
      "POST /api/v2/drive/space/list": slowly(data({ list: [{ space_id: "s1", platform: 3 }] })),
      [`GET ${token("s1")}`]: slowly(data(bucketToken)),
      [benefit]: () => ({ status: 503, json: {} })
    })
    return Effect.gen(function*() {
      const service = yield* Spaces
      yield* patiently(service.list())
      const selecting = yield* Effect.fork(service.select("s1"))
      yield* TestClock.adjust("2 seconds")
      const asked = () => drive.asked.slice(1).map(({ method, path }) => `${method} ${path}`)
      assert.deepStrictEqual(asked(), [`GET ${token("s1")}`])
      yield* TestClock.adjust("2 seconds")
      assertFields(yield* Fiber.join(selecting), { platform: "s3", fileSizeLimit: undefined })
      assert.deepStrictEqual(asked(), [`GET ${token("s1")}`, benefit])
      drive.answers[benefit] = () => data({ file_size_limit: 500 })
      assertFields(yield* patiently(service.resolve({ needs: "limits" })), { fileSizeLimit: 500 })
      assert.deepStrictEqual(asked(), [`GET ${token("s1")}`, benefit, benefit, info])
    }).pipe(Effect.provide(Layer.provideMerge(drive.layer, KnownHosts.layer)))
  })

  it.effect("is SpaceNotFound only when the service does not know it", () => {
    const drive = fakeDrive({ [`GET ${token("s1")}`]: () => refused })
    return spaces((service) =>
      Effect.gen(function*() {
        assertFields(yield* Effect.flip(service.select("s1")), { _tag: "ApiError", code: "InternalError" })
        const unknown = { _tag: "SpaceNotFound", spaceId: "s9" }
        assertFields(yield* Effect.flip(service.select("s9")), unknown)
        assertFields(yield* Effect.flip(service.resolve({ spaceId: "s9" })), unknown)
        assertFields(yield* Effect.flip(service.config({ spaceId: "s9" })), unknown)
        assertFields(yield* Effect.flip(service.benefit({ spaceId: "s9" })), unknown)
        assertFields(yield* Effect.flip(service.driveInfo({ spaceId: "s9" })), unknown)
      })
    ).pipe(Effect.provide(drive.layer))
  })
})

describe("Spaces.resolve", () => {
  it.effect("opens another space once for all who ask, and selects nothing", () => {
    const drive = fakeDrive()
    return spaces((service) =>
      Effect.gen(function*() {
        yield* service.select("s1")
        const all = yield* Effect.all(Array.from({ length: 20 }, () => service.resolve({ spaceId: "s2" })), {
          concurrency: 20
        })
        assert.strictEqual(new Set(all).size, 1)
        assert.lengthOf(drive.asked, 6)
        assertFields(yield* service.resolve(), { spaceId: "s1" })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("and its relatives need a space: 'spaceId required'", () => {
    const drive = fakeDrive()
    return spaces((service) =>
      Effect.gen(function*() {
        const refused = { _tag: "InvalidInput", field: "spaceId", message: "spaceId required" }
        for (const options of [undefined, {}, { spaceId: "" }]) {
          assertFields(yield* Effect.flip(service.resolve(options)), refused)
          assertFields(yield* Effect.flip(service.config(options)), refused)
          assertFields(yield* Effect.flip(service.benefit(options)), refused)
          assertFields(yield* Effect.flip(service.driveInfo(options)), refused)
        }
        assert.lengthOf(drive.asked, 0)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("config, benefit and drive info work for a space that is not selected", () => {
    const drive = fakeDrive({ "GET /api/v2/user/s2/cfg": () => data({ theme: "dark" }) })
    return spaces((service) =>
      Effect.gen(function*() {
        yield* service.select("s1")
        assert.deepStrictEqual(yield* service.config({ spaceId: "s2" }), { theme: "dark" })
        assertFields(yield* service.benefit({ spaceId: "s2" }), { fileSizeLimit: 0, singleFileDownloadSpeed: 0 })
        assertFields(yield* service.driveInfo({ spaceId: "s2" }), { fileSizeLimit: 700 })
        assertFields(yield* (yield* Credentials).get("s2"), { platform: "pds" })
      })
    ).pipe(Effect.provide(drive.layer))
  })
})
