/**
 * What OSS checks of lifecycle rules and restores.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { start, withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"

const expires = "<Expiration><Days>1</Days></Expiration>"

const tier = (name: string) => `<Days>2</Days><JobParameters><Tier>${name}</Tier></JobParameters>`

const withRules = Effect.gen(function*() {
  const { ask } = yield* withEndpoint
  const put = (...rules: ReadonlyArray<string>) =>
    ask({
      method: "PUT",
      query: [["lifecycle", ""]],
      body: `<LifecycleConfiguration>${
        rules.map((rule) => `<Rule><Status>Enabled</Status>${rule}</Rule>`).join("")
      }</LifecycleConfiguration>`
    })
  const restore = (key: string, request?: string) =>
    ask({
      method: "POST",
      key,
      query: [["restore", ""]],
      ...request === undefined ? {} : { body: `<RestoreRequest>${request}</RestoreRequest>` }
    })
  const get = ask({ method: "GET", query: [["lifecycle", ""]] })
  return { ask, put, get, restore }
})

describe("lifecycle rules of OSS", () => {
  it.effect("are refused whole when one is wrong, and those before stay", () =>
    Effect.gen(function*() {
      const { get, put } = yield* withRules
      assert.strictEqual((yield* put(`<ID>kept</ID>${expires}`)).status, 200)
      const id = (name: string) => `<ID>${name}</ID>${expires}`
      const transition = (more: string) =>
        `<Transition><Days>1</Days><StorageClass>IA</StorageClass>${more}</Transition>`
      const refused: ReadonlyArray<readonly [code: string, ...rules: ReadonlyArray<string>]> = [
        ["InvalidArgument", id("one"), id("one")],
        ["InvalidArgument", "<Expiration><CreatedBeforeDate>2026-01-01T00:00:01.000Z</CreatedBeforeDate></Expiration>"],
        ["InvalidArgument", "<Expiration><CreatedBeforeDate>soon</CreatedBeforeDate></Expiration>"],
        [
          "MalformedXML",
          "<Expiration><Days>1</Days><CreatedBeforeDate>2026-01-01T00:00:00.000Z</CreatedBeforeDate></Expiration>"
        ],
        ["MalformedXML", "<Expiration/>"],
        [
          "MalformedXML",
          "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker><Days>1</Days></Expiration>"
        ],
        ["MalformedXML", "<NoncurrentVersionExpiration/>"],
        ["MalformedXML", `<Tag><Key></Key><Value>v</Value></Tag>${expires}`],
        [
          "InvalidArgument",
          "<Tag><Key>k</Key><Value>v</Value></Tag><AbortMultipartUpload><Days>1</Days></AbortMultipartUpload>"
        ],
        ["MalformedXML", ...Array.from({ length: 1001 }, (_, at) => id(`r${at}`))],
        // What is not kept is not taken either: the rule that came back would do more than it was asked to.
        ["NotImplemented", `${expires}<Filter><ObjectSizeGreaterThan>500</ObjectSizeGreaterThan></Filter>`],
        ["NotImplemented", `${expires}<Filter><Not><Prefix>keep/</Prefix></Not></Filter>`],
        ["NotImplemented", transition("<IsAccessTime>true</IsAccessTime>")],
        ["NotImplemented", transition("<ReturnToStdWhenVisit>true</ReturnToStdWhenVisit>")]
      ]
      for (const [code, ...rules] of refused) assert.strictEqual((yield* put(...rules)).code, code, rules[0])
      const kept = yield* get
      assert.deepEqual([kept.field("ID"), kept.text.match(/<Rule>/g)?.length], ["kept", 1])
      assert.strictEqual((yield* put(transition("<IsAccessTime>false</IsAccessTime>"))).status, 200)
    }).pipe(Effect.provide(layer)))
})

describe("restores on OSS", () => {
  it.effect("last a day without a body and a year at most, and begin anew from when they are asked for again", () =>
    Effect.gen(function*() {
      const { ask, restore } = yield* withRules
      const until = (key: string) =>
        Effect.map(
          ask({ method: "HEAD", key }),
          ({ headers }) =>
            (Date.parse(/expiry-date="(.*)"/.exec(headers.get("x-oss-restore") ?? "")?.[1] ?? "") - start) / 60_000
        )
      for (const key of ["Archive", "ColdArchive", "DeepColdArchive"]) {
        yield* ask({ method: "PUT", key, body: "x", headers: { "x-oss-storage-class": key } })
        assert.strictEqual((yield* ask({ method: "GET", key })).code, "InvalidObjectState")
        const headers = { "x-oss-copy-source": `/my-bucket/${key}` }
        assert.strictEqual((yield* ask({ method: "PUT", key: "copy", headers })).code, "InvalidObjectState")
      }
      for (const wrong of ["<Days>0</Days>", "<Days>366</Days>", "<Days>1.5</Days>", ""]) {
        assert.strictEqual((yield* restore("Archive", wrong)).code, "InvalidArgument", wrong)
      }
      for (const name of ["Slow", "Standard"]) {
        assert.strictEqual((yield* restore("Archive", tier(name))).code, "MalformedXML", name)
      }
      assert.strictEqual((yield* restore("Archive")).status, 202)
      assert.strictEqual((yield* restore("ColdArchive", tier("Bulk"))).status, 202)
      assert.strictEqual((yield* restore("DeepColdArchive", "<Days>365</Days>")).status, 202)
      assert.strictEqual((yield* restore("Archive")).code, "RestoreAlreadyInProgress")
      yield* TestClock.adjust("10 minutes")
      const day = 24 * 60
      assert.deepEqual(
        yield* Effect.forEach(["Archive", "ColdArchive", "DeepColdArchive"], until),
        [day + 10, 2 * day + 10, 365 * day + 10]
      )
      yield* TestClock.adjust("50 minutes")
      assert.strictEqual((yield* restore("Archive", "<Days>3</Days>")).status, 200)
      assert.strictEqual(yield* until("Archive"), 3 * day + 60)
      assert.strictEqual((yield* ask({ method: "GET", key: "Archive" })).text, "x")
      assert.strictEqual((yield* restore("missing")).code, "NoSuchKey")
    }).pipe(Effect.provide(layer)))

  it.effect("of cold objects have a priority that is told, and give way to a higher one only", () =>
    Effect.gen(function*() {
      const { ask, restore } = yield* withRules
      const store = (key: string, storageClass: string) =>
        ask({ method: "PUT", key, body: "x", headers: { "x-oss-storage-class": storageClass } })
      const answered = (key: string, request?: string) =>
        Effect.map(restore(key, request), ({ code, headers, status }) => [
          status,
          code ?? headers.get("x-oss-object-restore-priority")
        ])
      yield* store("cold", "ColdArchive")
      assert.deepEqual(yield* answered("cold", tier("Bulk")), [202, "Bulk"])
      assert.deepEqual(yield* answered("cold", tier("Bulk")), [409, "RestoreAlreadyInProgress"])
      assert.deepEqual(yield* answered("cold", tier("Standard")), [202, "Standard"])
      assert.deepEqual(yield* answered("cold", tier("Bulk")), [409, "RestoreAlreadyInProgress"])
      yield* TestClock.adjust("4 minutes")
      assert.deepEqual(yield* answered("cold", tier("Expedited")), [202, "Expedited"])
      // It is no later for that.
      yield* TestClock.adjust("6 minutes")
      assert.strictEqual((yield* ask({ method: "GET", key: "cold" })).text, "x")
      assert.deepEqual(yield* answered("cold"), [200, "Standard"])
      yield* store("deep", "DeepColdArchive")
      assert.deepEqual(yield* answered("deep", tier("Bulk")), [400, "MalformedXML"])
      assert.deepEqual(yield* answered("deep", "<Days>3</Days>"), [202, "Standard"])
      yield* store("archive", "Archive")
      assert.deepEqual(yield* answered("archive"), [202, null])
    }).pipe(Effect.provide(layer)))

  it.effect("end with the object they were asked for", () =>
    Effect.gen(function*() {
      const { ask, restore } = yield* withRules
      const store = ask({ method: "PUT", key: "k", body: "x", headers: { "x-oss-storage-class": "Archive" } })
      yield* store
      yield* restore("k")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).text, "x")
      yield* ask({ method: "DELETE", key: "k" })
      yield* TestClock.setTime(start)
      yield* store
      assert.isNull((yield* ask({ method: "HEAD", key: "k" })).headers.get("x-oss-restore"))
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).code, "InvalidObjectState")
    }).pipe(Effect.provide(layer)))
})
