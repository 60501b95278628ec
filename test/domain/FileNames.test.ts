import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as Etag from "../../src/domain/Etag.js"
import * as FileName from "../../src/domain/FileName.js"
import * as FilePath from "../../src/domain/FilePath.js"
import { expiryOfSignedUrl } from "../../src/domain/SignedUrl.js"
import * as PageCursor from "../../src/layers/storage/product/PageCursor.js"

describe("FileName", () => {
  it("takes names in any script, with spaces and dots", () => {
    for (const name of ["a", "...", ".hidden", "Größe", "日本語 📁.txt", " a ", "a\\b", "x".repeat(1024)]) {
      assert.deepStrictEqual(FileName.make(name), Either.right(name))
    }
  })

  it("refuses what is no name", () => {
    for (const name of ["", ".", "..", "a/b", "\u0000", "a\nb", "\u007f", "\udc00x", "x".repeat(1025)]) {
      assert.isTrue(Either.isLeft(FileName.make(name)), JSON.stringify(name))
    }
  })
})

describe("FilePath", () => {
  it("has one slash before each name", () => {
    for (const path of ["a/b", "/a/b", "/a//b/", "a/b//"]) {
      assert.deepStrictEqual(FilePath.make(path), Either.right("/a/b"))
    }
    for (const path of ["", "/", "//"]) assert.deepStrictEqual(FilePath.make(path), Either.right("/"))
    assert.isTrue(Either.isLeft(FilePath.make("a/../b")))
  })

  it("splits and joins", () => {
    assert.deepStrictEqual(FilePath.split("/a/b/c"), { folder: "/a/b", name: "c" })
    assert.deepStrictEqual(FilePath.split("/a"), { folder: "/", name: "a" })
    assert.strictEqual(FilePath.child("/", "a"), "/a")
    assert.strictEqual(FilePath.child("/a", "b"), "/a/b")
  })
})

describe("Etag", () => {
  const digest = "0123456789abcdef0123456789abcdef"

  it("has no quotes", () => {
    for (const text of [digest, `"${digest}"`, `W/"${digest}"`, `&quot;${digest}&quot;`]) {
      assert.strictEqual(Etag.make(text), digest)
    }
    assert.isUndefined(Etag.make(undefined))
    assert.isUndefined(Etag.make("\"\""))
  })

  it("is compared only where it is a digest", () => {
    assert.isTrue(Etag.isSameDigest(digest, digest.toUpperCase()))
    assert.isTrue(Etag.isSameDigest(`${digest}-3`, `${digest}-3`))
    assert.isFalse(Etag.isSameDigest(`${digest}-3`, `${digest}-4`))
    assert.isFalse(Etag.isSameDigest("opaque", "opaque"))
    assert.isFalse(Etag.isSameDigest(undefined, undefined))
  })
})

describe("expiryOfSignedUrl", () => {
  it("reads what S3, OSS and pds write", () => {
    const at = Date.parse("2026-01-02T03:04:05Z")
    const cases = [
      "https://h/o?X-Amz-Date=20260102T030405Z&X-Amz-Expires=60",
      "https://h/o?x-oss-date=20260102T030405Z&x-oss-expires=60",
      `https://h/o?OSSAccessKeyId=k&Expires=${at / 1000 + 60}&Signature=s`,
      `https://h/o?x-oss-access-key-id=k&x-oss-expires=${at / 1000 + 60}&x-oss-signature=s`
    ]
    for (const url of cases) assert.strictEqual(expiryOfSignedUrl(url), at + 60_000, url)
    for (const url of ["https://h/o", "https://h/o?Expires=soon", "no url"]) assert.isUndefined(expiryOfSignedUrl(url))
  })
})

describe("PageCursor", () => {
  it("leads to the next page of the same size", () => {
    const cursor = PageCursor.next("s", { page: 2, pageSize: 50 })
    assert.deepStrictEqual(PageCursor.decode("s", cursor), Either.right({ page: 3, pageSize: 50 }))
  })

  it("tells how many items came before, where the size does not", () => {
    const cursor = PageCursor.next("s", { page: 2, pageSize: 50 }, 20)
    assert.deepStrictEqual(PageCursor.decode("s", cursor), Either.right({ page: 3, pageSize: 50, before: 20 }))
    assert.deepStrictEqual(
      [cursor, PageCursor.next("s", { page: 2, pageSize: 50 })].map((one) =>
        Either.map(PageCursor.decode("s", one), PageCursor.before)
      ),
      [Either.right(20), Either.right(100)]
    )
  })

  it("refuses the page of another space", () => {
    assert.isTrue(Either.isLeft(PageCursor.decode("other", PageCursor.next("s", { page: 2, pageSize: 50 }))))
  })

  it("refuses anything else", () => {
    for (const cursor of ["", "2", "2x20", "0x20~s", "2x0~s", "2x20x~s", "-1x20~s", "9999999999x1~s"]) {
      assert.isTrue(Either.isLeft(PageCursor.decode("s", cursor)), cursor)
    }
  })
})
