/** What is proven of bytes on s3 when a program says nothing about it. */
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TransportError } from "../../../../src/domain/errors/TransportError.js"
import * as Drive from "../../../../src/layers/DriveNode.js"
import * as S3 from "../../../../src/layers/loading/S3.js"
import * as TransportNode from "../../../../src/layers/node/TransportNode.js"
import { make } from "../../../../src/promise/DriveClient.js"
import type { StoredPart } from "../../../../src/services/PartStore.js"
import type { SlicedBody } from "../../../../src/services/SlicedBody.js"
import type { UploadStores } from "../../../../src/services/StorageProvider.js"
import { S3Driver } from "../../../../src/services/StorageProviders.js"
import type { SignedAddress } from "../../../../src/services/Transport.js"
import { Transport } from "../../../../src/services/Transport.js"
import { sha256, storedBytes, withFaultyDrive } from "../../../faults/FaultyDrive.js"

/** What happens to bodies and answers on their way. */
interface Way {
  readonly damages?: (body: number) => boolean
  readonly refuses?: (address: SignedAddress) => boolean
}

/** No two bodies are damaged alike. */
const flip = (bytes: Uint8Array, body: number): Uint8Array => {
  const damaged = Uint8Array.from(bytes)
  damaged[100 + body] = (damaged[100 + body] ?? 0) ^ 1
  return damaged
}

const flipped = (sliced: SlicedBody, body: number): SlicedBody => ({
  ...sliced,
  read: async (start, most) => flip(await sliced.read(start, most), body)
})

const along = ({ damages = () => false, refuses = () => false }: Way) => {
  const bodies: Array<SignedAddress> = []
  const refused = new TransportError({ reason: "Network", method: "PUT", path: "refused by CORS" })
  const transport = Layer.effect(
    Transport,
    Effect.map(Transport, (real) => ({
      ...real,
      put: (...[address, body, sent, pace]: Parameters<typeof real.put>) => {
        bodies.push(address)
        if (refuses(address)) return refused
        if (body instanceof Blob) return Effect.dieMessage("Node sends bytes")
        return real.put(address, damages(bodies.length) ? flip(body, bodies.length) : body, sent, pace)
      },
      putSlices: (...[address, body, sent, pace]: Parameters<NonNullable<typeof real.putSlices>>) => {
        bodies.push(address)
        if (refuses(address)) return refused
        const sentBody = damages(bodies.length) ? flipped(body, bodies.length) : body
        return real.putSlices?.(address, sentBody, sent, pace) ?? Effect.dieMessage("Node sends slices")
      }
    }))
  ).pipe(Layer.provide(TransportNode.layer))
  const open = (options: Drive.DriveNodeOptions) =>
    make(
      Drive.layer(options).pipe(
        Layer.provide(Layer.merge(Drive.layerAdapters(options), transport)),
        Layer.provide(FetchHttpClient.layer)
      )
    )
  return { open, bodies }
}

const onDisk = async (bytes: Uint8Array, use: (path: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "integrity-"))
  try {
    writeFileSync(join(folder, "file"), bytes)
    await use(join(folder, "file"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const outcome = (done: Promise<{ readonly verified?: string | undefined }>): Promise<string> =>
  done.then(({ verified }) => verified ?? "nothing said", (error: { readonly _tag: string }) => error._tag)

/** Keys of KMS: what looks like an MD5 is none, and is another one each time. */
const opaqueStores = ({ direct, parts }: UploadStores): UploadStores => {
  const real = new Map<string, string | undefined>()
  const newest = new Map<number, string>()
  const hidden = (stored: StoredPart): StoredPart => {
    const etag = randomBytes(16).toString("hex")
    real.set(etag, stored.etag)
    newest.set(stored.number, etag)
    return { ...stored, etag }
  }
  const find: typeof direct.find = (expected) =>
    Effect.map(direct.find(expected), Option.map((object) => ({ ...object, etag: newest.get(1) })))
  return {
    direct: { ...direct, find, accept: (...args) => Effect.map(direct.accept(...args), hidden) },
    parts: {
      ...parts,
      parts: (...args) => Stream.map(parts.parts(...args), (part) => ({ ...part, etag: newest.get(part.number) })),
      accept: (...args) => Effect.map(parts.accept(...args), hidden),
      complete: (uploadId, stored, expected) =>
        parts.complete(uploadId, stored.map((part) => ({ ...part, etag: real.get(part.etag ?? "") })), expected)
    }
  }
}

const opaque = {
  providers: {
    s3: Layer.map(S3.layer(), (context) => {
      const driver = Context.get(context, S3Driver)
      const open: typeof driver.open = (space) =>
        Effect.map(driver.open(space), (provider) => ({
          ...provider,
          uploads: { ...provider.uploads, reopen: (ticket) => opaqueStores(provider.uploads.reopen(ticket)) }
        }))
      return Context.make(S3Driver, { ...driver, open })
    })
  }
}

const hasMd5 = ({ headers }: SignedAddress): boolean => "content-md5" in headers

const MiB = 1024 * 1024

for (const [kind, size, parts] of [["direct", 300 * 1024, 1], ["multipart", 11 * MiB, 3]] as const) {
  const bytes = randomBytes(size)
  const sources: ReadonlyArray<
    readonly [string, (use: (source: Uint8Array | { readonly path: string }) => Promise<void>) => Promise<void>]
  > = [
    ["a file", (use) => onDisk(bytes, (path) => use({ path }))],
    ["bytes", (use) => use(bytes)]
  ]
  for (const [what, withSource] of sources) {
    const uploaded = (
      way: Way,
      then: (end: string, bodies: ReadonlyArray<SignedAddress>, stored: () => Promise<Uint8Array>) => unknown,
      options: Partial<Drive.DriveNodeOptions> = {}
    ) =>
      withSource((source) => {
        const { bodies, open } = along(way)
        return withFaultyDrive({ open, drive: options }, async ({ drive }) => {
          const upload = drive.uploads.start({ source, name: "a", parallel: 1 })
          const end = await outcome(upload.done)
          await then(end, bodies, () => storedBytes(drive, upload.snapshot().result?.fileId ?? ""))
        })
      })

    describe(`${what} on s3, ${kind}`, () => {
      it("is compared by its MD5, with no header more", () =>
        uploaded({}, (end, bodies) => {
          assert.deepStrictEqual([end, bodies.length, bodies.some(hasMd5)], ["md5", parts, false])
        }))

      it("is sent again where it was damaged on its way, once", () =>
        uploaded({ damages: (body) => body === 1 }, async (end, bodies, stored) => {
          assert.deepStrictEqual([end, bodies.length], ["md5", parts + 1])
          assert.strictEqual(sha256(await stored()), sha256(bytes))
        }))

      it("ends as IntegrityError where it is damaged each time", () =>
        uploaded({ damages: () => true }, (end) => assert.strictEqual(end, "IntegrityError")))

      it("is compared by the storage itself where ETags are no digests", () =>
        uploaded({}, (end, bodies) => {
          assert.deepStrictEqual([end, bodies.filter(hasMd5).length], ["md5", parts])
        }, opaque))

      it("does not take damage for a key of KMS", () =>
        uploaded({ damages: () => true }, (end) => assert.strictEqual(end, "IntegrityError"), opaque))

      it("is said to be known by its size where neither can be", () =>
        uploaded({ refuses: hasMd5 }, async (end, _bodies, stored) => {
          assert.strictEqual(end, "size")
          assert.strictEqual(sha256(await stored()), sha256(bytes))
        }, opaque))

      it("is not taken for known where each body is damaged in its own way and no Content-MD5 gets through", () =>
        uploaded({ damages: () => true, refuses: hasMd5 }, (end) => assert.strictEqual(end, "IntegrityError")))

      it("is not taken for known either where ETags are no digests", () =>
        uploaded({ damages: () => true, refuses: hasMd5 }, (end) => assert.strictEqual(end, "IntegrityError"), opaque))

      it("is proven where only some are damaged, and the Content-MD5 between them is lost", () => {
        let lost = 0
        const refuses = (address: SignedAddress) => hasMd5(address) && lost++ === 0
        return uploaded({ damages: (body) => body <= 3, refuses }, async (end, _bodies, stored) => {
          assert.strictEqual(end, "md5")
          assert.strictEqual(sha256(await stored()), sha256(bytes))
        })
      })

      it("is compared by its checksum where the storage is known to do that", () =>
        uploaded({ damages: (body) => body === 1 }, async (end, bodies, stored) => {
          assert.deepStrictEqual([end, bodies.length], ["checksum", parts + 1])
          assert.isTrue(bodies.every(({ headers }) => "x-amz-checksum-crc32" in headers))
          assert.strictEqual(sha256(await stored()), sha256(bytes))
        }, { providers: { s3: S3.layer({ checksums: true }) } }))

      it("is not compared where a program says so", () =>
        uploaded({}, (end, bodies) => assert.deepStrictEqual([end, bodies.length], ["size", parts]), {
          uploads: { integrity: () => "none" }
        }))
    })
  }
}
