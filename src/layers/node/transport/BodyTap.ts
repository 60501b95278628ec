/**
 * Bodies that go round Node's HTTP parser, which copies each piece of a body into fresh memory: that and its collection cost
 * more than reading the socket and writing a file together.
 *
 * The parser is told of a body of one byte. The real one is read from the socket into blocks that are used again. When all of
 * it is there the parser gets its byte, ends the answer, and the connection goes back to the others. Heads that are not plain
 * (`PlainHead`) reach the parser as they are, with their bodies.
 *
 * Bytes that nobody has asked for, behind an answer or before the next request, end the connection: they are never read as an
 * answer. Where Node, or a runtime in its place, does otherwise than it is relied on here, connections are opened without a tap from
 * then on, each for one request: a parser alone may take for an answer what came before it was asked for.
 *
 * @since 1.0.7
 */
import type { Agent, IncomingMessage } from "node:http"
import type { OnReadOpts } from "node:net"
import { Socket } from "node:net"
import type { TakeBytes } from "../../../services/Transport.js"
import * as PlainHead from "./PlainHead.js"
import type { ReadBlock, ReadBlocks } from "./ReadBlocks.js"

/** Longer heads are left to the parser, which refuses them. */
const longestHead = 65_536

/** More bytes than this after the socket was told to wait, and it does not wait. */
const mostUnasked = 1_048_576

const nothing = (): void => {}

interface Reader {
  /** Says whether more may come. */
  readonly take: TakeBytes<true>
  readonly end: () => void
}

interface Piece {
  readonly bytes: Buffer
  readonly free: () => void
}

/**
 * What stands between a socket and the parser.
 *
 * @since 1.0.7
 * @category models
 */
export class BodyTap {
  private socket: Socket | undefined
  private mode: "body" | "head" | "idle" | "parser" = "idle"
  private head: Buffer = Buffer.alloc(0)
  /** What came while nobody was reading: with the head, or after the socket was told to wait. */
  private waiting: Array<Piece> = []
  private left = 0
  private reader: Reader | undefined
  private block: ReadBlock | undefined
  /** More came than the answer has: no next answer can be read from here. */
  private isSpoilt = false
  /** Where the next bytes will lie: in a block of a body, which may have ended since, or in memory that the parser may keep. */
  private into: { readonly block: ReadBlock } | { readonly memory: Buffer } = { memory: Buffer.alloc(0) }

  /** `misfit` is called when Node does otherwise than it should. */
  constructor(private readonly blocks: ReadBlocks, private readonly misfit: () => void) {}

  readonly onread: OnReadOpts = {
    buffer: () => this.memory(),
    callback: (size) => this.arrived(size)
  }

  bind(socket: Socket): void {
    this.socket = socket
    socket.once("close", () => this.leave())
    // before the agent hears of it, which keeps no connection that is closed
    socket.on("free", () => {
      this.isSpoilt ||= this.mode === "body" || this.head.length > 0
      this.leave()
      if (this.isSpoilt) socket.destroy()
    })
  }

  /** A request is about to be sent: what comes next is its answer. */
  expect(): void {
    if (this.isSpoilt) this.socket?.destroy()
    this.mode = "head"
    this.head = Buffer.alloc(0)
  }

  /**
   * The length of the body that is not given to the parser. `misfit`: the parser has read another head than the one that it was
   * given.
   */
  length(response: IncomingMessage): number | "misfit" | undefined {
    // an answer of which nothing came through here
    if (this.mode === "head") this.misfit()
    if (this.mode !== "body") return undefined
    if (response.headers["content-length"] === "1") return this.left
    this.misfit()
    return "misfit"
  }

  /** Continues reading until `take` wants no more, or the body ends. */
  start(reader: Reader): void {
    if (this.mode !== "body") return
    this.reader = reader
    if (this.deliver()) this.socket?.resume()
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
    if ("memory" in into) return this.dispatch({ bytes: into.memory.subarray(0, size), free: nothing })
    const piece = into.block.lend(size)
    if (this.mode === "body") return this.dispatch(piece)
    const copy = Buffer.from(piece.bytes)
    piece.free()
    return this.dispatch({ bytes: copy, free: nothing })
  }

  private dispatch(piece: Piece): boolean {
    switch (this.mode) {
      case "body":
        this.waiting.push(piece)
        return this.deliver()
      case "head":
        return this.findBody(piece.bytes)
      case "idle":
        this.socket?.destroy()
        return false
      case "parser":
        this.socket?.push(piece.bytes)
        return true
    }
  }

  private findBody(bytes: Buffer): boolean {
    this.head = Buffer.concat([this.head, bytes])
    while (this.socket?.destroyed === false) {
      const end = this.head.indexOf("\r\n\r\n") + 4
      const head = this.head.toString("latin1", 0, end < 4 ? this.head.length : end)
      if (head.length > longestHead || PlainHead.isOdd(head)) return this.giveUp()
      if (end < 4) return true
      const plain = PlainHead.read(head)
      if (plain !== undefined) {
        this.enter(plain.length, this.head.subarray(end))
        this.socket.push(Buffer.from(plain.oneByte, "latin1"))
        return false
      }
      if (!PlainHead.isInterim(head)) return this.giveUp()
      this.socket.push(this.head.subarray(0, end))
      this.head = this.head.subarray(end)
    }
    return false
  }

  private giveUp(): boolean {
    const { head } = this
    this.mode = "parser"
    this.head = Buffer.alloc(0)
    this.socket?.push(head)
    return true
  }

  private enter(length: number, early: Buffer): void {
    this.mode = "body"
    this.head = Buffer.alloc(0)
    this.left = length
    if (early.length > 0) this.waiting.push({ bytes: early, free: nothing })
    this.blocks.enter()
  }

  private leave(): void {
    if (this.mode === "body") this.blocks.leave()
    this.mode = "idle"
    this.reader = undefined
    this.waiting = []
    this.block = undefined
  }

  /** Hands over what is there, and says whether to read on. */
  private deliver(): boolean {
    while (this.reader !== undefined) {
      const piece = this.waiting.shift()
      if (piece === undefined) return true
      const { reader } = this
      const body = piece.bytes.subarray(0, this.left)
      this.left -= body.length
      this.isSpoilt = piece.bytes.length > body.length || (this.left === 0 && this.waiting.length > 0)
      if (reader.take(body, piece.free) !== undefined) this.reader = undefined
      if (this.left > 0) continue
      this.leave()
      this.socket?.push(Buffer.alloc(1))
      reader.end()
      return true
    }
    if (this.waiting.reduce((size, { bytes }) => size + bytes.length, 0) > mostUnasked) this.misfit()
    return false
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
 * Makes the agent open its connections with a tap in each, as long as Node does what a tap relies on.
 *
 * @since 1.0.7
 * @category combinators
 */
export const tapAgent = <A extends Agent>(agent: A, blocks: ReadBlocks): A => {
  const create = agent.createConnection.bind(agent)
  let fits = true
  agent.createConnection = (options, callback) => {
    if (!fits) return create(options, callback)
    const tap = new BodyTap(blocks, () => {
      fits = false
      agent.keepSocketAlive = () => false
    })
    const bind = (socket: unknown) => {
      if (!(socket instanceof Socket) || taps.has(socket)) return
      tap.bind(socket)
      taps.set(socket, tap)
    }
    const socket = create(Object.assign({}, options, { onread: tap.onread }), (error, opened) => {
      bind(opened)
      callback?.(error, opened)
    })
    bind(socket)
    return socket
  }
  return agent
}
