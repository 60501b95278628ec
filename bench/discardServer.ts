/**
 * The other end of the transfer benches, as cheap as it can be: an S3 endpoint on plain `node:http` that counts bytes
 * and throws them away, and beside it as much of the product API as an upload, a download and a list need. It checks nothing; that is what the
 * tests and the emulator are for. It runs in a process of its own, so that its CPU is not counted.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import type { ServerState } from "./discardProduct.js"
import { downloadPath, product } from "./discardProduct.js"

/** Where the bytes of the space go: this server itself, or an S3 server elsewhere. */
export interface Storage {
  readonly endpoint?: string | undefined
  readonly region: string
  readonly bucket: string
  readonly key: string
  readonly secret: string
}

export interface DiscardOptions {
  /** What the space lives on. Default s3. */
  readonly platform?: "oss" | "s3" | undefined
  /** Added before every answer. */
  readonly delayMs?: number | undefined
  /** So many bytes of bodies are taken a second, of all requests together. Default: as fast as they come. */
  readonly bytesPerSecond?: number | undefined
  /** For pages of another origin: each preflight is answered, and kept for an hour. */
  readonly cors?: boolean | undefined
  /** Never answer a create, so that uploads stay queued. */
  readonly holdCreates?: boolean | undefined
  readonly storage?: Storage | undefined
  /** A multipart upload that is there from the start, with all its parts but the missing ones. */
  readonly begun?: Begun | undefined
  /** How many files the root folder has. */
  readonly entries?: number | undefined
  /**
   * The size of the one object that can be downloaded, the space's speed in bytes per second, and whether the service knows the
   * object's SHA-1.
   */
  readonly download?: { readonly size: number; readonly speed: number; readonly hashed?: boolean } | undefined
}

/** Lengths in bytes; parts count from 1. */
export interface Begun {
  readonly uploadId: string
  readonly parts: number
  readonly partSize: number
  readonly missing: ReadonlyArray<number>
}

/** What was asked of the server since the last question, in requests but for the bytes. */
export interface Counts {
  readonly requests: number
  readonly bytes: number
  /** The same, with those of bodies that did not come to their end. */
  readonly bytesArrived: number
  readonly listPages: number
  readonly partsSent: number
  /** Of those, parts that the server had already. */
  readonly partsSentAgain: number
  /** From the end of the last page of parts to the first part after it; -1 without the two. */
  readonly readyMs: number
}

const nothing: Counts = {
  requests: 0,
  bytes: 0,
  bytesArrived: 0,
  listPages: 0,
  partsSent: 0,
  partsSentAgain: 0,
  readyMs: -1
}

const counted = { ...nothing }

const state: ServerState & { listedAt: number } = { nextId: 0, listedAt: Number.NaN, sha1: undefined }

const pageSize = 1000

interface Stored {
  readonly size: number
  readonly metadata: ReadonlyArray<readonly [string, string]>
}

const objects = new Map<string, Stored>()
const uploads = new Map<string, { readonly metadata: Stored["metadata"]; readonly sizes: Map<number, number> }>()

const metadataOf = (request: IncomingMessage, query: URLSearchParams): Stored["metadata"] => {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
  return [...headers, ...query].filter(([name]) => name.startsWith("x-amz-meta-"))
}

/** The bodies that are on their way, and when the line takes the next byte. */
const line = { bodies: new Set<IncomingMessage>(), freeAt: 0 }

const drained = (request: IncomingMessage, bytesPerSecond: number | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    line.bodies.add(request)
    request.on("close", () => line.bodies.delete(request))
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      counted.bytesArrived += chunk.length
      if (bytesPerSecond === undefined) return
      const now = performance.now()
      line.freeAt = Math.max(now, line.freeAt) + chunk.length / bytesPerSecond * 1000
      request.pause()
      setTimeout(() => request.resume(), line.freeAt - now)
    })
    request.on("end", () => resolve(bytes))
    request.on("error", reject)
  })

const xml = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { "content-type": "application/xml" }).end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

const bucketAndKey = (path: string): string => {
  const [, bucket = "", ...key] = path.split("/")
  return `<Bucket>${bucket}</Bucket><Key>${key.join("/")}</Key>`
}

/** One page of the parts behind the marker. */
const listParts = (path: string, uploadId: string, sizes: ReadonlyMap<number, number>, marker: number): string => {
  const behind = [...sizes].filter(([number]) => number > marker).sort(([one], [other]) => one - other)
  const page = behind.slice(0, pageSize)
  return `<ListPartsResult>${bucketAndKey(path)}<UploadId>${uploadId}</UploadId>` +
    `<IsTruncated>${behind.length > page.length}</IsTruncated>` +
    `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>` +
    page.map(([number, size]) =>
      `<Part><PartNumber>${number}</PartNumber><Size>${size}</Size><ETag>"part-${number}"</ETag></Part>`
    ).join("") + "</ListPartsResult>"
}

const countPart = (isThere: boolean): void => {
  if (counted.partsSent === 0) counted.readyMs = performance.now() - state.listedAt
  counted.partsSent++
  if (isThere) counted.partsSentAgain++
}

const begin = ({ missing, partSize, parts, uploadId }: Begun): void => {
  const numbers = Array.from({ length: parts }, (_, index) => index + 1).filter((number) => !missing.includes(number))
  uploads.set(uploadId, { metadata: [], sizes: new Map(numbers.map((number) => [number, partSize])) })
}

/** What every download consists of, over and over. */
const block = Buffer.alloc(1 << 20, "effect-drive")

const sha1OfDownload = (size: number): string => {
  const hash = createHash("sha1")
  for (let at = 0; at < size; at += block.length) hash.update(block.subarray(0, Math.min(block.length, size - at)))
  return hash.digest("hex").toUpperCase()
}

/** The object, whole or a range of it. */
const download = async (request: IncomingMessage, response: ServerResponse, size: number): Promise<void> => {
  const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "bytes=0-") ?? []
  const start = Number(first)
  const end = Math.min(size, last === "" ? size : Number(last) + 1)
  const isRange = request.headers.range !== undefined
  response.writeHead(isRange ? 206 : 200, {
    "etag": "\"whole\"",
    "accept-ranges": "bytes",
    "content-length": end - start,
    ...isRange ? { "content-range": `bytes ${start}-${end - 1}/${size}` } : {}
  })
  for (let at = start; at < end && !response.destroyed;) {
    const piece = block.subarray(0, Math.min(block.length, end - at))
    at += piece.length
    if (!response.write(piece)) {
      await new Promise<void>((resolve) => {
        const done = () => {
          response.off("drain", done).off("close", done)
          resolve()
        }
        response.on("drain", done).on("close", done)
      })
    }
  }
  response.end()
}

/** S3, path style: the path is the object. */
const storage = async (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  bytesPerSecond: number | undefined
): Promise<void> => {
  const path = url.pathname
  const uploadId = url.searchParams.get("uploadId")
  const upload = uploadId === null ? undefined : uploads.get(uploadId)
  const partNumber = Number(url.searchParams.get("partNumber"))
  if (request.method === "PUT" && upload !== undefined) countPart(upload.sizes.has(partNumber))
  const size = await drained(request, bytesPerSecond)
  counted.bytes += size
  if (request.method === "POST" && url.searchParams.has("uploads")) {
    const id = `upload-${++state.nextId}`
    uploads.set(id, { metadata: metadataOf(request, url.searchParams), sizes: new Map() })
    return xml(
      response,
      `<InitiateMultipartUploadResult>${bucketAndKey(path)}<UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    )
  }
  if (uploadId !== null && upload === undefined) {
    response.writeHead(404).end("<Error><Code>NoSuchUpload</Code></Error>")
    return
  }
  if (upload !== undefined && uploadId !== null) {
    if (request.method === "PUT") {
      upload.sizes.set(partNumber, size)
      response.writeHead(200, { etag: `"part-${partNumber}"` }).end()
    } else if (request.method === "POST") {
      uploads.delete(uploadId)
      const whole = [...upload.sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
      objects.set(path, { size: whole, metadata: upload.metadata })
      xml(
        response,
        `<CompleteMultipartUploadResult><Location>${url.origin}${path}</Location>${
          bucketAndKey(path)
        }<ETag>"whole"</ETag></CompleteMultipartUploadResult>`
      )
    } else if (request.method === "DELETE") {
      uploads.delete(uploadId)
      response.writeHead(204).end()
    } else {
      counted.listPages++
      xml(response, listParts(path, uploadId, upload.sizes, Number(url.searchParams.get("part-number-marker"))))
      state.listedAt = performance.now()
    }
    return
  }
  if (request.method === "PUT") {
    objects.set(path, { size, metadata: metadataOf(request, url.searchParams) })
    response.writeHead(200, { etag: "\"whole\"" }).end()
    return
  }
  const stored = objects.get(path)
  if (stored === undefined) response.writeHead(404).end()
  else {response.writeHead(200, {
      etag: "\"whole\"",
      "content-length": stored.size,
      ...Object.fromEntries(stored.metadata)
    }).end()}
}

const allow = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader("access-control-allow-origin", request.headers.origin ?? "*")
  response.setHeader("access-control-allow-credentials", "true")
  response.setHeader("access-control-expose-headers", "etag")
}

const preflight = (request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(204, {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "",
    "access-control-max-age": "3600"
  }).end()
}

const answer = async (request: IncomingMessage, response: ServerResponse, options: DiscardOptions): Promise<void> => {
  const origin = `http://${request.headers.host ?? ""}`
  const url = new URL(request.url ?? "/", origin)
  if (url.pathname === "/-/counts") {
    response.end(JSON.stringify(counted satisfies Counts))
    Object.assign(counted, nothing)
    return
  }
  if (url.pathname === "/-/cut") {
    for (const body of line.bodies) body.socket.destroy()
    response.end()
    return
  }
  if (options.cors === true) {
    allow(request, response)
    if (request.method === "OPTIONS") return preflight(request, response)
  }
  counted.requests++
  if (options.delayMs !== undefined) await new Promise((done) => setTimeout(done, options.delayMs))
  if (request.method === "GET" && url.pathname === downloadPath && options.download !== undefined) {
    return download(request, response, options.download.size)
  }
  if (!url.pathname.startsWith("/api/v2/")) return storage(request, response, url, options.bytesPerSecond)
  const data = await product(request, url.pathname.slice("/api/v2".length), { options, origin, state })
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ code: 0, data }))
}

/** A started server: its origin, its counts since the last question, and its end. */
export interface DiscardServer {
  readonly origin: string
  readonly counts: () => Promise<Counts>
  /** Closes the connections of all bodies that are on their way. */
  readonly cut: () => Promise<void>
  readonly stop: () => void
}

const self = fileURLToPath(import.meta.url)

/** Starts the server in a process of its own. */
export const startDiscardServer = async (options: DiscardOptions = {}): Promise<DiscardServer> => {
  const child = spawn(process.execPath, [self, JSON.stringify(options)], { stdio: ["pipe", "pipe", "inherit"] })
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(String(line).trim()))
    child.once("exit", () => reject(new Error("the discarding server did not start")))
  })
  return {
    origin,
    counts: async () => (await fetch(`${origin}/-/counts`)).json() as Promise<Counts>, // see `answer`
    cut: async () => void await fetch(`${origin}/-/cut`),
    stop: () => child.kill()
  }
}

if (process.argv[1] === self) {
  const options = JSON.parse(process.argv[2] ?? "{}") as DiscardOptions // written by `startDiscardServer`
  if (options.begun !== undefined) begin(options.begun)
  if (options.download?.hashed === true) state.sha1 = sha1OfDownload(options.download.size)
  const server = createServer({ highWaterMark: 1 << 20 }, (request, response) => {
    answer(request, response, options).catch(() => request.destroy())
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo // listening on TCP
    console.log(`http://127.0.0.1:${port}`)
  })
  process.stdin.on("close", () => process.exit()).resume()
}
