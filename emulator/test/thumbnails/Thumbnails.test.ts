import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { DriveClient } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import sharp from "sharp"
import type { SpaceBucket } from "../../src/blobs/BlobStore.js"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import * as SignedAddresses from "../../src/http/SignedAddresses.js"
import type { RunningEmulator } from "../../src/index.js"
import { startEmulator } from "../../src/index.js"
import * as Thumbnails from "../../src/thumbnails/Thumbnails.js"
import * as Size from "../../src/thumbnails/ThumbnailSize.js"

interface Visit {
  readonly preview_url: string | null
  readonly download_url: string | null
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a0522d" } }).jpeg().toBuffer()

const measured = async (href: string) => {
  const answer = await fetch(href)
  const { format, height, width } = await sharp(await answer.arrayBuffer()).metadata()
  return { type: answer.headers.get("content-type"), format, width, height }
}

describe("thumbnails over sockets", () => {
  let emulator: RunningEmulator
  let drive: DriveClient

  beforeAll(async () => {
    emulator = await startEmulator()
    drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" }, language: "en" })
    await drive.session.initialise({ accessToken: emulator.accessToken })
  })
  afterAll(async () => {
    await drive.dispose()
    await emulator.close()
  })

  const put = async (name: string, bytes: Uint8Array<ArrayBuffer>, spaceId = "s3-files") => {
    const { fileId } = await drive.uploads.start({ source: new Blob([bytes]), name }, { spaceId }).done
    return fileId
  }
  const addressOf = async (fileId: string, width: number, spaceId = "s3-files") =>
    (await drive.files.thumbnail(fileId, { width, spaceId }))?.href ?? ""

  for (const spaceId of ["s3-files", "oss-files", "pds-files"]) {
    it(`are pictures of the width that is asked for, in their shape, on ${spaceId}`, async () => {
      const fileId = await put("wide.jpg", new Uint8Array(await picture(1200, 600)), spaceId)
      for (const width of [96, 480]) {
        assert.deepStrictEqual(await measured(await addressOf(fileId, width, spaceId)), {
          type: "image/webp",
          format: "webp",
          width,
          height: width / 2
        })
      }
    })
  }

  it("are never larger than the picture, and stand the right way up", async () => {
    const small = await put("small.jpg", new Uint8Array(await picture(60, 40)))
    assert.deepInclude(await measured(await addressOf(small, 480)), { width: 60, height: 40 })
    const turned = await sharp(await picture(800, 400)).withMetadata({ orientation: 6 }).toBuffer()
    const upright = await put("turned.jpg", new Uint8Array(turned))
    assert.deepInclude(await measured(await addressOf(upright, 100)), { width: 100, height: 200 })
  })

  it("have an address that lasts, so that a browser keeps them, and run no script", async () => {
    const fileId = await put("kept.jpg", new Uint8Array(await picture(300, 300)))
    const href = await addressOf(fileId, 96)
    const { headers } = await fetch(href)
    assert.deepStrictEqual(
      [headers.get("cache-control"), headers.get("x-content-type-options"), headers.get("content-security-policy")],
      ["private, max-age=3600, immutable", "nosniff", "default-src 'none'"]
    )
    assert.strictEqual(new URL(href).origin, emulator.apiHost)
  })

  it("are refused under an address that nobody gave out", async () => {
    const fileId = await put("mine.jpg", new Uint8Array(await picture(300, 300)))
    const href = await addressOf(fileId, 96)
    const larger = new URL(href)
    larger.searchParams.set("size", "200x")
    const unsigned = new URL(href)
    unsigned.search = "?size=96x"
    for (const forged of [larger, unsigned]) assert.strictEqual((await fetch(forged)).status, 403)
  })

  it("of what is no picture inside are the file itself", async () => {
    const bytes = new Uint8Array([1, 2, 3, 4])
    for (const spaceId of ["s3-files", "pds-files"]) {
      const fileId = await put("broken.png", bytes, spaceId)
      const answer = await fetch(await addressOf(fileId, 96, spaceId))
      assert.deepStrictEqual([answer.redirected, new Uint8Array(await answer.arrayBuffer())], [true, bytes])
    }
  })

  it("are what a visitor sees of a shared picture, also of one that is for looking only", async () => {
    const fileId = await put("shared.jpg", new Uint8Array(await picture(1200, 600)))
    const { assetId } = await drive.assets.create({ fileId, name: "shared.jpg" })
    const { href } = await drive.sharing.open(assetId, { code: "open-sesame", permission: "view" })
    const ask = (init?: RequestInit) =>
      fetch(href, init).then((answer) => answer.json() as Promise<{ code: number | string; data?: Visit }>)
    assert.strictEqual((await ask()).code, "ShareCodeRequired")
    const entered = await ask({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: "open-sesame" })
    })
    assert.strictEqual(entered.data?.download_url, null)
    assert.deepInclude(await measured(entered.data?.preview_url ?? ""), { width: 1200, height: 600, format: "webp" })
  })

  it("never lead to the file itself from a share that is for looking only", async () => {
    const fileId = await put("unscalable.png", new Uint8Array([1, 2, 3, 4]))
    const { assetId } = await drive.assets.create({ fileId, name: "unscalable.png" })
    const { href } = await drive.sharing.open(assetId, { permission: "view" })
    const visit = await fetch(href).then((answer) => answer.json() as Promise<{ readonly data?: Visit }>)
    assert.strictEqual((await fetch(visit.data?.preview_url ?? "")).status, 404)
  })

  it("are gone with their file", async () => {
    const fileId = await put("gone.jpg", new Uint8Array(await picture(300, 300)))
    const href = await addressOf(fileId, 96)
    await drive.files.remove([fileId])
    assert.strictEqual((await fetch(href)).status, 404)
  })
})

describe("Thumbnails", () => {
  const space = {
    spaceId: "s",
    platform: "s3",
    name: "s",
    bucket: "b",
    quota: 0,
    fileSizeLimit: 0,
    downloadSpeed: 0,
    readOnly: false
  } as const
  const entry = {
    fileId: "1",
    spaceId: "s",
    parentFileId: "root",
    name: "a.png",
    type: "file",
    sequence: 1,
    createdAt: 0,
    updatedAt: 0,
    hidden: false,
    userTags: [],
    pending: [],
    content: { objectKey: "k", size: 3, contentType: "image/png" }
  } as const
  const blobs = BlobStoreMemory.make()
  const objects = {
    of: ({ bucket }: SpaceBucket) => blobs.bucket(bucket),
    make: ({ bucket }: SpaceBucket) => blobs.makeBucket(bucket)
  }
  const addresses = SignedAddresses.make("http://localhost", "secret")

  it.effect("without the package are the picture itself", () =>
    Effect.gen(function*() {
      const thumbnails = yield* Thumbnails.make({ addresses, objects, loadScaling: Effect.succeedNone })
      const whole = Effect.succeed("http://whole")
      const process = "image/resize,w_96"
      assert.deepStrictEqual(
        yield* thumbnails.addressOf({ space, entry, process, whole }),
        Option.some("http://whole")
      )
    }))

  it.effect("of the same bytes and size are made once, also when many ask at once", () =>
    Effect.gen(function*() {
      const bucket = yield* blobs.makeBucket("b")
      for (const key of ["k", "copy"]) yield* bucket.put({ key, body: ByteSource.fromBytes(new Uint8Array([1, 2, 3])) })
      let made = 0
      const loadScaling = Effect.succeedSome((bytes: Uint8Array) =>
        Effect.sync(() => {
          made++
          return Option.some(new Uint8Array(bytes))
        })
      )
      const thumbnails = yield* Thumbnails.make({ addresses, objects, loadScaling })
      const copy = { ...entry, fileId: "2", content: { ...entry.content, objectKey: "copy" } }
      const size = Size.fromProcess("w_96")
      const asked = [entry, copy, entry, copy].map((one) => thumbnails.bytesOf({ space, entry: one, size }))
      yield* Effect.all(asked, { concurrency: "unbounded" })
      assert.strictEqual(made, 1)
      yield* thumbnails.bytesOf({ space, entry, size: Size.fromProcess("w_200") })
      assert.strictEqual(made, 2)
    }))
})
