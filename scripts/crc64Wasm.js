/**
 * Writes `src/layers/hash/Crc64Wasm.ts`: a WebAssembly module that computes CRC-64/XZ, as text. Run it after a change here:
 * `node scripts/crc64Wasm.js`. A test compares.
 *
 * How it works. Take the bytes as a polynomial over GF(2), the first bit highest, and let P be the CRC's. A multiple of P may be
 * added anywhere without changing the remainder. `sparse` is such a multiple with eight terms; so is `sparse(x^8)`, because
 * squaring keeps terms apart and P still divides it. Adding it so that its first term meets a set bit clears that bit, and flips
 * seven bits further back, at distances of whole bytes. Done for all bits of the message that is one line:
 *
 *     byte[n] ^= byte[n - d1] ^ byte[n - d2] ^ ... ^ byte[n - d7]      for n from front to back
 *
 * No table, no bit shifts, and no byte waits for one less than `min(d)` before it, so that 16 go at a time. What is left of the
 * message then are the contributions to the `span` bytes behind its end (the largest distance): they are brought down by a table,
 * byte by byte, once, and a factor corrects for where they stand.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const target = fileURLToPath(new URL("../src/layers/hash/Crc64Wasm.ts", import.meta.url))

/** P without its highest power; bit 63 is x^0, as everywhere below. */
const polynomial = 0xc96c5795d7870f42n

/**
 * Exponents of a multiple of P: found by a search for three powers of x whose sum is that of four others and 1. All
 * multiples of P have an even number of terms; fewer than eight would lie much further apart.
 */
const sparse = [2444, 2288, 1984, 1881, 1556, 1122, 1107, 0]

/** Most bytes that are folded at a time. */
const blockSize = 65_536

const mask = (1n << 64n) - 1n
const one = 1n << 63n

/** Times x, and the other way round. */
const raised = (value) => (value >> 1n) ^ ((value & 1n) === 1n ? polynomial : 0n)
const lowered = (value) => value >> 63n === 1n ? (((value ^ polynomial) << 1n) & mask) | 1n : value << 1n

const times = (count, step, value) => {
  for (let left = count; left > 0; left--) value = step(value)
  return value
}

/** In bytes, after all powers were multiplied by 8. */
const distances = sparse.slice(1).map((exponent) => sparse[0] - exponent)

/** Bytes before those to be folded that have a share in them, up to a border of the processor's cache. */
const span = Math.ceil(sparse[0] / 64) * 64

export const isMultiple = () => sparse.reduce((sum, power) => sum ^ times(power, raised, one), 0n) === 0n

const unsigned = (value) => value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]

const signed = (value) => {
  const bits = Number(BigInt.asIntN(7, value))
  const rest = value >> 7n
  return rest === BigInt(bits < 0 ? -1 : 0) ? [bits & 127] : [(bits & 127) | 128, ...signed(rest)]
}

const [i32, i64] = [0x7f, 0x7e]
const tableAt = 2 * 65_536

const op = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  if: [0x04, 0x40],
  end: [0x0b],
  br: (depth) => [0x0c, depth],
  brIf: (depth) => [0x0d, depth],
  get: (local) => [0x20, local],
  set: (local) => [0x21, local],
  i32: (value) => [0x41, ...signed(BigInt(value))],
  i64: (value) => [0x42, ...signed(BigInt.asIntN(64, value))],
  i64Load: (offset) => [0x29, 0, ...unsigned(offset)],
  i64Store: (offset) => [0x37, 0, ...unsigned(offset)],
  byteLoad: (offset) => [0x2d, 0, ...unsigned(offset)],
  byteStore: (offset) => [0x3a, 0, ...unsigned(offset)],
  i32Less: [0x49],
  i32More: [0x4b],
  i32Add: [0x6a],
  i32And: [0x71],
  i32Xor: [0x73],
  i32Shl: [0x74],
  i64IsZero: [0x50],
  i64Less: [0x53],
  i64Sub: [0x7d],
  i64And: [0x83],
  i64Xor: [0x85],
  i64Shl: [0x86],
  i64Shr: [0x88],
  wrap: [0xa7],
  extend: [0xad],
  fill: [0xfc, 0x0b, 0],
  vectorLoad: (offset) => [0xfd, 0x00, 0, ...unsigned(offset)],
  vectorStore: (offset) => [0xfd, 0x0b, 0, ...unsigned(offset)],
  vectorXor: [0xfd, 0x51]
}

/** What stands at the seven distances before `local + span + ahead`, added up on what is on the stack. */
const contributions = (local, ahead, load, xor) =>
  distances.flatMap((distance) => [...op.get(local), ...load(span - distance + ahead), ...xor])

const vector = (ahead) => [
  ...op.get(1),
  ...op.get(1),
  ...op.vectorLoad(span + ahead),
  ...contributions(1, ahead, op.vectorLoad, op.vectorXor),
  ...op.vectorStore(span + ahead)
]

/** `fold(size)`: memory holds the `span` bytes before (folded already), and `size` bytes to fold. */
const fold = [
  ...op.block,
  ...op.loop,
  ...[...op.get(1), ...op.i32(64), ...op.i32Add, ...op.get(0), ...op.i32More, ...op.brIf(1)],
  ...[0, 16, 32, 48].flatMap(vector),
  ...[...op.get(1), ...op.i32(64), ...op.i32Add, ...op.set(1), ...op.br(0)],
  ...op.end,
  ...op.end,
  ...op.block,
  ...op.loop,
  ...[...op.get(0), ...op.get(1), ...op.i32More, 0x45, ...op.brIf(1)],
  ...[...op.get(1), ...op.get(1), ...op.byteLoad(span)],
  ...contributions(1, 0, op.byteLoad, op.i32Xor),
  ...op.byteStore(span),
  ...[...op.get(1), ...op.i32(1), ...op.i32Add, ...op.set(1), ...op.br(0)],
  ...op.end,
  ...op.end,
  ...op.end
]

/** Times x: `value >> 1`, and the polynomial where a bit fell off. */
const raise = (local) => [
  ...[...op.get(local), ...op.i64(1n), ...op.i64Shr],
  ...[...op.i64(0n), ...op.get(local), ...op.i64(1n), ...op.i64And, ...op.i64Sub, ...op.i64(polynomial), ...op.i64And],
  ...[...op.i64Xor, ...op.set(local)]
]

/** `digest()`: the CRC of all that was folded; memory holds the last `span` bytes of it. Locals: position, crc, product, factor. */
const digest = [
  // Nothing behind the end has been folded: it counts as zeros.
  ...[...op.i32(span), ...op.i32(0), ...op.i32(span), ...op.fill],
  ...op.loop,
  ...[...op.i32(0), ...contributions(0, 0, op.byteLoad, op.i32Xor)],
  ...[...op.get(1), ...op.wrap, ...op.i32Xor, ...op.i32(255), ...op.i32And, ...op.i32(3), ...op.i32Shl],
  ...[...op.i64Load(tableAt), ...op.get(1), ...op.i64(8n), ...op.i64Shr, ...op.i64Xor, ...op.set(1)],
  ...[...op.get(0), ...op.i32(1), ...op.i32Add, ...op.set(0)],
  ...[...op.get(0), ...op.i32(span), ...op.i32Less, ...op.brIf(0)],
  ...op.end,
  // The remainder stands `span` bytes too high: times x to the power of -8 span.
  ...[...op.i64(times(8 * span, lowered, one)), ...op.set(3)],
  ...op.loop,
  ...[...op.get(3), ...op.i64(0n), ...op.i64Less, ...op.if],
  ...[...op.get(2), ...op.get(1), ...op.i64Xor, ...op.set(2), ...op.end],
  ...raise(1),
  ...[...op.get(3), ...op.i64(1n), ...op.i64Shl, ...op.set(3)],
  ...[...op.get(3), ...op.i64IsZero, 0x45, ...op.brIf(0)],
  ...op.end,
  ...[...op.get(2), ...op.i64(-1n), ...op.i64Xor],
  ...op.end
]

/** Runs once: the table of what a byte becomes when it is eight powers higher. Locals: byte, power, value. */
const start = [
  ...op.loop,
  ...[...op.get(0), ...op.extend, ...op.set(2), ...op.i32(8), ...op.set(1)],
  ...op.loop,
  ...raise(2),
  ...[...op.get(1), ...op.i32(-1), ...op.i32Add, ...op.set(1), ...op.get(1), ...op.brIf(0)],
  ...op.end,
  ...[...op.get(0), ...op.i32(3), ...op.i32Shl, ...op.get(2), ...op.i64Store(tableAt)],
  ...[...op.get(0), ...op.i32(1), ...op.i32Add, ...op.set(0)],
  ...[...op.get(0), ...op.i32(256), ...op.i32Less, ...op.brIf(0)],
  ...op.end,
  ...op.end
]

const section = (id, entries) => {
  const bytes = [...unsigned(entries.length), ...entries.flat()]
  return [id, ...unsigned(bytes.length), ...bytes]
}

const body = (locals, code) => {
  const bytes = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type]), ...code]
  return [...unsigned(bytes.length), ...bytes]
}

const exported = (name, kind, index) => [name.length, ...Buffer.from(name), kind, index]

const module = () =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, 1, i32, 0], [0x60, 0, 1, i64], [0x60, 0, 0]]),
    ...section(3, [[0], [1], [2]]),
    ...section(5, [[0, 3]]),
    ...section(7, [exported("memory", 2, 0), exported("fold", 0, 0), exported("digest", 0, 1)]),
    ...[8, 1, 2],
    ...section(10, [body([i32], fold), body([i32, i64, i64, i64], digest), body([i32, i32, i64], start)])
  ])

/** Eight bytes whose CRC leaves the register as it must be before the first byte: all ones. */
const before = () => times(64, lowered, mask)

export const crc64Module = () =>
  `/**
 * A WebAssembly module for CRC-64/XZ. Written by \`scripts/crc64Wasm.js\`, which says how it works.
 *
 * @since 1.0.7
 */

/**
 * The module in base64.
 *
 * @since 1.0.7
 * @category constants
 */
export const wasm =
  ${JSON.stringify(Buffer.from(module()).toString("base64"))}

/**
 * Bytes before a block that its folding needs.
 *
 * @since 1.0.7
 * @category constants
 */
export const span = ${span}

/**
 * Most bytes of a block.
 *
 * @since 1.0.7
 * @category constants
 */
export const blockSize = ${blockSize}

/**
 * The last bytes before the first block, least significant first.
 *
 * @since 1.0.7
 * @category constants
 */
export const before = 0x${before().toString(16).padStart(16, "0")}n
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, crc64Module())
