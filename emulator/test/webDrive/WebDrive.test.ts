import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import * as http from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RunningEmulator } from "../../src/index.js"
import { startEmulator } from "../../src/index.js"
import { productHeaders } from "../api/ProductCalls.js"

const policy = "default-src 'none'; script-src 'self'"

const html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy.replaceAll("'", "&#39;")}">`

const asPage = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

describe("the web drive over sockets", () => {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-web-"))
  const folder = join(work, "app")
  let emulator: RunningEmulator

  beforeAll(async () => {
    mkdirSync(join(folder, "assets"), { recursive: true })
    mkdirSync(join(folder, ".git"))
    writeFileSync(join(folder, "index.html"), html)
    writeFileSync(join(folder, "mark.svg"), "<svg/>")
    writeFileSync(join(folder, ".git/config"), "secret")
    writeFileSync(join(folder, "assets/main-Ab3_-xYz.js"), "export {}")
    writeFileSync(join(folder, "assets/plain.css"), "a{}")
    writeFileSync(join(folder, "assets/sha1-01234567.wasm"), "\0asm")
    writeFileSync(join(work, "outside.txt"), "secret")
    emulator = await startEmulator({ webDrive: folder, accessToken: "a token" })
  })
  afterAll(async () => {
    await emulator.close()
    rmSync(work, { recursive: true, force: true })
  })

  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(emulator.apiHost + path, { method, headers, redirect: "manual" })

  /** As it is written: `fetch` would take `..` out of a path. */
  const rawGet = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(emulator.apiHost)
      http.get({ hostname, port, path, headers, agent: false }, (response) => {
        let text = ""
        response.on("data", (chunk) => text += chunk)
        response.on("end", () => resolve({ status: response.statusCode, text }))
      }).on("error", reject)
    })

  it("is opened by one address that signs in", () => {
    const { port } = new URL(emulator.apiHost)
    assert.strictEqual(emulator.webDrive, `http://localhost:${port}/#token=a%20token`)
  })

  it("gives its page with the page's own policy as a header, to be asked for anew each time", async () => {
    const answer = await get("/", asPage)
    assert.strictEqual(await answer.text(), html)
    const { headers } = answer
    assert.deepStrictEqual(
      [
        answer.status,
        headers.get("content-type"),
        headers.get("content-security-policy"),
        headers.get("cache-control")
      ],
      [200, "text/html; charset=utf-8", `${policy}; frame-ancestors 'self'`, "no-cache"]
    )
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    const again = await get("/", { ...asPage, "if-none-match": headers.get("etag") ?? "" })
    assert.deepStrictEqual([again.status, await again.text()], [304, ""])
  })

  it("gives every file its type; what is named by its content is kept for ever", async () => {
    const seen = await Promise.all(
      ["/assets/main-Ab3_-xYz.js", "/assets/plain.css", "/assets/sha1-01234567.wasm", "/mark.svg"].map(async (path) => {
        const { headers } = await get(path)
        return [headers.get("content-type"), headers.get("cache-control"), headers.get("x-content-type-options")]
      })
    )
    const forEver = "public, max-age=31536000, immutable"
    assert.deepStrictEqual(seen, [
      ["text/javascript; charset=utf-8", forEver, "nosniff"],
      ["text/css; charset=utf-8", "no-cache", "nosniff"],
      ["application/wasm", forEver, "nosniff"],
      ["image/svg+xml", "no-cache", "nosniff"]
    ])
  })

  it("answers a deep link with the page, and a file that is not there with 404", async () => {
    for (const path of ["/nordhafen/f/12ab?view=grid", "/%E5%A4%8F/bin", "/a.space/f/x", "/index.html", "/s/secret"]) {
      const answer = await get(path, asPage)
      assert.deepStrictEqual([path, answer.status, await answer.text()], [path, 200, html])
    }
    const missing = await get("/assets/gone-01234567.js", { accept: "*/*" })
    assert.deepStrictEqual([missing.status, missing.headers.get("cache-control")], [404, "no-store"])
  })

  it("answers / with the page, whatever the caller takes", async () => {
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
      const answer = await get("/", headers)
      assert.deepStrictEqual([answer.status, await answer.text()], [200, html])
    }
    assert.strictEqual((await get("/", {}, "HEAD")).status, 200)
  })

  it("answers the address of a share with the page of shares, where there is one; no search engine keeps a page", async () => {
    const shared = join(folder, "shared.html")
    writeFileSync(shared, "<!doctype html>shared")
    const answers = await Promise.all(["/s/Ab3_-x", "/shared.html", "/s/Ab3/x", "/s"].map((path) => get(path, asPage)))
    rmSync(shared)
    assert.deepStrictEqual(
      await Promise.all(answers.map((answer) => answer.text())),
      ["<!doctype html>shared", "<!doctype html>shared", html, html]
    )
    for (const { headers } of answers) {
      assert.deepStrictEqual([headers.get("x-robots-tag"), headers.get("referrer-policy")], ["noindex", "no-referrer"])
    }
    assert.strictEqual((await get("/s/Ab3_-x", { accept: "*/*" })).status, 404)
  })

  it("tells the head of a file without its bytes", async () => {
    const answer = await get("/mark.svg", {}, "HEAD")
    assert.deepStrictEqual([answer.status, answer.headers.get("content-length"), await answer.text()], [200, "6", ""])
  })

  it("gives nothing from outside of its folder and nothing hidden, however the path is written", async () => {
    const paths = [
      "/../outside.txt",
      "/assets/../../outside.txt",
      "/%2e%2e/outside.txt",
      "/%2e%2e%2foutside.txt",
      "/assets/..%2f..%2foutside.txt",
      "/..%5coutside.txt",
      "/assets//../../outside.txt",
      "/%2fetc%2fpasswd",
      "/outside.txt%00.svg",
      "/.git/config",
      "/assets/%2e%2e/.git/config",
      "/%252e%252e/outside.txt",
      "/assets",
      "/assets/",
      "/mark.svg/x"
    ]
    for (const path of paths) {
      const { status, text } = await rawGet(path, { accept: "*/*" })
      assert.deepStrictEqual([path, status, text.includes("secret"), text.includes("root:")], [path, 404, false, false])
      const opened = await rawGet(path, asPage)
      assert.isTrue(opened.text === html || opened.status === 404, path)
    }
    assert.strictEqual((await rawGet("/%", asPage)).status, 400)
    // the target of a request that begins with a host is that host's `/`
    assert.deepStrictEqual(await rawGet("//etc/passwd", { accept: "*/*" }), { status: 200, text: html })
  })

  it("leaves calls of the API alone, those that it does not know too", async () => {
    const login = await fetch(`${emulator.apiHost}/api/v2/user/login`, {
      method: "POST",
      headers: { ...productHeaders, "content-type": "application/json" },
      body: JSON.stringify({ access_token: emulator.accessToken })
    })
    assert.strictEqual((await login.json() as { code: number }).code, 0)
    const unknown = await get("/api/v2/nothing", { ...productHeaders, ...asPage })
    assert.deepStrictEqual([unknown.status, (await unknown.json() as { code: string }).code], [404, "NotFound.Route"])
  })

  it("takes whoever follows a share's link to the drive's own page, and programs to the share", async () => {
    const opened = await get("/share/abc-DEF_1", asPage)
    assert.deepStrictEqual([opened.status, opened.headers.get("location")], [302, "/s/abc-DEF_1"])
    const asked = await get("/share/abc-DEF_1", { accept: "application/json" })
    assert.deepStrictEqual([asked.status, (await asked.json() as { code: string }).code], [404, "NotFound.Share"])
  })
})
