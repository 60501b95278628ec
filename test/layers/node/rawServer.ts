import { Effect, Redacted } from "effect"
import * as net from "node:net"
import type { SignedAddress } from "../../../src/services/Transport.js"

/** A server that says for itself what it writes to a connection; closed with the scope together with all of them. */
export const rawServer = (connected: (socket: net.Socket) => void) =>
  Effect.gen(function*() {
    const connections: Array<net.Socket> = []
    const server = yield* Effect.acquireRelease(
      Effect.async<net.Server>((resume) => {
        const raw = net.createServer((socket) => {
          connections.push(socket)
          socket.on("error", () => {})
          connected(socket)
        })
        raw.listen(0, "127.0.0.1", () => resume(Effect.succeed(raw)))
      }),
      (raw) =>
        Effect.sync(() => {
          raw.close()
          for (const socket of connections) socket.destroy()
        })
    )
    const { port } = server.address() as net.AddressInfo
    const address: SignedAddress = {
      url: Redacted.make(`http://127.0.0.1:${port}/k`),
      headers: {},
      credentialVersion: 1,
      expiresAt: 0
    }
    return { address, connections }
  })
