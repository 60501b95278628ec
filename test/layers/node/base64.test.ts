import { describe, expect, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import * as Base64 from "../../../src/layers/storage/bucket/Base64.js"

describe("base64 in headers", () => {
  it("is of a text in UTF-8", () => {
    for (const text of ["", "a", "ab", "abc", "{\"callbackBody\":\"名前=${object}&ö=🌱\"}"]) {
      expect(Base64.ofText(text)).toBe(Buffer.from(text).toString("base64"))
    }
  })

  it("is of the bytes of a digest, in whatever case its hex is", () => {
    const digest = createHash("md5").update("content")
    const hex = digest.copy().digest("hex")
    expect(Base64.ofHex(hex)).toBe(digest.digest("base64"))
    expect(Base64.ofHex(hex.toUpperCase())).toBe(Base64.ofHex(hex))
  })
})
