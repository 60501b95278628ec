/**
 * A signed-in drive on an emulator in this process: no socket, the clock of the test.
 */
import { HttpClient } from "@effect/platform"
import { Effect, Layer } from "effect"
import { Emulator } from "../../src/emulator/Emulator.js"
import * as CookieJar from "../../src/layers/CookieJar.js"
import * as DriveApiHttp from "../../src/layers/DriveApiHttp.js"
import * as DriveConfig from "../../src/layers/DriveConfig.js"
import * as DriveEvents from "../../src/layers/DriveEvents.js"
import * as S3 from "../../src/layers/S3.js"
import { Credentials } from "../../src/services/Credentials.js"
import { Session } from "../../src/services/Session.js"
import { Spaces } from "../../src/services/Spaces.js"
import { ProviderDrivers, StorageProviders } from "../../src/services/StorageProviders.js"

const productClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function*() {
    const { origins } = yield* Emulator
    return CookieJar.withJar(yield* HttpClient.HttpClient, origins.api)
  })
).pipe(Layer.provide(Emulator.httpClient))

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
export const driveOn = () =>
  signedIn.pipe(
    Layer.provideMerge(Session.layer),
    Layer.provideMerge(StorageProviders.layer),
    Layer.provide(ProviderDrivers.layer({ s3: S3.layer() })),
    Layer.provide(Emulator.httpClient),
    Layer.provideMerge(Spaces.layer),
    Layer.provideMerge(Credentials.layer),
    Layer.provideMerge(DriveApiHttp.layer.pipe(Layer.provide(productClient))),
    Layer.provideMerge(Layer.merge(DriveEvents.layer, config)),
    Layer.provideMerge(Emulator.transport)
  )
