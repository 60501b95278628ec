/** What is in an archive: by its central directory, which is the part of a ZIP that counts. */
import { inflateRawSync } from "node:zlib"

const endOfDirectory = 0x06054b50
const stored = 0

export const unzip = (archive: Buffer): ReadonlyMap<string, Buffer> => {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error("this is no archive")
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
    const path = archive.toString("utf8", at + 46, at + 46 + (name ?? 0))
    const header = archive.readUInt32LE(at + 42)
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    if (!path.endsWith("/")) files.set(path, archive.readUInt16LE(at + 10) === stored ? bytes : inflateRawSync(bytes))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
