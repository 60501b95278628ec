/** What traces and metrics tell of transfers, and that no signed address, token or key is in them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { Downloads, Session, Uploads } from "effect-drive"
import { startEmulator } from "effect-drive/emulator"
import * as Drive from "effect-drive/node"
import { TestDrive } from "effect-drive/testing"
import { recordingTracer } from "./recordingTracer.js"

const platforms = ["s3", "oss", "pds"] as const

const spaces = platforms.map((platform) => ({ spaceId: `${platform}-space`, platform }))

const secrets = /X-Amz-(Signature|Credential)|security-token|Signature=|x-oss-signature|SK-|[?&](sign|expires)=/i

/** A file in one part and one in several, up and down again, on each platform. */
const day = (accessToken: string) =>
  Effect.gen(function*() {
    const session = yield* Session
    const uploads = yield* Uploads
    const downloads = yield* Downloads
    yield* session.initialise({ accessToken })
    const files: Array<string> = []
    for (const { spaceId } of spaces) {
      for (const [name, size] of [["small", 10], ["large", 6_000_000]] as const) {
        const upload = yield* uploads.start({ source: new Uint8Array(size).fill(size % 251), name }, { spaceId })
        const { fileId } = yield* upload.await
        files.push(fileId)
        yield* downloads.url(fileId, { spaceId })
        yield* Stream.runDrain(downloads.stream({ fileId }, { spaceId }))
      }
    }
    return files
  })

describe("traces", () => {
  it("are one span for each upload, above all that it does, without secrets", async () => {
    const { below, spans, text, tracer } = recordingTracer()
    const emulator = await startEmulator({ spaces })
    const drive = Drive.layerNode({ apiHost: emulator.apiHost, product: { id: "p", version: "1" } })
    const files = await Effect.runPromise(
      day(emulator.accessToken).pipe(Effect.provide(drive.pipe(Layer.provide(Layer.setTracer(tracer)))), Effect.withTracer(tracer))
    )
    await emulator.close()
    const uploads = spans.filter(({ name }) => name === "drive.upload")
    assert.deepStrictEqual(
      uploads.map(({ attributes }) => [
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
    for (const upload of uploads) {
      assert.isUndefined(upload.parent)
      assert.isTrue(upload.ended)
      assert.match(String(upload.attributes.get("drive.upload")), /\S/)
      assert.isAbove(below(upload).length, 1)
    }
    assert.notMatch(text(), secrets)
  }, 60_000)

  it.live("of a TestDrive hold no signed address either", () => {
    const { spans, text, tracer } = recordingTracer()
    return day(TestDrive.accessToken).pipe(
      Effect.provide(TestDrive.layer({ spaces })),
      Effect.withTracer(tracer),
      Effect.map(() => {
        assert.isAbove(spans.filter(({ name }) => name === "drive.upload").length, 5)
        assert.notMatch(text(), secrets)
      })
    )
  }, 60_000)
})
