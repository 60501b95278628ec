import { HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { Effect, Layer, Redacted, TestClock } from "effect"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { createTestDrive, TestDrive } from "effect-drive/testing"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Emulator } from "../../../emulator/src/Emulator.js"
import { Assets } from "../../../src/services/Assets.js"
import { Session } from "../../../src/services/Session.js"
import { Sharing } from "../../../src/services/Sharing.js"
import { Uploads } from "../../../src/services/Uploads.js"

/** Somebody with the link and nothing else: no session, no product header. */
const visit = Effect.fnUntraced(function*(
  url: string,
  options: { readonly code?: string; readonly accept?: string; readonly form?: string } = {}
) {
  const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
  const { accept = "application/json", code, form } = options
  const bare = code === undefined && form === undefined ? HttpClientRequest.get(url) : HttpClientRequest.post(url)
  const request = code === undefined
    ? bare
    : HttpClientRequest.bodyText(bare, JSON.stringify({ code }), "application/json")
  const response = yield* client.execute(
    (form === undefined
      ? request
      : HttpClientRequest.bodyText(request, form, "application/x-www-form-urlencoded")).pipe(
        HttpClientRequest.setHeader("accept", accept)
      )
  )
  const text = yield* response.text
  const isJson = (response.headers["content-type"] ?? "").includes("json")
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
})

const setup = Effect.gen(function*() {
  yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
  const upload = yield* (yield* Uploads).start({ source: "shared bytes", name: "a <b>&\"'.txt" })
  const { assetId = "" } = yield* upload.await
  const sharing = yield* Sharing
  return { assetId, sharing, assets: yield* Assets }
})

const fetched = Effect.fnUntraced(function*(url: string) {
  const found = yield* visit(url)
  const download = yield* visit(String(found.body.data.download_url))
  assert.strictEqual(download.status, 302)
  return (yield* visit(download.headers["location"] ?? "")).text
})

const code = (answer: { readonly body: { readonly code: unknown } | undefined }) => answer.body?.code

/** The visitor's client: the emulator in this process. */
const layer = Emulator.httpClient

describe("Sharing", () => {
  it.effect("a link opens for anybody, as JSON and as a page, and gives the bytes", () =>
    Effect.gen(function*() {
      const { assetId, sharing } = yield* setup
      const share = yield* sharing.open(assetId)
      assert.deepInclude(share, { expiresAt: undefined, hasCode: false, permission: undefined })
      const url = Redacted.value(share.url)
      const { body, headers } = yield* visit(url)
      assert.deepInclude(body.data, { name: "a <b>&\"'.txt", size: 12, expire_time: null })
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.strictEqual(yield* fetched(url), "shared bytes")
      const page = yield* visit(url, { accept: "text/html,*/*" })
      assert.include(page.text, "a &lt;b&gt;&amp;&quot;&#39;.txt")
      assert.notInclude(page.text, "<b>")
      assert.include(page.headers["content-security-policy"], "default-src 'none'")
      assert.strictEqual((yield* visit(`${url}/download`)).status, 302)
      assert.strictEqual(Redacted.value((yield* sharing.open(assetId)).url), url)
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("who has the link may have the file, unless the asset is for looking only", () =>
    Effect.gen(function*() {
      const { assetId, assets, sharing } = yield* setup
      const url = Redacted.value((yield* sharing.open(assetId)).url)
      for (const rawAction of ["download", "edit", "full"]) {
        yield* assets.setPermission({ assetId, rawAction })
        assert.strictEqual(yield* fetched(url), "shared bytes", rawAction)
      }
      for (const rawAction of ["view", "add", "a word of later"]) {
        yield* assets.setPermission({ assetId, rawAction })
        assert.strictEqual((yield* visit(url)).body.data.download_url, null, rawAction)
        assert.strictEqual((yield* visit(`${url}/download`)).status, 403, rawAction)
      }
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("a code is asked for, by JSON and by form, and guessing ends", () =>
    Effect.gen(function*() {
      const { assetId, sharing } = yield* setup
      const { hasCode, url: secret } = yield* sharing.open(assetId, { code: Redacted.make("open-sesame") })
      assert.isTrue(hasCode)
      const url = Redacted.value(secret)
      assert.strictEqual(code(yield* visit(url)), "ShareCodeRequired")
      assert.strictEqual((yield* visit(`${url}/download`)).status, 403)
      assert.strictEqual((yield* visit(`${url}/download?ticket=guessed`)).status, 403)
      assert.include((yield* visit(url, { accept: "text/html" })).text, "<form")

      const { body } = yield* visit(url, { code: "open-sesame" })
      assert.strictEqual((yield* visit(body.data.download_url)).status, 302)
      const page = yield* visit(url, { form: "code=open-sesame", accept: "text/html" })
      assert.include(page.text, ">Download</a>")

      for (let attempt = 0; attempt < 5; attempt++) {
        assert.strictEqual(code(yield* visit(url, { code: `guess${attempt}` })), "ShareCodeWrong")
      }
      const blocked = yield* visit(url, { code: "open-sesame" })
      assert.deepStrictEqual([blocked.status, code(blocked)], [429, "TooManyAttempts"])
      assert.strictEqual(blocked.headers["retry-after"], "900")
      yield* TestClock.adjust("14 minutes")
      const page429 = yield* visit(url, { form: "code=open-sesame", accept: "text/html" })
      assert.deepStrictEqual([page429.status, page429.headers["retry-after"]], [429, "60"])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* visit(url, { code: "open-sesame" })).status, 200)
      assert.strictEqual((yield* visit(body.data.download_url)).status, 403)
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("guesses made at once count like others", () =>
    Effect.gen(function*() {
      const { assetId, sharing } = yield* setup
      const url = Redacted.value((yield* sharing.open(assetId, { code: Redacted.make("open-sesame") })).url)
      const guesses = Array.from({ length: 8 }, (_, number) => visit(url, { code: `guess${number}` }))
      const answers = yield* Effect.all(guesses, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [403, 403, 403, 403, 403, 429, 429, 429])
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it("what was guessed counts after a restart too", async () => {
    const data = await mkdtemp(join(tmpdir(), "effect-drive-shares-"))
    onTestFinished(() => rm(data, { recursive: true }))
    const guess = async (url: string, code: string) => {
      const body = JSON.stringify({ code })
      const answer = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } })
      return { status: answer.status, retryAfter: Number(answer.headers.get("retry-after") ?? Number.NaN) }
    }
    const first = await startEmulator({ data, accessToken: "t" })
    const drive = createDrive({ apiHost: first.apiHost, product: { id: "test", version: "1" } })
    await drive.session.initialise({ accessToken: "t" })
    const { assetId = "" } = await drive.uploads.start({ source: "x", name: "x.txt" }).done
    const { href } = await drive.sharing.open(assetId, { code: "open-sesame" })
    await drive.dispose()
    for (let turn = 0; turn < 4; turn++) assert.strictEqual((await guess(href, `guess ${turn}`)).status, 403)
    await first.close()

    const second = await startEmulator({ data })
    const there = href.replace(first.apiHost, second.apiHost)
    assert.strictEqual((await guess(there, "the fifth")).status, 403)
    assert.strictEqual((await guess(there, "open-sesame")).status, 429)
    await second.close()

    const third = await startEmulator({ data })
    const { retryAfter, status } = await guess(href.replace(first.apiHost, third.apiHost), "open-sesame")
    assert.strictEqual(status, 429)
    assert.isTrue(retryAfter > 0 && retryAfter <= 900, `${retryAfter}`)
    await third.close()
  })

  it.effect("a new code voids what the old one opened", () =>
    Effect.gen(function*() {
      const { assetId, sharing } = yield* setup
      const url = Redacted.value((yield* sharing.open(assetId, { code: "first" })).url)
      const { body } = yield* visit(url, { code: "first" })
      yield* sharing.update(assetId, { code: "second" })
      assert.strictEqual((yield* visit(body.data.download_url)).status, 403)
      assert.strictEqual(code(yield* visit(url, { code: "first" })), "ShareCodeWrong")
      assert.strictEqual((yield* visit(url, { code: "second" })).status, 200)
      yield* sharing.update(assetId, { code: null })
      assert.strictEqual((yield* visit(url)).status, 200)
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("an expiry is kept to; set takes away what it does not name, update leaves it", () =>
    Effect.gen(function*() {
      const { assetId, sharing } = yield* setup
      const { expiresAt, url: secret } = yield* sharing.open(assetId, { expiresIn: "1 hour", permission: "view" })
      assert.strictEqual(expiresAt, 3_600_000)
      const url = Redacted.value(secret)
      yield* sharing.update(assetId, { code: "1234" })
      const seen = yield* visit(url, { code: "1234" })
      assert.deepInclude(seen.body.data, { expire_time: "1970-01-01T01:00:00.000Z", download_url: null })
      yield* sharing.set(assetId, { expiresIn: "2 hours" })
      const after = yield* visit(url)
      assert.strictEqual(after.body.data.expire_time, "1970-01-01T02:00:00.000Z")
      assert.isString(after.body.data.download_url)
      yield* TestClock.adjust("2 hours")
      const ended = yield* visit(url)
      assert.deepStrictEqual([ended.status, code(ended)], [410, "ShareExpired"])
      assert.strictEqual((yield* visit(after.body.data.download_url)).status, 410)
      assert.notStrictEqual(Redacted.value((yield* sharing.open(assetId)).url), url)
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("the least of the share's and the asset's permission holds", () =>
    Effect.gen(function*() {
      const { assetId, assets, sharing } = yield* setup
      const url = Redacted.value((yield* sharing.open(assetId, { permission: "view" })).url)
      assert.strictEqual((yield* visit(`${url}/download`)).status, 403)
      assert.include((yield* visit(url, { accept: "text/html" })).text, "for looking only")
      yield* sharing.update(assetId, { permission: "download" })
      assert.strictEqual((yield* visit(`${url}/download`)).status, 302)
      yield* assets.setPermission({ assetId, rawAction: "view" })
      assert.strictEqual((yield* visit(`${url}/download`)).status, 403)
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("a life that no calendar holds is refused, and breaks nothing", () =>
    Effect.gen(function*() {
      const { assetId, sharing } = yield* setup
      const error = yield* Effect.flip(sharing.open(assetId, { expiresIn: Number.MAX_SAFE_INTEGER }))
      assert.deepInclude(error, { _tag: "ApiError", code: "InvalidParameter.expire_sec" })
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it.effect("a cancelled share, and one of an asset that is gone, lead nowhere", () =>
    Effect.gen(function*() {
      const { assetId, assets, sharing } = yield* setup
      const { url } = yield* sharing.open(assetId)
      yield* sharing.cancel(assetId)
      assert.strictEqual((yield* visit(Redacted.value(url))).status, 404)
      const again = Redacted.value((yield* sharing.open(assetId)).url)
      yield* assets.recycle([assetId])
      assert.strictEqual(code(yield* visit(again)), "NotFound.Share")
      assert.strictEqual((yield* visit(`${again}/download`)).status, 404)
      assert.deepInclude(yield* Effect.flip(sharing.update("nothing", { code: "1234" })), { _tag: "ApiError" })
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestDrive.layer()))))

  it("has a Promise face whose links are readable and not logged", async () => {
    const drive = await createTestDrive()
    const { assetId = "" } = await drive.uploads.start({ source: "x", name: "x.txt" }).done
    const share = await drive.sharing.open(assetId, { code: "1234", expiresIn: "7 days" })
    assert.match(share.href, /\/share\//)
    assert.notInclude(JSON.stringify(share), share.href)
    await drive.sharing.set(assetId, {}, { signal: AbortSignal.timeout(10_000) })
    await drive.sharing.update(assetId, { permission: "view" })
    await drive.sharing.cancel(assetId)
    await drive.dispose()
  })
})
