/**
 * The vectors of the tests that OSS's own SDKs share.
 */
import { assert, describe, it } from "@effect/vitest"
import { joinedEtag } from "../../src/oss/MultipartRoutes.js"
import * as SignatureV1 from "../../src/oss/SignatureV1.js"
import * as SignatureV4 from "../../src/oss/SignatureV4.js"

const place = { bucket: "bucket", key: "1234+-/123/1.txt" }
const scopeOf = (date: string) => ({ date: date.slice(0, 8), region: "cn-hangzhou" })

const query = [
  ["param1", "value1"],
  ["+param1", "value3"],
  ["|param1", "value4"],
  ["+param2", ""],
  ["|param2", ""],
  ["param2", ""]
] as const

const signed = (
  date: string,
  request: Pick<Parameters<typeof SignatureV4.canonicalRequest>[0], "query" | "headers">,
  additional: ReadonlyArray<string> = []
): string => {
  const canonical = SignatureV4.canonicalRequest({ method: "PUT", ...request }, place, additional)
  return SignatureV4.sign("sk", scopeOf(date), SignatureV4.stringToSign(date, scopeOf(date), canonical))
}

describe("signature version 4", () => {
  const inHeaders = (date: string, more: Record<string, string> = {}) => ({
    query,
    headers: {
      "x-oss-head1": "value",
      abc: "value",
      zabc: "value",
      xyz: "value",
      "content-type": "text/plain",
      "x-oss-content-sha256": "UNSIGNED-PAYLOAD",
      "x-oss-date": date,
      ...more
    }
  })

  it("in a header", () => {
    const date = "20231216T162057Z"
    const expected = "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"
    assert.strictEqual(signed(date, inHeaders(date)), expected)
  })

  it("in a header, with a token", () => {
    const date = "20231217T034736Z"
    const expected = "b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea"
    assert.strictEqual(signed(date, inHeaders(date, { "x-oss-security-token": "token" })), expected)
  })

  it("in a header, with additional headers", () => {
    const date = "20231216T172512Z"
    const expected = "4a4183c187c07c8947db7620deb0a6b38d9fbdd34187b6dbaccb316fa251212f"
    assert.strictEqual(signed(date, inHeaders(date), ["abc", "zabc"]), expected)
  })

  const inUrl = (date: string, more: ReadonlyArray<readonly [string, string]> = []) => ({
    query: [
      ...query,
      ["x-oss-signature-version", "OSS4-HMAC-SHA256"],
      ["x-oss-date", date],
      ["x-oss-expires", "599"],
      ["x-oss-credential", `ak/${SignatureV4.scopeText(scopeOf(date))}`],
      ...more
    ] as const,
    headers: {
      "x-oss-head1": "value",
      abc: "value",
      zabc: "value",
      xyz: "value",
      "content-type": "application/octet-stream"
    }
  })

  it("in a URL", () => {
    const date = "20231217T025437Z"
    const expected = "a39966c61718be0d5b14e668088b3fa07601033f6518ac7b523100014269c0fe"
    assert.strictEqual(signed(date, inUrl(date)), expected)
  })

  it("in a URL, with a token", () => {
    const date = "20231217T035628Z"
    const expected = "3817ac9d206cd6dfc90f1c09c00be45005602e55898f26f5ddb06d7892e1f8b5"
    assert.strictEqual(signed(date, inUrl(date, [["x-oss-security-token", "token"]])), expected)
  })

  it("in a URL, with additional headers", () => {
    const date = "20231217T033009Z"
    const expected = "6bd984bfe531afb6db1f7550983a741b103a8c58e5e14f83ea474c2322dfa2b7"
    const request = inUrl(date, [["x-oss-additional-headers", "abc;zabc"]])
    assert.strictEqual(signed(date, request, ["abc", "zabc"]), expected)
  })
})

describe("signature version 1", () => {
  const headers = {
    "content-md5": "eB5eJF1ptWaXm4bijSPyxw==",
    "content-type": "text/html",
    "x-oss-meta-author": "alice",
    "x-oss-meta-magic": "abracadabra",
    "x-oss-date": "Wed, 28 Dec 2022 10:27:41 GMT"
  }
  const signatureOf = (query: ReadonlyArray<readonly [string, string]>) =>
    SignatureV1.sign(
      "sk",
      SignatureV1.stringToSign(
        { method: "PUT", query, headers },
        { bucket: "examplebucket", key: "nelson" },
        headers["x-oss-date"]
      )
    )

  it("in a header", () => assert.strictEqual(signatureOf([]), "kSHKmLxlyEAKtZPkJhG9bZb5k7M="))

  it("covers subresources, and no other parameter", () => {
    assert.strictEqual(signatureOf([["acl", ""]]), "/afkugFbmWDQ967j1vr6zygBLQk=")
    assert.strictEqual(signatureOf([["acl", ""], ["non-signed", "value"]]), "/afkugFbmWDQ967j1vr6zygBLQk=")
  })
})

describe("the ETag of joined parts", () => {
  it("is that of an object of 482,048 bytes in parts of 100 KiB", () => {
    const md5s = [
      "251ad9d223371cf6380544df72e106cb",
      "215a888785362d10e3f5204bfab1eedf",
      "547df973f1622420b4d20b5e7c6d329c",
      "b820869246c889a0ad3c54043f2b7e05",
      "bccab4d694301eb00a03686d12f331a7"
    ]
    const parts = md5s.map((md5) => ({ etag: "the server's own", digests: { md5 } }))
    assert.strictEqual(joinedEtag(parts).toUpperCase(), "2351E662233817A7AE974D8C5B0876DD-5")
  })
})
