/** Archives of a few small files, stored as they are; office documents are such archives too. */
import { crc32 } from "node:zlib"

export type ZipEntries = Readonly<Record<string, string | Uint8Array>>

const utf8Names = 0x0800
/** 1 January 2026, 00:00. */
const date = ((2026 - 1980) << 9) | (1 << 5) | 1

const header = (signature: number, bytes: Buffer): Buffer => {
  bytes.writeUInt32LE(signature, 0)
  return bytes
}

export const zip = (entries: ZipEntries): Buffer => {
  const locals: Array<Buffer> = []
  const central: Array<Buffer> = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(utf8Names, 2)
    facts.writeUInt16LE(date, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const local = header(0x04034b50, Buffer.alloc(4))
    const entry = header(0x02014b50, Buffer.alloc(6))
    entry.writeUInt16LE(20, 4)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    locals.push(local, facts, path, bytes)
    central.push(entry, facts, place, path)
    offset += 30 + path.length + bytes.length
  }
  const directory = Buffer.concat(central)
  const end = header(0x06054b50, Buffer.alloc(22))
  const count = Object.keys(entries).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
