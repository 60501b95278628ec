import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as ApiHost from "../../../src/layers/api/ApiHost.js"

const publicSuffixes = new Set(["com", "uk", "co.uk", "test"])

/** A document that takes cookies as a browser does: for its own host and the domains above it, no public suffix. */
const browserDocument = (host: string, initial: ReadonlyArray<readonly [string, string]> = []) => {
  const cookies = new Map(initial)
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    },
    set cookie(text: string) {
      const [pair = "", ...attributes] = text.split("; ")
      const domain = attributes.find((attribute) => attribute.startsWith("Domain="))?.slice(7) ?? host
      if (publicSuffixes.has(domain) || (host !== domain && !host.endsWith(`.${domain}`))) return
      const [name = "", value = ""] = pair.split("=")
      if (attributes.includes("Max-Age=0")) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
}

const page = (address: string): ApiHost.Page => {
  const location = new URL(address)
  return { location, acceptsCookieFor: ApiHost.cookieProbe(browserDocument(location.hostname.replace(/\.$/, ""))) }
}

const derived = (address: string) => ApiHost.resolve(undefined, page(address))

describe("the API host of a page", () => {
  it.each([
    ["https://www.example.co.uk/drive?x=1", "https://api.example.co.uk"],
    ["https://a.b.c.example.com/", "https://api.example.com"],
    ["https://example.com/", "https://api.example.com"],
    ["http://drive.example.test:8080/", "http://api.example.test"],
    ["https://www.example.com./", "https://api.example.com"],
    ["http://localhost:5173/", "http://localhost:5173"],
    ["http://drive.localhost:5173/", "http://drive.localhost:5173"],
    ["http://127.0.0.1:4455/", "http://127.0.0.1:4455"],
    ["http://[::1]:4455/", "http://[::1]:4455"],
    ["http://intranet/", "http://intranet"]
  ])("%s -> %s", (address, expected) => {
    assert.deepStrictEqual(derived(address), Either.right(expected))
  })

  it("stays on the site's own origin where cookies are blocked", () => {
    const host = ApiHost.fromPage({ location: new URL("https://www.example.com"), acceptsCookieFor: () => false })
    assert.deepStrictEqual(host, Either.right("https://www.example.com"))
  })

  it("asks from the shortest suffix up and leaves no cookie behind", () => {
    const document = browserDocument("www.example.co.uk", [["own", "1"]])
    const probe = ApiHost.cookieProbe(document)
    const tried: Array<string> = []
    ApiHost.fromPage({
      location: new URL("https://www.example.co.uk"),
      acceptsCookieFor: (domain) => {
        tried.push(domain)
        return probe(domain)
      }
    })
    assert.deepStrictEqual(tried, ["uk", "co.uk", "example.co.uk"])
    assert.strictEqual(document.cookie, "own=1")
  })

  it("is not misled by a probe that was left behind", () => {
    const document = browserDocument("www.example.co.uk", [["effect-drive-probe", "example.co.uk"]])
    assert.isFalse(ApiHost.cookieProbe(document)("co.uk"))
  })

  it("is refused for a page that belongs to no site", () => {
    const host = ApiHost.fromPage({ location: new URL("file:///drive.html"), acceptsCookieFor: () => true })
    assert.strictEqual(Either.getOrThrow(Either.flip(host)).field, "apiHost")
  })
})

describe("an API host that is said", () => {
  it("may be an origin or a function of the page's address", () => {
    assert.deepStrictEqual(
      ApiHost.resolve("https://API.example.com/", undefined),
      Either.right("https://api.example.com")
    )
    assert.deepStrictEqual(ApiHost.resolve("http://127.0.0.1:4455", undefined), Either.right("http://127.0.0.1:4455"))
    const own = ApiHost.resolve((location) => `https://drive.${location.hostname}`, page("https://example.com/a"))
    assert.deepStrictEqual(own, Either.right("https://drive.example.com"))
  })

  it.each([
    "api.example.com",
    "",
    "ftp://api.example.com",
    "https://api.example.com/v2",
    "https://api.example.com?x=1",
    "https://api.example.com#x",
    "https://user:secret@api.example.com"
  ])("refuses %j", (text) => {
    const error = Either.getOrThrow(Either.flip(ApiHost.resolve(text, undefined)))
    assert.deepStrictEqual([error._tag, error.field], ["InvalidInput", "apiHost"])
    assert.notInclude(error.message, "secret")
  })

  it("is required without a page, and a function that fails is refused", () => {
    const failing = () => {
      throw new Error("no")
    }
    for (
      const host of [
        ApiHost.resolve(undefined, undefined),
        ApiHost.resolve(() => "https://x.example.com", undefined),
        ApiHost.resolve(failing, page("https://example.com/"))
      ]
    ) {
      assert.strictEqual(Either.getOrThrow(Either.flip(host)).field, "apiHost")
    }
  })
})
