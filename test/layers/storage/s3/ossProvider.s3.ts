/**
 * Our own provider and object store for oss, on the emulator's OSS endpoint whose bytes lie on an S3 server that is not
 * ours.
 */
import { afterAll } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { startEmulator } from "../../../../emulator/src/index.js"
import { Spaces } from "../../../../src/services/Spaces.js"
import { StorageProviders } from "../../../../src/services/StorageProviders.js"
import { providerContract, ProviderUnderTest } from "../provider/contract.js"
import { driveOn, listening, overSockets } from "../provider/drive.js"
import { externalS3 as server } from "./gateway.js"

const externalS3 = { ...server, bucket: `${server.bucket}-provider` }

const spaces = [{ spaceId: "oss-files", platform: "oss" }] as const

const opened = Layer.effect(
  ProviderUnderTest,
  Effect.gen(function*() {
    const providers = yield* StorageProviders
    const space = yield* (yield* Spaces).resolve()
    return { provider: yield* providers.forSpace(space) }
  })
)

/** ali-oss takes the first millisecond of 1970, at which test clocks begin, for no time at all. */
const today = Layer.effectDiscard(TestClock.setTime(Date.parse("2026-11-21T12:00:00Z")))

providerContract(
  "oss in front of an S3 server",
  opened.pipe(
    Layer.provideMerge(driveOn(overSockets)),
    Layer.provide(listening({ externalS3, spaces })),
    Layer.provide(today)
  )
)

// The suite for a real bucket takes this one from the environment.
const { close, oss } = await startEmulator({ externalS3, spaces })
afterAll(close)
Object.assign(process.env, {
  OSS_ENDPOINT: oss.endpoint,
  OSS_REGION: oss.region,
  OSS_BUCKET: oss.bucket,
  OSS_KEY: oss.accessKeyId,
  OSS_SECRET: oss.accessKeySecret
})
await import("../oss/contract.oss.js")
