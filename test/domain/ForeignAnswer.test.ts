import { assert, describe, it } from "@effect/vitest"
import * as ForeignAnswer from "../../src/domain/ForeignAnswer.js"
import * as ForeignStorageAnswer from "../../src/domain/ForeignStorageAnswer.js"

const html = { "content-type": "text/html; charset=utf-8" }
const page = "<!DOCTYPE html>\n<html><title>Sign in</title></html>"

interface Row {
  readonly what: string
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly method?: string
  readonly foreign: boolean
}

const reply = ({ body = "", headers = {}, status = 200 }: Row) => ({ body, headers, status })

const call = ({ method = "GET" }: Row) => ({ method, path: "https://host/path" })

describe("an answer to a call of the product API or of pds", () => {
  const rows: ReadonlyArray<Row> = [
    { what: "a page", headers: html, body: page, foreign: true },
    { what: "a page of no type", body: page, foreign: true },
    { what: "a page behind a comment", body: "<!-- WISPr -->\n<HTML><HEAD></HEAD></HTML>", foreign: true },
    { what: "a page of XHTML", body: `<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html/>`, foreign: true },
    { what: "text that is not JSON", headers: { "content-type": "text/plain" }, body: "blocked", foreign: true },
    { what: "a redirect", status: 302, headers: { location: "http://portal.example/x?y" }, foreign: true },
    { what: "a redirect whose status is hidden", status: 0, foreign: true },
    { what: "a proxy that asks for a sign-in", status: 407, foreign: true },
    { what: "a network that asks for a sign-in", status: 511, headers: html, body: page, foreign: true },
    { what: "a gateway's own page", status: 502, headers: html, body: page, foreign: false },
    { what: "a refusal with a page", status: 403, headers: html, body: page, foreign: false },
    { what: "not modified", status: 304, foreign: false },
    { what: "nothing", headers: html, foreign: false },
    { what: "text of no type", body: "code: 0", foreign: false },
    { what: "JSON that was cut", headers: { "content-type": "application/json" }, body: "{", foreign: false }
  ]
  for (const row of rows) {
    it(`that is ${row.what} is ${row.foreign ? "another's" : "the service's"}`, () => {
      const error = ForeignAnswer.ofApi(call(row), reply(row))
      assert.strictEqual(error?.reason, row.foreign ? "ForeignAnswer" : undefined)
    })
  }

  it("says where a redirect leads, and no more of the address", () => {
    const error = ForeignAnswer.ofApi({ method: "GET", path: "https://api.example.com/api" }, {
      status: 302,
      headers: { location: "http://portal.example:81/login?token=1" },
      body: ""
    })
    assert.strictEqual(
      error?.message,
      "GET https://api.example.com/api did not reach the service: something in between, such as the sign-in " +
        "page of a network, answered in its place: a redirect to portal.example:81, and redirects are not followed"
    )
  })
})

describe("an answer to a control call or a PUT of a storage", () => {
  const rows: ReadonlyArray<Row> = [
    { what: "a page", headers: html, body: page, foreign: true },
    { what: "HTML that is no whole page", headers: html, body: "<b>sign in</b>", foreign: true },
    { what: "a page of another type", headers: { "content-type": "application/xml" }, body: page, foreign: true },
    { what: "a redirect", status: 307, headers: { location: "http://portal.example" }, foreign: true },
    { what: "a HEAD of nothing but HTML", method: "HEAD", headers: html, foreign: true },
    { what: "a HEAD of a page that is stored", method: "HEAD", headers: { ...html, etag: "\"e\"" }, foreign: false },
    {
      what: "a HEAD of a page whose ETag is hidden",
      method: "HEAD",
      headers: { ...html, "last-modified": "Thu, 01 Jan 1970 00:00:00 GMT" },
      foreign: false
    },
    { what: "a page with a request id", headers: { ...html, "x-oss-request-id": "1" }, body: page, foreign: false },
    { what: "an empty one of type HTML", headers: html, foreign: false },
    { what: "a callback's JSON of type HTML", headers: html, body: "{\"code\":0}", foreign: false },
    { what: "XML of type HTML", headers: html, body: "<?xml version=\"1.0\"?><ListBucketResult/>", foreign: false },
    { what: "a redirect of S3", status: 301, body: "<Error><Code>PermanentRedirect</Code></Error>", foreign: false },
    { what: "a redirect with a request id", status: 301, headers: { "x-amz-request-id": "1" }, foreign: false },
    { what: "a gateway's own page", status: 502, headers: html, body: page, foreign: false }
  ]
  for (const row of rows) {
    it(`that is ${row.what} is ${row.foreign ? "another's" : "the storage's"}`, () => {
      const error = ForeignStorageAnswer.ofStorage(call(row), reply(row))
      assert.strictEqual(error?.reason, row.foreign ? "ForeignAnswer" : undefined)
    })
  }
})

describe("an answer to a GET of an object", () => {
  const modified = { "last-modified": "Thu, 01 Jan 1970 00:00:00 GMT" }
  const rows: ReadonlyArray<Row & { readonly otherSize?: boolean }> = [
    { what: "a page", headers: html, foreign: true },
    { what: "a page that lies somewhere", headers: { ...html, ...modified }, otherSize: true, foreign: true },
    { what: "a redirect that cannot be followed", status: 302, foreign: true },
    { what: "an object that is a page", headers: { ...html, ...modified }, foreign: false },
    {
      what: "an object that is another page by now",
      headers: { ...html, "x-amz-request-id": "1" },
      otherSize: true,
      foreign: false
    },
    { what: "an object of no headers", otherSize: true, foreign: false }
  ]
  for (const row of rows) {
    it(`that is ${row.what} is ${row.foreign ? "another's" : "the storage's"}`, () => {
      const error = ForeignStorageAnswer.ofBytes(call(row), reply(row), row.otherSize === true)
      assert.strictEqual(error?.reason, row.foreign ? "ForeignAnswer" : undefined)
    })
  }
})
