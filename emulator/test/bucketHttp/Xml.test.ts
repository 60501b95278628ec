import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Cors from "../../src/bucketHttp/Cors.js"
import * as Xml from "../../src/bucketHttp/Xml.js"

describe("Xml", () => {
  it("reads back what it writes", () =>
    fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (first, second) => {
      const root = Xml.parse(Xml.document("List", { Key: [first, second], Empty: "", Left: undefined }))
      assert.deepStrictEqual(root === undefined ? undefined : Xml.all(root, "Key").map((one) => one.text), [
        first,
        second
      ])
    })))

  it("reads prefixes, comments, CDATA and entities", () => {
    const root = Xml.parse(
      "<?xml version='1.0'?><!-- c --><s:A xmlns:s=\"x>y\"><B a='1'/><B><![CDATA[<&]]>&amp;&#x41;&#66;</B></s:A>\n"
    )
    assert.strictEqual(root?.name, "A")
    assert.deepStrictEqual(root === undefined ? [] : Xml.all(root, "B").map((one) => one.text), ["", "<&&AB"])
  })

  it("refuses what is not well-formed, and document types", () => {
    for (
      const text of ["", "text", "<A>", "<A></B>", "<A/><B/>", "</A>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<A"]
    ) {
      assert.isUndefined(Xml.parse(text), text)
    }
  })
})

describe("Cors", () => {
  const rule: Cors.CorsRule = {
    origins: ["https://*.page.test"],
    methods: ["PUT"],
    headers: ["content-type", "x-amz-*"],
    exposed: ["ETag"]
  }

  it("lets only those origins, methods and headers pass that a rule names", () => {
    const allows = (origin: string, method = "PUT", asked: ReadonlyArray<string> = []) =>
      Cors.headersFor([rule], { origin, method, asked }) !== undefined
    assert.isTrue(allows("https://a.page.test"))
    assert.isTrue(allows("https://a.page.test", "PUT", ["Content-Type", "x-amz-meta-a"]))
    assert.isFalse(allows("https://page.test.evil"))
    assert.isFalse(allows("https://a.page.test", "GET"))
    assert.isFalse(allows("https://a.page.test", "PUT", ["authorization"]))
  })

  it("keeps its rules as text and as XML", () => {
    const xml = Xml.document("CORSConfiguration", Cors.toXml([rule]))
    assert.deepStrictEqual(Cors.fromXml(xml), [rule])
    assert.deepStrictEqual(Cors.decode(Cors.encode([rule])), [rule])
    assert.isUndefined(Cors.decode("no json"))
    assert.isUndefined(Cors.fromXml("<CORSConfiguration></CORSConfiguration>"))
  })
})
