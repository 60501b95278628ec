import { Effect, Redacted } from "effect"
import * as http from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { SignedAddress } from "../../../src/services/Transport.js"

export interface TestServer {
  readonly origin: string
  readonly address: (path: string, headers?: Record<string, string>) => SignedAddress
  /** Connections that were opened since the start. */
  readonly opened: () => number
  /** Connections that are open now. */
  readonly open: () => number
}

/** A server on loopback, closed with the scope together with all its connections. */
export const testServer = (handler: http.RequestListener) =>
  Effect.acquireRelease(
    Effect.async<TestServer & { readonly close: (done: () => void) => void }>((resume) => {
      const sockets = new Set<Socket>()
      let opened = 0
      const server = http.createServer(handler)
      server.on("connection", (socket) => {
        opened++
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket))
      })
      server.listen(0, "127.0.0.1", () => {
        const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({
          origin,
          address: (path, headers = {}) => ({
            url: Redacted.make(`${origin}${path}`),
            headers,
            credentialVersion: 1,
            expiresAt: Number.MAX_SAFE_INTEGER
          }),
          opened: () => opened,
          open: () => sockets.size,
          close: (done) => {
            server.close(() => done())
            for (const socket of sockets) socket.destroy()
          }
        }))
      })
    }),
    (server) => Effect.async<void>((resume) => server.close(() => resume(Effect.void)))
  )

export const readBody = (request: http.IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks)))
    request.on("error", reject)
  })

/** Bytes that differ from place to place. */
export const patterned = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >> 8) * 17 + (i >> 16)) & 255
  return bytes
}

/** A piece of a body that outlives the memory which it was lent in. */
export const copyOf = (bytes: Uint8Array, free: () => void): Uint8Array => {
  const copy = Buffer.from(bytes)
  free()
  return copy
}
