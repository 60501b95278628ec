/**
 * ZIP files without compression, written front to back. Sizes and offsets always have 64 bits, so that one layout serves
 * archives of any size.
 */

/**
 * A file or folder of an archive. `path` has slashes between its names and ends with one for a folder; `modifiedAt` is in
 * epoch milliseconds, `crc32` of all bytes.
 */
export interface ZipEntry {
  readonly path: string
  readonly modifiedAt: number
  readonly size: number
  readonly crc32: number
  readonly read: () => ReadableStream<Uint8Array>
}

interface Placed {
  readonly entry: ZipEntry
  readonly name: Buffer
  readonly offset: number
}

const version = 45

/** Names are UTF-8. */
const flags = 0x0800

const in64Bits = 0xffffffff

/** The date and time of MS-DOS, whose years begin in 1980. */
const dosTime = (millis: number): number => {
  const date = new Date(Math.max(millis, Date.UTC(1980, 0, 1)))
  const day = (date.getUTCFullYear() - 1980) << 9 | (date.getUTCMonth() + 1) << 5 | date.getUTCDate()
  const time = date.getUTCHours() << 11 | date.getUTCMinutes() << 5 | date.getUTCSeconds() >> 1
  return ((day << 16) | time) >>> 0
}

const fields = (...values: ReadonlyArray<readonly [bytes: 2 | 4 | 8, value: number]>): Buffer => {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

const localHeader = ({ crc32, modifiedAt, size }: ZipEntry, name: Buffer): Buffer =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, version], [2, flags], [2, 0], [4, dosTime(modifiedAt)], [4, crc32]),
    fields([4, in64Bits], [4, in64Bits], [2, name.length], [2, 20]),
    name,
    fields([2, 1], [2, 16], [8, size], [8, size])
  ])

const centralHeader = ({ entry: { crc32, modifiedAt, path, size }, name, offset }: Placed): Buffer =>
  Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, 0], [4, dosTime(modifiedAt)], [4, crc32]),
    fields([4, in64Bits], [4, in64Bits], [2, name.length], [2, 28], [2, 0], [2, 0], [2, 0]),
    fields([4, path.endsWith("/") ? 0x10 : 0], [4, in64Bits]),
    name,
    fields([2, 1], [2, 24], [8, size], [8, size], [8, offset])
  ])

const ending = (count: number, start: number, length: number): Buffer =>
  Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, version], [2, version], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, length], [8, start]),
    fields([4, 0x07064b50], [4, 0], [8, start + length], [4, 1]),
    fields([4, 0x06054b50], [2, 0xffff], [2, 0xffff], [2, 0xffff], [2, 0xffff]),
    fields([4, in64Bits], [4, in64Bits], [2, 0])
  ])

/**
 * How many bytes the archive will have.
 */
export const sizeOf = (entries: ReadonlyArray<ZipEntry>): number =>
  entries.reduce((sum, { path, size }) => sum + 50 + 74 + 2 * Buffer.byteLength(path) + size, 98)

/**
 * The archive's bytes, chunk by chunk.
 */
export async function* bytesOf(entries: ReadonlyArray<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const placed: Array<Placed> = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.path, "utf8")
    placed.push({ entry, name, offset })
    const header = localHeader(entry, name)
    offset += header.length + entry.size
    yield header
    if (entry.size > 0) yield* entry.read()
  }
  const start = offset
  for (const one of placed) {
    const header = centralHeader(one)
    offset += header.length
    yield header
  }
  yield ending(placed.length, start, offset - start)
}
