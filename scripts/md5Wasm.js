/**
 * Writes `src/layers/hash/Md5LanesWasm.ts`: a WebAssembly module that computes four MD5s at once, as text. Run it after a change
 * here: `node scripts/md5Wasm.js`. A test compares.
 *
 * How it works. Each step of MD5 waits for the one before, so that one digest leaves most of a processor idle. Four digests have
 * nothing to do with each other: a vector of four words holds one word of each, and every operation is done for all four. The words
 * of a message lie one behind the other, so a block of each is read as four vectors of its own, and turned.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const target = fileURLToPath(new URL("../src/layers/hash/Md5LanesWasm.ts", import.meta.url))

const vector = 0x7b
const i32 = 0x7f

/** Where the state and the constants are, one vector for each word. */
const stateAt = 0
const constantsAt = 64

const unsigned = (value) => value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]

const signed = (value) => {
  const rest = value >> 7
  return rest === ((value & 64) === 0 ? 0 : -1) ? [value & 127] : [(value & 127) | 128, ...signed(rest)]
}

const simd = (code) => [0xfd, ...unsigned(code)]

const op = {
  loop: [0x03, 0x40],
  end: [0x0b],
  brIf: (depth) => [0x0d, depth],
  get: (local) => [0x20, local],
  set: (local) => [0x21, local],
  tee: (local) => [0x22, local],
  i32: (value) => [0x41, ...signed(value)],
  i32Add: [0x6a],
  load: (offset) => [...simd(0x00), 4, ...unsigned(offset)],
  store: (offset) => [...simd(0x0b), 4, ...unsigned(offset)],
  shuffle: (lanes) => [...simd(0x0d), ...lanes],
  not: simd(0x4d),
  and: simd(0x4e),
  andNot: simd(0x4f),
  or: simd(0x50),
  xor: simd(0x51),
  shiftLeft: (bits) => [...op.i32(bits), ...simd(0xab)],
  shiftRight: (bits) => [...op.i32(bits), ...simd(0xad)],
  add: simd(0xae)
}

/** Locals: an address for each message, the blocks that are left, the state before a block, the state, the message, four to turn by. */
const pointer = (lane) => lane
const left = 4
const before = (word) => 5 + word
const state = (word) => 9 + word
const message = (word) => 13 + word
const turning = (row) => 29 + row
const locals = 28

const words = (...which) => which.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte))

/** Four words of each of four messages become four vectors of one word of all. */
const turn = (group) => {
  const row = (lane) => [...op.get(pointer(lane)), ...op.load(16 * group)]
  const interleave = (one, other, which, to) => [...one, ...other, ...op.shuffle(words(...which)), ...op.set(to)]
  const [low, high] = [[0, 4, 1, 5], [2, 6, 3, 7]]
  const [firsts, seconds] = [[0, 1, 4, 5], [2, 3, 6, 7]]
  const pair = (one, other) => [op.get(turning(one)), op.get(turning(other))]
  return [
    ...interleave(row(0), row(1), low, turning(0)),
    ...interleave(row(0), row(1), high, turning(1)),
    ...interleave(row(2), row(3), low, turning(2)),
    ...interleave(row(2), row(3), high, turning(3)),
    ...interleave(...pair(0, 2), firsts, message(4 * group)),
    ...interleave(...pair(0, 2), seconds, message(4 * group + 1)),
    ...interleave(...pair(1, 3), firsts, message(4 * group + 2)),
    ...interleave(...pair(1, 3), seconds, message(4 * group + 3))
  ]
}

const shifts = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

const messageOf = [(step) => step, (step) => 5 * step + 1, (step) => 3 * step + 5, (step) => 7 * step]

/** RFC 1321's four functions of b, c and d, added to what is on the stack; what needs no `b`, the newest word, comes first. */
const mixed = [
  (b, c, d) => [...b, ...c, ...d, ...op.xor, ...op.and, ...d, ...op.xor, ...op.add],
  (b, c, d) => [...c, ...d, ...op.andNot, ...op.add, ...b, ...d, ...op.and, ...op.add],
  (b, c, d) => [...c, ...d, ...op.xor, ...b, ...op.xor, ...op.add],
  (b, c, d) => [...b, ...d, ...op.not, ...op.or, ...c, ...op.xor, ...op.add]
]

const step = (number) => {
  const round = number >> 4
  const at = (word) => state((word - number % 4 + 4) % 4)
  const [b, c, d] = [1, 2, 3].map((word) => op.get(at(word)))
  const bits = shifts[round][number % 4]
  return [
    ...[...op.get(at(0)), ...op.i32(0), ...op.load(constantsAt + 16 * number), ...op.add],
    ...[...op.get(message(messageOf[round](number) % 16)), ...op.add],
    ...mixed[round](b, c, d),
    ...[...op.tee(turning(0)), ...op.shiftLeft(bits), ...op.get(turning(0)), ...op.shiftRight(32 - bits), ...op.or],
    ...[...b, ...op.add, ...op.set(at(0))]
  ]
}

const each = (count, make) => Array.from({ length: count }, (_, index) => make(index)).flat()

/** `blocks(one, two, three, four, count)`: so many blocks of 64 bytes, at least one, of each message from its address on. */
const blocks = [
  ...each(4, (word) => [...op.i32(0), ...op.load(stateAt + 16 * word), ...op.set(state(word))]),
  ...op.loop,
  ...each(4, (word) => [...op.get(state(word)), ...op.set(before(word))]),
  ...each(4, turn),
  ...each(64, step),
  ...each(4, (word) => [...op.get(state(word)), ...op.get(before(word)), ...op.add, ...op.set(state(word))]),
  ...each(4, (lane) => [...op.get(pointer(lane)), ...op.i32(64), ...op.i32Add, ...op.set(pointer(lane))]),
  ...[...op.get(left), ...op.i32(-1), ...op.i32Add, ...op.tee(left), ...op.brIf(0)],
  ...op.end,
  ...each(4, (word) => [...op.i32(0), ...op.get(state(word)), ...op.store(stateAt + 16 * word)]),
  ...op.end
]

const section = (id, entries) => {
  const bytes = [...unsigned(entries.length), ...entries.flat()]
  return [id, ...unsigned(bytes.length), ...bytes]
}

const body = (code) => {
  const bytes = [1, locals, vector, ...code]
  return [...unsigned(bytes.length), ...bytes]
}

const exported = (name, kind, index) => [name.length, ...Buffer.from(name), kind, index]

export const module = () =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, 5, i32, i32, i32, i32, i32, 0]]),
    ...section(3, [[0]]),
    ...section(5, [[0, 9]]),
    ...section(7, [exported("memory", 2, 0), exported("blocks", 0, 0)]),
    ...section(10, [body(blocks)])
  ])
