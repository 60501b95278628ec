/**
 * Bodies that go round Node's HTTP parser, which copies each piece of a body into fresh memory: that and its collection cost
 * more than reading the socket and writing a file together.
 *
 * The parser is told of a body of one byte. The real one is read from the socket into blocks that are used again. When all of
 * it is there the parser gets its byte, ends the answer, and the connection goes back to the others. Heads that are not plain
 * (`PlainHead`) reach the parser as they are, with their bodies.
 *
 * @since 1.0.7
 */
import type { Agent } from "node:http"
import type { OnReadOpts } from "node:net"
import { Socket } from "node:net"
import type { TakeBytes } from "../../../services/Transport.js"
import * as PlainHead from "./PlainHead.js"
import type { ReadBlock, ReadBlocks } from "./ReadBlocks.js"

/** Longer heads are left to the parser, which refuses them. */
const longestHead = 65_536

const nothing = (): void => {}

interface Reader {
  /** Says whether more may come. */
  readonly take: TakeBytes<true>
  readonly end: () => void
}

/**
 * What stands between a socket and the parser.
 *
 * @since 1.0.7
 * @category models
 */
export class BodyTap {
  private socket: Socket | undefined
  private mode: "body" | "head" | "parser" = "parser"
  private head: Buffer = Buffer.alloc(0)
  /** Bytes of the body that came with the head. */
  private early: Buffer | undefined
  private left = 0
  private reader: Reader | undefined
  private block: ReadBlock | undefined
  /** Where the next bytes will lie: in a block of a body, which may have ended since, or in memory that the parser may keep. */
  private into: { readonly block: ReadBlock } | { readonly memory: Buffer } = { memory: Buffer.alloc(0) }

  constructor(private readonly blocks: ReadBlocks) {}

  readonly onread: OnReadOpts = {
    buffer: () => this.memory(),
    callback: (size) => this.arrived(size)
  }

  bind(socket: Socket): void {
    this.socket = socket
    socket.once("close", () => this.leave())
  }

  /** A request is about to be sent: what comes next is its answer. */
  expect(): void {
    this.mode = "head"
    this.head = Buffer.alloc(0)
  }

  /** The length of the body that is not given to the parser. */
  length(): number | undefined {
    return this.mode === "body" ? this.left : undefined
  }

  /** Goes on reading until `take` wants no more, or the body ends. */
  start(reader: Reader): void {
    if (this.mode !== "body") return
    this.reader = reader
    const { early } = this
    this.early = undefined
    if (early !== undefined && early.length > 0 && !this.deliver(early, nothing)) return
    this.socket?.resume()
  }

  stop(): void {
    this.reader = undefined
    if (this.mode === "body") this.socket?.pause()
  }

  private memory(): Buffer {
    if (this.mode !== "body") {
      const memory = Buffer.allocUnsafeSlow(longestHead)
      this.into = { memory }
      return memory
    }
    const block = this.block === undefined || this.block.isFull() ? this.blocks.take() : this.block
    this.block = block
    this.into = { block }
    return block.room()
  }

  private arrived(size: number): boolean {
    const { into } = this
    if ("memory" in into) return this.dispatch(into.memory.subarray(0, size), nothing)
    const { bytes, free } = into.block.lend(size)
    if (this.mode === "body") return this.dispatch(bytes, free)
    const copy = Buffer.from(bytes)
    free()
    return this.dispatch(copy, nothing)
  }

  private dispatch(bytes: Buffer, free: () => void): boolean {
    if (this.mode === "body") return this.deliver(bytes, free)
    if (this.mode === "head") return this.findBody(bytes)
    this.socket?.push(bytes)
    return true
  }

  private findBody(bytes: Buffer): boolean {
    this.head = Buffer.concat([this.head, bytes])
    while (true) {
      const end = this.head.indexOf("\r\n\r\n") + 4
      if (end < 4) {
        if (this.head.length > longestHead || this.head.includes("\n\n")) this.giveUp()
        return true
      }
      const head = this.head.toString("latin1", 0, end)
      const plain = PlainHead.read(head)
      if (plain !== undefined) {
        this.enter(plain.length, this.head.subarray(end))
        this.socket?.push(Buffer.from(plain.oneByte, "latin1"))
        return false
      }
      if (!PlainHead.isInterim(head)) {
        this.giveUp()
        return true
      }
      this.socket?.push(this.head.subarray(0, end))
      this.head = this.head.subarray(end)
    }
  }

  private giveUp(): void {
    this.mode = "parser"
    this.socket?.push(this.head)
  }

  private enter(length: number, early: Buffer): void {
    this.mode = "body"
    this.head = Buffer.alloc(0)
    this.left = length
    this.early = early
    this.blocks.enter()
  }

  private leave(): void {
    if (this.mode === "body") this.blocks.leave()
    this.mode = "parser"
    this.reader = undefined
    this.early = undefined
    this.block = undefined
  }

  private deliver(bytes: Buffer, free: () => void): boolean {
    const { reader } = this
    const body = bytes.subarray(0, this.left)
    const behind = bytes.subarray(this.left)
    this.left -= body.length
    const goesOn = reader?.take(body, free) === undefined
    if (this.left > 0) return goesOn
    this.leave()
    this.socket?.push(Buffer.concat([Buffer.alloc(1), behind]))
    reader?.end()
    return true
  }
}

const taps = new WeakMap<object, BodyTap>()

/**
 * The tap of a connection that an agent of `tapAgent` has opened.
 *
 * @since 1.0.7
 * @category combinators
 */
export const of = (socket: object | null): BodyTap | undefined => socket === null ? undefined : taps.get(socket)

/**
 * Makes the agent open its connections with a tap in each.
 *
 * @since 1.0.7
 * @category combinators
 */
export const tapAgent = <A extends Agent>(agent: A, blocks: ReadBlocks): A => {
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const tap = new BodyTap(blocks)
    const socket = create(Object.assign({}, options, { onread: tap.onread }), callback)
    if (socket instanceof Socket) {
      tap.bind(socket)
      taps.set(socket, tap)
    }
    return socket
  }
  return agent
}
