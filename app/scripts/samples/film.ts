/** A short film. A lossy WebP picture is a key frame of VP8, so that pictures in a WebM file are a film. */
import sharp from "sharp"

const framesPerSecond = 12

/** A number of any length that WebM allows. */
const size = (length: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  bytes.writeUInt8(0x01, 0)
  return bytes
}

const element = (id: number, ...content: ReadonlyArray<Buffer>): Buffer => {
  const name = Buffer.from(
    id.toString(16).padStart(id > 0xff_ffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, "0"),
    "hex"
  )
  const body = Buffer.concat(content)
  return Buffer.concat([name, size(body.length), body])
}

const number = (id: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return element(id, bytes)
}

const text = (id: number, value: string): Buffer => element(id, Buffer.from(value))

const duration = (milliseconds: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(milliseconds)
  return element(0x4489, bytes)
}

/** The VP8 chunk of a WebP file. */
const frameOf = (webp: Buffer): Buffer => {
  let at = 12
  while (at < webp.length && webp.toString("latin1", at, at + 4) !== "VP8 ") {
    at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) & 1)
  }
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4))
}

const block = (frame: Buffer, since: number): Buffer => {
  const head = Buffer.from([0x81, 0, 0, 0x80])
  head.writeInt16BE(since, 1)
  return element(0xa3, head, frame)
}

const secondOf = (frames: ReadonlyArray<Buffer>, second: number): Buffer =>
  element(
    0x1f43b675,
    number(0xe7, second * 1000),
    ...frames.map((frame, index) => block(frame, Math.round(index * 1000 / framesPerSecond)))
  )

const cue = (second: number, position: number): Buffer =>
  element(0xbb, number(0xb3, second * 1000), element(0xb7, number(0xf7, 1), number(0xf1, position)))

const webm = (frames: ReadonlyArray<Buffer>, width: number, height: number): Buffer => {
  const head = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, "webm"),
    number(0x4287, 2),
    number(0x4285, 2)
  )
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    duration(frames.length * 1000 / framesPerSecond),
    text(0x4d80, "effect-drive"),
    text(0x5741, "effect-drive")
  )
  const picture = element(0xe0, number(0xb0, width), number(0xba, height))
  const track = element(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 1),
    number(0x9c, 0),
    text(0x86, "V_VP8"),
    picture
  )
  const tracks = element(0x1654ae6b, track)
  const clusters: Array<Buffer> = []
  for (let second = 0; second * framesPerSecond < frames.length; second++) {
    clusters.push(secondOf(frames.slice(second * framesPerSecond, (second + 1) * framesPerSecond), second))
  }
  const cuesAt = (start: number): Buffer => {
    let position = start
    const all = clusters.map((cluster, second) => {
      const one = cue(second, position)
      position += cluster.length
      return one
    })
    return element(0x1c53bb6b, ...all)
  }
  // every number has the same length, so that the places are known before they are written
  const start = info.length + tracks.length + cuesAt(0).length
  return Buffer.concat([head, element(0x18538067, info, tracks, cuesAt(start), ...clusters)])
}

/** A film of the frames that `draw` gives in SVG, from 0 to 1 of its time. */
export const film = async (options: {
  readonly seconds: number
  readonly width: number
  readonly height: number
  readonly draw: (at: number) => string
}): Promise<Buffer> => {
  const count = options.seconds * framesPerSecond
  const frames = await Promise.all(Array.from({ length: count }, async (_, index) =>
    frameOf(
      await sharp(Buffer.from(options.draw(index / count))).resize(options.width, options.height).flatten()
        .webp({ quality: 60, effort: 1 }).toBuffer()
    )))
  return webm(frames, options.width, options.height)
}
