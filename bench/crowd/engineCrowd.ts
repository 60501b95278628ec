/**
 * A crowd of clients of this library: the services and layers as they are, each client with a drive of its own, under virtual time.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import { Clock, Context, Effect, Layer, Logger, LogLevel, Random } from "effect"
import * as Drive from "../../src/layers/Drive.js"
import type { DriveCode } from "../../src/layers/DriveServices.js"
import { everythingAtOnce } from "../../src/layers/everythingAtOnce.js"
import * as S3 from "../../src/layers/loading/S3.js"
import * as ConnectivityAlways from "../../src/layers/node/ConnectivityAlways.js"
import * as UploadSourcesNode from "../../src/layers/node/UploadSourcesNode.js"
import * as TaskMemoryMemory from "../../src/layers/saved/TaskMemoryMemory.js"
import * as UploadSessionsMemory from "../../src/layers/saved/UploadSessionsMemory.js"
import { FileSink } from "../../src/services/FileSink.js"
import { FolderReader } from "../../src/services/FolderReader.js"
import { Hasher } from "../../src/services/Hasher.js"
import { Session } from "../../src/services/Session.js"
import { Transport } from "../../src/services/Transport.js"
import type { Upload } from "../../src/services/Uploads.js"
import { Uploads } from "../../src/services/Uploads.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import type { Ended } from "./Account.js"
import type { ModelledClient } from "./modelNetwork.js"
import { apiClient, apiOrigin, etag, transport } from "./modelNetwork.js"
import type { Scenario } from "./Scenario.js"
import { scenarioNamed, userPatience } from "./Scenario.js"
import { fair, ServiceModel } from "./ServiceModel.js"

/** All files are one byte, and their digests are known. */
const content = Uint8Array.of(97)

const hasher: Hasher["Type"] = {
  hash: (_source, _plan, hashed) =>
    Effect.sync(() => {
      hashed(content.length)
      return { contentHash: "86F7E437FAA5A7FCE15D1DDCB9EAEAEA377667B8", contentHashName: "sha1" }
    }),
  digest: () => Effect.succeed({ md5: etag })
}

/** Nobody in the crowd calls what is seldom called, and to build it is a third of what a client costs. */
const code: DriveCode = {
  ...everythingAtOnce,
  seldom: Layer.succeedContext(Context.empty() as Context.Context<Layer.Layer.Success<DriveCode["seldom"]>>)
}

const layerOf = (client: ModelledClient) => {
  const adapters = Layer.mergeAll(
    ConnectivityAlways.layer,
    FileSink.layerUnsupported,
    FolderReader.layerUnsupported,
    TaskMemoryMemory.layer,
    UploadSessionsMemory.layer,
    UploadSourcesNode.layer,
    Layer.succeed(Hasher, hasher),
    Layer.succeed(Transport, transport(client)),
    Layer.succeed(HttpClient.HttpClient, apiClient(client))
  )
  return Layer.provide(
    Drive.layer({ apiHost: apiOrigin, product: { id: "crowd", version: "1" }, providers: { s3: S3.layer() } }, code),
    adapters
  )
}

const sleepUntil = (seconds: number, { startedAt }: ModelledClient): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Math.max(0, startedAt + seconds * 1000 - now)))

/** People do not press at the same moment. */
const patience = Effect.flatMap(Random.nextRange(0.5, 1.5), (share) => Effect.sleep(userPatience * 1000 * share))

const again = <A, E, R>(call: Effect.Effect<A, E, R>, failed: () => void): Effect.Effect<A, never, R> =>
  Effect.catchAll(call, () => {
    failed()
    return Effect.zipRight(patience, again(call, failed))
  })

/** Signs in, adds its files when their time has come, and goes home when they are stored. */
const live = Effect.fnUntraced(
  function*(client: ModelledClient, scenario: Scenario, share: number, failed: () => void) {
    yield* sleepUntil(scenario.signIn(share), client)
    const context = yield* Layer.build(layerOf(client))
    const session = Context.get(context, Session)
    const uploads = Context.get(context, Uploads)
    yield* again(session.initialise({ accessToken: `token-${client.number}` }), failed)
    const add = Effect.fnUntraced(function*(at: number, index: number) {
      yield* sleepUntil(at, client)
      const upload = yield* uploads.start({ source: content, name: `file-${index}` })
      const finish = (handle: Pick<Upload, "await">): Effect.Effect<void> =>
        Effect.catchAll(Effect.asVoid(handle.await), () => {
          failed()
          return patience.pipe(
            Effect.zipRight(Effect.orDie(uploads.retry(upload.id))),
            Effect.zipRight(Effect.suspend(() => finish(uploads.get(upload.id) ?? upload)))
          )
        })
      yield* finish(upload)
    })
    yield* Effect.forEach(scenario.files(share), add, { concurrency: "unbounded", discard: true })
    const { calmTo } = scenario
    if (calmTo !== undefined) yield* sleepUntil(calmTo, client)
  },
  Effect.scoped
)

/** Milliseconds: sleepers wake together, and nothing that is measured is shorter. */
const step = 20

/** `seed`: of all that the clients leave to chance. */
interface Crowd {
  readonly scenario: Scenario
  readonly clients: number
  readonly seed: number
}

const together = (
  { clients, scenario, seed }: Crowd,
  model: ServiceModel
): Effect.Effect<Ended, VirtualTime.Deadlock> =>
  VirtualTime.run(
    Effect.gen(function*() {
      const startedAt = yield* Clock.currentTimeMillis
      let failures = 0
      const failed = () => void failures++
      yield* Effect.forEach(Array.from({ length: clients }, (_, number) => number), (number) => {
        const client = { number, model, startedAt, credentialLife: scenario.credentialLife }
        return live(client, scenario, number / clients, failed).pipe(
          Effect.withRandom(Random.make(`client ${number} of ${seed}`))
        )
      }, { concurrency: "unbounded", discard: true })
      return { end: ((yield* Clock.currentTimeMillis) - startedAt) / 1000, failed: failures }
    }).pipe(Effect.orDie, Effect.withTracerEnabled(false), Logger.withMinimumLogLevel(LogLevel.None)),
    { step }
  )

/** Code that is loaded when it is first used comes when the machine likes, and virtual time runs on meanwhile. Nothing else does. */
const warmUp: Effect.Effect<void, VirtualTime.Deadlock> = Effect.suspend(() => {
  const scenario: Scenario = { ...scenarioNamed("reload"), files: () => [0] }
  const model = new ServiceModel({ capacity: 10, patience: 10_000, roundTrip: 50, weather: () => fair }, 1)
  return Effect.asVoid(together({ scenario, clients: 1, seed: 0 }, model))
})

/**
 * Runs the crowd until all are done. The same crowd does the same each time.
 */
export const engineCrowd = (crowd: Crowd, model: ServiceModel): Effect.Effect<Ended, VirtualTime.Deadlock> =>
  Effect.zipRight(warmUp, together(crowd, model))
