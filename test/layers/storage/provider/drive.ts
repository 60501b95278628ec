/**
 * A signed-in drive on an emulator: in this process (no socket, the clock of the test), or over sockets.
 */
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { Effect, Layer } from "effect"
import { Emulator } from "../../../../emulator/src/Emulator.js"
import type { EmulatorOptions } from "../../../../emulator/src/EmulatorOptions.js"
import { serve } from "../../../../emulator/src/RunningEmulator.js"
import * as CookieJar from "../../../../src/layers/api/CookieJar.js"
import * as DriveApiHttp from "../../../../src/layers/api/DriveApiHttp.js"
import * as DriveEvents from "../../../../src/layers/api/DriveEventsLayer.js"
import * as DriveConfig from "../../../../src/layers/api/DriveOptions.js"
import { everythingAtOnce } from "../../../../src/layers/everythingAtOnce.js"
import * as Oss from "../../../../src/layers/loading/Oss.js"
import * as Pds from "../../../../src/layers/loading/Pds.js"
import * as S3 from "../../../../src/layers/loading/S3.js"
import * as TransportNode from "../../../../src/layers/node/TransportNode.js"
import { Credentials } from "../../../../src/services/Credentials.js"
import { Session } from "../../../../src/services/Session.js"
import { Spaces } from "../../../../src/services/Spaces.js"
import { ProviderDrivers, StorageProviders } from "../../../../src/services/StorageProviders.js"
import type { Transport } from "../../../../src/services/Transport.js"

const productClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function*() {
    const { origins } = yield* Emulator
    return CookieJar.withJar(yield* HttpClient.HttpClient, origins.api)
  })
)

/** How a drive reaches the emulator. */
export const inProcess = Layer.merge(Emulator.httpClient, Emulator.transport)
export const overSockets = Layer.merge(FetchHttpClient.layer, TransportNode.layer)

/** An emulator that listens. */
export const listening = (options: EmulatorOptions = {}) => Layer.scoped(Emulator, serve(options))

const config = Layer.unwrapEffect(
  Effect.map(
    Emulator,
    ({ origins }) => DriveConfig.layer({ apiHost: origins.api, product: { id: "test", version: "1" } })
  )
)

const signedIn = Layer.effectDiscard(
  Effect.gen(function*() {
    const session = yield* Session
    const { users } = yield* Emulator
    yield* session.initialise({ accessToken: users[0]?.accessToken ?? "" })
  })
)

/** Everything below the use cases, signed in, with the first space selected. */
export const driveOn = (network: Layer.Layer<HttpClient.HttpClient | Transport, never, Emulator> = inProcess) =>
  signedIn.pipe(
    Layer.provideMerge(Session.layer),
    Layer.provideMerge(Spaces.layer),
    Layer.provideMerge(StorageProviders.layer),
    Layer.provide(ProviderDrivers.layer({ s3: S3.layer(), oss: Oss.layer(), pds: Pds.layer() })),
    Layer.provideMerge(Credentials.layer),
    Layer.provideMerge(DriveApiHttp.layer(everythingAtOnce.oddAnswers).pipe(Layer.provide(productClient))),
    Layer.provideMerge(Layer.merge(DriveEvents.layer, config)),
    Layer.provideMerge(network)
  )
