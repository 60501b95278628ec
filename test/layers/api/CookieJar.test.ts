import { Cookies, HttpClient, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as CookieJar from "../../../src/layers/api/CookieJar.js"

const at = (path: string, scheme = "https") => new URL(`${scheme}://api.example.com${path}`)

const jarWith = (setCookies: ReadonlyArray<string>, url = at("/api/v2/user/login")) => {
  const jar = CookieJar.make("api.example.com")
  // One by one, since a set of cookies keeps only one of each name.
  for (const text of setCookies) jar.store(url, Object.values(Cookies.fromSetCookie(text).cookies), 0)
  return jar
}

const sent = (setCookies: ReadonlyArray<string>, url = at("/api/v2/user/check"), now = 1) =>
  jarWith(setCookies).header(url, now)

describe("CookieJar", () => {
  it("sends back what was set, unchanged, and nothing when there is nothing", () => {
    assert.strictEqual(sent(["a=1; Path=/; HttpOnly; SameSite=Lax", "b=x%20y%3D; Path=/"]), "a=1; b=x%20y%3D")
    assert.strictEqual(sent([]), undefined)
  })

  it("replaces a cookie of the same name and path, deletes by Max-Age and by Expires", () => {
    assert.strictEqual(sent(["a=1; Path=/", "a=2; Path=/"]), "a=2")
    assert.strictEqual(sent(["a=1; Path=/", "a=; Path=/; Max-Age=0"]), undefined)
    assert.strictEqual(sent(["a=1; Path=/", "a=; Path=/; Max-Age=-5"]), undefined)
    assert.strictEqual(sent(["a=1; Path=/", "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]), undefined)
  })

  it("forgets a cookie when its time is over; Max-Age goes before Expires", () => {
    const far = "Expires=Fri, 01 Jan 2100 00:00:00 GMT"
    assert.strictEqual(sent([`a=1; Path=/; Max-Age=60; ${far}`], at("/"), 59_999), "a=1")
    assert.strictEqual(sent([`a=1; Path=/; Max-Age=60; ${far}`], at("/"), 60_000), undefined)
    assert.strictEqual(sent([`a=1; Path=/; ${far}`], at("/"), 4_102_444_799_999), "a=1")
    assert.strictEqual(sent([`a=1; Path=/; ${far}`], at("/"), 4_102_444_800_000), undefined)
    assert.strictEqual(sent(["a=1; Path=/; Expires=nonsense"], at("/"), 1e15), "a=1")
  })

  it("keeps to the path, the longest first, and without one to the folder of the request", () => {
    const cookies = ["root=1; Path=/", "api=2; Path=/api/v2", "folder=3"]
    assert.strictEqual(sent(cookies, at("/api/v2/user/check")), "folder=3; api=2; root=1")
    assert.strictEqual(sent(cookies, at("/api/v2/drive")), "api=2; root=1")
    assert.strictEqual(sent(cookies, at("/api/v21")), "root=1")
    assert.strictEqual(sent(["a=1; Path=/api/"], at("/api/x")), "a=1")
    assert.strictEqual(sent(["a=1; Path=/api/"], at("/api")), undefined)
  })

  it("sends and takes secure cookies over https only", () => {
    assert.strictEqual(sent(["a=1; Path=/; Secure"], at("/", "https")), "a=1")
    assert.strictEqual(sent(["a=1; Path=/; Secure"], at("/", "http")), undefined)
    const jar = jarWith(["a=1; Path=/; Secure"], at("/", "http"))
    assert.strictEqual(jar.header(at("/", "https"), 1), undefined)
  })

  it("takes a domain that holds the host, no foreign and no top-level one", () => {
    assert.strictEqual(sent(["a=1; Path=/; Domain=example.com"]), "a=1")
    assert.strictEqual(sent(["a=1; Path=/; Domain=.Example.com"]), "a=1")
    assert.strictEqual(sent(["a=1; Path=/; Domain=api.example.com"]), "a=1")
    assert.strictEqual(sent(["a=1; Path=/; Domain=ample.com"]), undefined)
    assert.strictEqual(sent(["a=1; Path=/; Domain=other.com"]), undefined)
    assert.strictEqual(sent(["a=1; Path=/; Domain=x.api.example.com"]), undefined)
    assert.strictEqual(sent(["a=1; Path=/; Domain=com"]), undefined)
  })

  it("holds the promises of the name prefixes", () => {
    assert.strictEqual(sent(["__Host-a=1; Path=/; Secure"]), "__Host-a=1")
    assert.strictEqual(sent(["__Host-a=1; Path=/; Secure; Domain=api.example.com"]), undefined)
    assert.strictEqual(sent(["__Secure-a=1; Path=/"]), undefined)
  })

  it("belongs to one host", () => {
    const foreign = new URL("https://storage.example.com/")
    assert.strictEqual(jarWith(["a=1; Path=/; Domain=example.com"]).header(foreign, 1), undefined)
    assert.strictEqual(jarWith(["a=1; Path=/"], foreign).header(at("/"), 1), undefined)
  })
})

describe("a client with a jar", () => {
  const echo = HttpClient.make((request) =>
    Effect.succeed(HttpClientResponse.fromWeb(
      request,
      new Response(request.headers["cookie"] ?? "none", { headers: { "set-cookie": "sid=1; Path=/; Max-Age=60" } })
    ))
  )

  it.effect("keeps cookies of its origin, gives none to another, and follows the clock", () =>
    Effect.gen(function*() {
      const client = CookieJar.withJar(echo, "https://api.example.com")
      const cookieAt = (url: string) =>
        Effect.flatMap(client.execute(HttpClientRequest.get(url)), (response) => response.text)

      assert.strictEqual(yield* cookieAt("https://other.example.com/"), "none")
      assert.strictEqual(yield* cookieAt("https://api.example.com/a"), "none")
      assert.strictEqual(yield* cookieAt("https://api.example.com/b"), "sid=1")
      assert.strictEqual(yield* cookieAt("https://other.example.com/"), "none")
      assert.strictEqual(yield* cookieAt("https://api.example.com:8443/"), "none")
      assert.strictEqual(yield* cookieAt("http://api.example.com/"), "none")
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* cookieAt("https://api.example.com/"), "none")
    }))
})
