import { assert, describe, it } from "@effect/vitest"
import * as ServerText from "../../src/domain/ServerText.js"
import * as SignedUrl from "../../src/domain/SignedUrl.js"

describe("a server's text in an error", () => {
  it("is one line without control characters", () => {
    assert.strictEqual(
      ServerText.clean("one\r\ntwo\u001b[31m red\u0000\u202Eover\u2028end\n"),
      "one two [31m red over end"
    )
  })

  it("is cut at 400 characters", () => {
    assert.strictEqual(ServerText.clean("x".repeat(1_000_000)), `${"x".repeat(400)}…`)
  })

  it("is left alone where it is plain", () => {
    const text =
      "The file \"report 2026.pdf\" (id 63a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3) is there already: 409, try again"
    assert.strictEqual(ServerText.clean(text), text)
    assert.strictEqual(ServerText.clean("the token has expired"), "the token has expired")
    assert.isUndefined(ServerText.cleanIfGiven(undefined))
  })

  it("says none of the secrets that the call was made with, also where they are escaped", () => {
    const secrets = ["AK/secret+key==", "x7Qp"]
    const text = "key AK/secret+key== or AK%2Fsecret%2Bkey%3D%3D, code x7Qp"
    assert.strictEqual(ServerText.clean(text, secrets), "key <cut out> or <cut out>, code <cut out>")
  })

  it.each([
    ["Signature=abc%2Fdef&Expires=1", "Signature=<cut out>&Expires=1"],
    ["X-Amz-Security-Token: FwoGZXIv", "X-Amz-Security-Token: <cut out>"],
    ["{\"access_token\":\"t0p\",\"code\":1}", "{\"access_token\":\"<cut out>\",\"code\":1}"],
    ["Authorization: Bearer abc.def", "Authorization: <cut out>"],
    ["sent Bearer abc.def here", "sent <cut out> here"],
    ["token eyJhbGciOi.eyJzdWIi.sig is bad", "token <cut out> is bad"],
    [`provided ${"0a".repeat(32)}`, "provided <cut out>"],
    ["cookie: wsid=42", "cookie: <cut out>"]
  ])("says nothing secret of %s", (text, shown) => {
    assert.strictEqual(ServerText.clean(text), shown)
  })

  it("takes no longer for what is made to be slow", () => {
    for (const text of ["token", "signature=", "Bearer ", "eyJa.", "a".repeat(64), "_key_"]) {
      assert.isAtMost(ServerText.clean(text.repeat(100_000)).length, 401)
    }
  })

  it("knows secrets of a request by their names", () => {
    const fields = { access_token: "one", share_code: "two", name: "three", page: 4 }
    assert.deepStrictEqual(ServerText.secretsIn(Object.entries(fields)), ["one", "two"])
    const url = "https://host/k?X-Amz-Signature=s&X-Amz-Credential=c&partNumber=1&security-token=t"
    assert.deepStrictEqual(SignedUrl.secretsOf(url), ["s", "c", "t"])
    assert.deepStrictEqual(SignedUrl.secretsOf("no address"), [])
  })
})
