/** An emulator whose storages are reached over a line that flips bits of what is sent, and answers by itself. */
import { Deferred, Effect, Exit, Scope } from "effect"
import type { AddressInfo, Socket } from "node:net"
import { connect, createServer } from "node:net"
import { Transform } from "node:stream"
import type { Emulator } from "../../emulator/src/Emulator.js"
import { make } from "../../emulator/src/Emulator.js"
import * as NodeServer from "../../emulator/src/NodeServer.js"

export type Platform = "oss" | "pds" | "s3"

/** Asked of each body of a PUT, counted from 1. */
export type Damages = (body: number) => boolean

/** What the line itself answers when the body of a PUT begins, or when the last of it has passed; nothing where `undefined`. */
export type Says = (body: number, when: "begun" | "passed") => string | undefined

export interface DamagedWire {
  readonly apiHost: string
  readonly accessToken: string
  /** How many bodies were put over the line. */
  readonly bodies: () => number
}

const headEnd = "\r\n\r\n"

const bodyLength = (head: string): number => Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)

/** Hears of the bodies on one connection; a bit of the first byte of one is flipped where `begins` says so. */
interface Bodies {
  readonly begins: () => boolean
  readonly passed: () => void
}

const flipping = ({ begins, passed: bodyPassed }: Bodies): Transform => {
  let head = ""
  let left = 0
  let flips = false
  let isPut = false
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
          if (left === 0 && isPut) bodyPassed()
          continue
        }
        const before = head.length
        head += passed.toString("latin1", at)
        const end = head.indexOf(headEnd)
        if (end === -1) break
        at += end + headEnd.length - before
        left = bodyLength(head.slice(0, end))
        isPut = head.startsWith("PUT ") && left > 0
        flips = isPut && begins()
        head = ""
      }
      done(null, passed)
    }
  })
}

/** The way to a port of this machine, of which a test makes what it likes. */
const line = (port: number, bodies: (client: Socket) => Bodies) =>
  Effect.acquireRelease(
    Effect.async<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer((client) => {
        const there = connect(port, "127.0.0.1")
        const sent = client.pipe(flipping(bodies(client)))
        sent.pipe(there).pipe(client)
        // A server that answers early stops reading: what it has said still has to arrive.
        there.on("error", () => sent.resume())
        there.on("close", () => client.destroySoon())
        client.on("error", () => {})
        client.on("close", () => there.destroy())
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
    const bodiesOf = (client: Socket): Bodies => {
      let body = 0
      const say = (when: "begun" | "passed") => {
        const said = says(body, when)
        if (said !== undefined) client.write(said)
      }
      return {
        begins: () => {
          body = ++bodies
          say("begun")
          return damages(body)
        },
        passed: () => say("passed")
      }
    }
    const damaged = (app: Platform) =>
      Effect.flatMap(serve(app), ({ port }) => Effect.map(line(port, bodiesOf), ({ origin }) => origin))
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
