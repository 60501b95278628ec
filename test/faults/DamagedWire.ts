/** An emulator whose storages are reached over a line that flips bits of what is sent, and answers by itself. */
import { Deferred, Effect, Exit, Scope } from "effect"
import type { AddressInfo, Socket } from "node:net"
import { connect, createServer } from "node:net"
import { pipeline, Transform } from "node:stream"
import type { Emulator } from "../../emulator/src/Emulator.js"
import { make } from "../../emulator/src/Emulator.js"
import * as NodeServer from "../../emulator/src/NodeServer.js"

export type Platform = "oss" | "pds" | "s3"

/** Asked of each body of a PUT, counted from 1. */
export type Damages = (body: number) => boolean

/** What the line itself answers when the body of a PUT begins, counted as well; nothing where `undefined`. */
export type Says = (body: number) => string | undefined

export interface DamagedWire {
  readonly apiHost: string
  readonly accessToken: string
  /** How many bodies were put over the line. */
  readonly bodies: () => number
}

const headEnd = "\r\n\r\n"

const bodyLength = (head: string): number => Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)

/** One connection's requests on their way; a bit of the first byte of each body for which `begins` says so is flipped. */
const flipping = (begins: () => boolean): Transform => {
  let head = ""
  let left = 0
  let flips = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = Buffer.from(chunk)
      for (let at = 0; at < passed.length;) {
        if (left > 0) {
          if (flips) passed[at] = (passed[at] ?? 0) ^ 1
          flips = false
          const taken = Math.min(left, passed.length - at)
          left -= taken
          at += taken
          continue
        }
        const before = head.length
        head += passed.toString("latin1", at)
        const end = head.indexOf(headEnd)
        if (end === -1) break
        at += end + headEnd.length - before
        left = bodyLength(head.slice(0, end))
        flips = head.startsWith("PUT ") && left > 0 && begins()
        head = ""
      }
      done(null, passed)
    }
  })
}

/** The way to a port of this machine, of which a test makes what it likes. */
const line = (port: number, begins: (client: Socket) => boolean) =>
  Effect.acquireRelease(
    Effect.async<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer((client) => {
        const there = connect(port, "127.0.0.1")
        // Whichever side goes away takes the other one with it.
        const end = () => {
          client.destroy()
          there.destroy()
        }
        pipeline(client, flipping(() => begins(client)), there, end)
        pipeline(there, client, end)
      })
      server.listen(0, "127.0.0.1", () => {
        const { port: own } = server.address() as AddressInfo // listening on TCP
        resume(Effect.succeed({ origin: `http://127.0.0.1:${own}`, close: () => void server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const open = (damages: Damages, platform: Platform, says: Says) =>
  Effect.gen(function*() {
    const ready = yield* Deferred.make<Emulator.Service>()
    const serve = (app: Platform | "api") =>
      NodeServer.make({
        port: 0,
        app: Effect.flatMap(Deferred.await(ready), (emulator) => emulator[app]),
        bothLengths: app === "oss"
      })
    let bodies = 0
    const begins = (client: Socket) => {
      const said = says(++bodies)
      if (said !== undefined) client.write(said)
      return damages(bodies)
    }
    const damaged = (app: Platform) =>
      Effect.flatMap(serve(app), ({ port }) => Effect.map(line(port, begins), ({ origin }) => origin))
    const { origin: apiHost } = yield* serve("api")
    const emulator = yield* make({
      origins: { api: apiHost, s3: yield* damaged("s3"), oss: yield* damaged("oss"), pds: yield* damaged("pds") },
      spaces: [{ spaceId: `${platform}-files`, platform }]
    })
    yield* Deferred.succeed(ready, emulator)
    return { apiHost, accessToken: emulator.users[0]?.accessToken ?? "", bodies: () => bodies }
  })

/** Runs `use` with an emulator of one space, whose every PUT goes over the line. */
export const withDamagedWire = async (
  platform: Platform,
  damages: Damages,
  use: (wire: DamagedWire) => Promise<void>,
  says: Says = () => undefined
): Promise<void> => {
  const scope = Effect.runSync(Scope.make())
  try {
    await use(await Effect.runPromise(Scope.extend(open(damages, platform, says), scope)))
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
