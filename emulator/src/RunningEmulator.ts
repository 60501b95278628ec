/**
 * An emulator on two ports of this machine.
 *
 * @since 1.0.7
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Emulator } from "./Emulator.js"
import { make } from "./Emulator.js"
import type { EmulatorOptions, Origins } from "./EmulatorOptions.js"
import * as AllowedHosts from "./http/AllowedHosts.js"
import * as NodeServer from "./NodeServer.js"
import type { ListenError } from "./NodeServer.js"
import type { StateStoreError } from "./state/StateStore.js"

/**
 * Options of an emulator that listens. `port` is the product API's (default 0: a free one); S3 gets the next one, or a
 * free one when that is taken. Requests must name this machine (`localhost`, `*.localhost`, `127.0.0.1`) or one of the
 * further `hosts`, which have no ports; one that begins with a dot stands for all names below it.
 *
 * @since 1.0.7
 * @category models
 */
export interface ServeOptions extends Omit<EmulatorOptions, "origins"> {
  readonly port?: number | undefined
  readonly hosts?: ReadonlyArray<string> | undefined
}

/** Clients of OSS that are given an address in numbers speak of the bucket by its name at home. Every call is signed. */
const ossHosts = [".aliyuncs.com"]

const nextPort = (port: number): number => port === 0 || port === 65_535 ? 0 : port + 1

/**
 * Serves until the scope closes. Requests that come before everything is open wait.
 *
 * @since 1.0.7
 * @category constructors
 */
export const serve = (
  options: ServeOptions = {}
): Effect.Effect<Emulator.Service, ListenError | StateStoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const port = options.port ?? 0
    const ready = yield* Deferred.make<Emulator.Service>()
    // Bodies that come before the emulator is ready wait, so none goes uncounted.
    let receive: (bytes: number) => void = () => {}
    const hosts = (options.hosts ?? []).map((name) => name.toLowerCase())
    const allowsHost = AllowedHosts.allows(hosts)
    const allowsHostOfOss = AllowedHosts.allows([...hosts, ...ossHosts])
    const listen = (port: number, app: keyof Origins) =>
      NodeServer.make({
        port,
        allowsHost: app === "oss" ? allowsHostOfOss : allowsHost,
        app: Effect.flatMap(Deferred.await(ready), (emulator) => emulator[app]),
        received: app === "api" ? undefined : (bytes) => receive(bytes),
        bothLengths: app === "oss"
      })

    const api = yield* listen(port, "api")
    const s3 = yield* Effect.orElse(listen(nextPort(port), "s3"), () => listen(0, "s3"))
    const pds = yield* Effect.orElse(listen(nextPort(s3.port), "pds"), () => listen(0, "pds"))
    const oss = yield* Effect.orElse(listen(nextPort(pds.port), "oss"), () => listen(0, "oss"))
    const origins: Origins = { api: api.origin, s3: s3.origin, oss: oss.origin, pds: pds.origin }
    const emulator = yield* make({ ...options, origins })
    receive = emulator.traffic.receive
    yield* Deferred.succeed(ready, emulator)
    return emulator
  })
