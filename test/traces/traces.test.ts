/** What traces and metrics tell of transfers, and that no signed address, token or key is in them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric, MetricState, Redacted, Stream } from "effect"
import { Credentials, Downloads, Session, Uploads } from "effect-drive"
import { startEmulator } from "effect-drive/emulator"
import * as Drive from "effect-drive/node"
import { Emulator, TestDrive } from "effect-drive/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { recordingTracer } from "./recordingTracer.js"

const platforms = ["s3", "oss", "pds"] as const

const spaces = platforms.map((platform) => ({ spaceId: `${platform}-space`, platform }))

const signatures = /X-Amz-(Signature|Credential)|security-token|Signature=|x-oss-signature|[?&](sign|expires)=/i

/** The keys that the services of a drive use, as they are written. */
const secretsInUse = Effect.gen(function*() {
  const credentials = yield* Credentials
  const all = yield* Effect.forEach(spaces, ({ spaceId }) => credentials.get(spaceId))
  return all.flatMap(({ bucket, drive }) =>
    [bucket?.accessKeyId, bucket?.accessKeySecret, bucket?.securityToken, drive?.accessToken].flatMap((secret) =>
      secret === undefined ? [] : [Redacted.value(secret)]
    )
  )
})

const assertSilent = (text: string, secrets: ReadonlyArray<string>): void => {
  // the access token, three of each bucket, one of the drive
  assert.strictEqual(secrets.length, 8)
  assert.notMatch(text, signatures)
  for (const secret of secrets) assert.notInclude(text, secret)
}

/** A file in one part and one in several, up and down again, read and saved, on each platform. */
const day = (accessToken: string) =>
  Effect.gen(function*() {
    const session = yield* Session
    const uploads = yield* Uploads
    const downloads = yield* Downloads
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "effect-drive-traces-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    yield* session.initialise({ accessToken })
    const files: Array<string> = []
    for (const { spaceId } of spaces) {
      for (const [name, size] of [["small", 10], ["large", 6_000_000]] as const) {
        const upload = yield* uploads.start({ source: new Uint8Array(size).fill(size % 251), name }, { spaceId })
        const { fileId } = yield* upload.await
        files.push(fileId)
        yield* downloads.url(fileId, { spaceId })
        yield* Stream.runDrain(downloads.stream({ fileId }, { spaceId }))
        yield* downloads.save({ fileId, target: join(folder, fileId) }, { spaceId })
      }
    }
    return { files, secrets: [accessToken, ...yield* secretsInUse] }
  }).pipe(Effect.scoped)

/** How much the counters of this name, and of this tag, have counted so far. */
const counted = (name: string, tag?: string) =>
  Effect.map(Metric.snapshot, (metrics) => {
    const sums = metrics.map(({ metricKey, metricState }) => {
      const isMeant = metricKey.name === name &&
        (tag === undefined || [...metricKey.tags].some(({ value }) => value === tag))
      return isMeant && MetricState.isCounterState(metricState) ? Number(metricState.count) : 0
    })
    return sums.reduce((sum, count) => sum + count, 0)
  })

const measures = Effect.all({
  up: counted("drive.bytes", "up"),
  down: counted("drive.bytes", "down"),
  parts: counted("drive.parts", "up"),
  retries: counted("drive.retries", "TransportError"),
  pauses: counted("drive.waits", "pause"),
  refreshes: counted("drive.refreshes")
})

describe("metrics", () => {
  it.live("count bytes, parts, retries by tag, waits by reason and refreshes", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      const before = yield* measures
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      faults.add([{ match: { target: "s3", method: "PUT" }, action: { _tag: "reset" } }])
      const upload = yield* (yield* Uploads).start({ source: new Uint8Array(6_000_000), name: "a" })
      const { fileId } = yield* upload.await
      const target = join(mkdtempSync(join(tmpdir(), "effect-drive-metrics-")), "a")
      yield* (yield* Downloads).save({ fileId, target })
      const after = yield* measures
      assert.deepStrictEqual(
        Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - Reflect.get(before, name)])),
        { up: 6_000_000, down: 6_000_000, parts: 2, retries: 1, pauses: 1, refreshes: 1 }
      )
    }).pipe(Effect.provide(TestDrive.layer({ spaces: spaces.slice(0, 1) }))), 60_000)
})

describe("traces", () => {
  it("are one span for each upload and download, above all that it does, without secrets", async () => {
    const { below, spans, text, tracer } = recordingTracer()
    const emulator = await startEmulator({ spaces })
    const drive = Drive.layerNode({ apiHost: emulator.apiHost, product: { id: "p", version: "1" } })
    const { files, secrets } = await Effect.runPromise(
      day(emulator.accessToken).pipe(
        Effect.provide(drive.pipe(Layer.provide(Layer.setTracer(tracer)))),
        Effect.withTracer(tracer)
      )
    )
    await emulator.close()
    for (const direction of ["drive.upload", "drive.download"]) {
      const transfers = spans.filter(({ name }) => name === direction)
      assert.deepStrictEqual(
        transfers.map(({ attributes }) => [
          attributes.get("drive.space"),
          attributes.get("drive.platform"),
          attributes.get("drive.size"),
          attributes.get("drive.file")
        ]),
        files.map((file, index) => {
          const { platform, spaceId } = spaces[Math.floor(index / 2)] ?? assert.fail()
          return [spaceId, platform, index % 2 === 0 ? 10 : 6_000_000, file]
        })
      )
      for (const transfer of transfers) {
        assert.isUndefined(transfer.parent)
        assert.isTrue(transfer.ended)
        assert.match(String(transfer.attributes.get(direction)), /\S/)
        assert.isAbove(below(transfer).length, direction === "drive.upload" ? 1 : 0)
      }
    }
    assertSilent(text(), secrets)
  })

  it.live("of a TestDrive hold no signed address either", () => {
    const { spans, text, tracer } = recordingTracer()
    return day(TestDrive.accessToken).pipe(
      Effect.provide(TestDrive.layer({ spaces })),
      Effect.withTracer(tracer),
      Effect.map(({ secrets }) => {
        assert.isAbove(spans.filter(({ name }) => name === "drive.upload").length, 5)
        assertSilent(text(), secrets)
      })
    )
  })
})
