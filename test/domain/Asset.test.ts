import { assert, describe, it } from "@effect/vitest"
import { Either, ParseResult, Schema } from "effect"
import { AssetFromWire } from "../../src/domain/Asset.js"

const decode = Schema.decodeUnknownEither(AssetFromWire)

const fieldsOf = (result: Either.Either<unknown, ParseResult.ParseError>) =>
  Either.isLeft(result)
    ? ParseResult.ArrayFormatter.formatErrorSync(result.left).map((issue) => issue.path.join("."))
    : []

describe("AssetFromWire", () => {
  it("reads all fields of the specification, and tolerates others", () => {
    const asset = Either.getOrThrow(decode({
      asset_id: "a1",
      space_id: "s1",
      raw_action: "read",
      status: 1,
      chunk_size: 5_242_880,
      file: { file_id: "f1", file_name: "a.txt", file_size: 3, file_type: 1, unheard_of: true },
      unheard_of: {}
    }))
    assert.strictEqual(asset.assetId, "a1")
    assert.strictEqual(asset.spaceId, "s1")
    assert.strictEqual(asset.rawAction, "read")
    assert.strictEqual(asset.chunkSize, 5_242_880)
    assert.strictEqual(asset.file?.name, "a.txt")
  })

  it("takes null for what is not there", () => {
    const asset = Either.getOrThrow(decode({ asset_id: "a1", raw_action: null, file: null, chunk_size: null }))
    assert.deepStrictEqual(Object.keys(asset), ["assetId"])
  })

  it("names the field that is missing or mistyped", () => {
    assert.deepStrictEqual(fieldsOf(decode({})), ["asset_id"])
    assert.deepStrictEqual([...new Set(fieldsOf(decode({ asset_id: "a1", chunk_size: 0 })))], ["chunk_size"])
    assert.include(
      fieldsOf(decode({ asset_id: "a1", file: { file_id: "f1", file_type: 1, file_size: 1 } }))[0] ?? "",
      "file"
    )
  })
})
