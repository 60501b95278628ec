/** Reads an uncompressed ZIP with 64-bit fields by its central directory, and checks the local headers against it. */
import { assert } from "@effect/vitest"
import { crc32 } from "node:zlib"

export const unzip = (zip: Buffer): ReadonlyArray<readonly [path: string, text: string]> => {
  const end = zip.length - 98
  assert.deepStrictEqual(
    [zip.readUInt32LE(end), zip.readUInt32LE(end + 56), zip.readUInt32LE(end + 76)],
    [0x06064b50, 0x07064b50, 0x06054b50]
  )
  assert.strictEqual(Number(zip.readBigUInt64LE(end + 64)), end)
  const count = Number(zip.readBigUInt64LE(end + 32))
  let at = Number(zip.readBigUInt64LE(end + 48))
  const entries: Array<readonly [string, string]> = []
  for (let index = 0; index < count; index++) {
    assert.strictEqual(zip.readUInt32LE(at), 0x02014b50)
    const length = zip.readUInt16LE(at + 28)
    const path = zip.toString("utf8", at + 46, at + 46 + length)
    const extra = at + 46 + length
    const size = Number(zip.readBigUInt64LE(extra + 4))
    const local = Number(zip.readBigUInt64LE(extra + 20))
    assert.strictEqual(zip.readUInt32LE(local), 0x04034b50)
    assert.strictEqual(zip.toString("utf8", local + 30, local + 30 + length), path)
    const start = local + 30 + length + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    assert.strictEqual(crc32(bytes), zip.readUInt32LE(at + 16), path)
    entries.push([path, bytes.toString()])
    at = extra + zip.readUInt16LE(at + 30)
  }
  assert.strictEqual(at, end)
  return entries
}
