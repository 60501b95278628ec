/**
 * A store over an S3 server that fails when it is told to, and a plain model of what the store may hold then: what was
 * answered as stored is there, what failed is there whole or not at all.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Scope } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import * as FaultScript from "../../../src/testing/FaultScript.js"
import { AccessKeys } from "../../src/AccessKeys.js"
import type { BlobPart } from "../../src/blobs/Blob.js"
import { BlobBroken } from "../../src/blobs/BlobErrors.js"
import { BlobStore, type Bucket } from "../../src/blobs/BlobStore.js"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import * as BlobStoreS3 from "../../src/blobs/BlobStoreS3.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import * as FaultyApp from "../../src/faults/FaultyApp.js"
import * as NodeServer from "../../src/NodeServer.js"
import * as S3App from "../../src/s3/S3App.js"
import { region } from "../s3/endpoint.js"
import { md5, pattern } from "./blobStoreContract.js"

/** What is done to a store. Parts, `list`, `complete` and `abort` are about the upload that was begun last. */
export type Command =
  | { readonly does: "put"; readonly key: string; readonly size: number; readonly isSized: boolean }
  | { readonly does: "copy"; readonly from: string; readonly key: string }
  | { readonly does: "remove"; readonly key: string }
  | { readonly does: "read"; readonly key: string }
  | { readonly does: "begin"; readonly key: string }
  | { readonly does: "part"; readonly number: number; readonly size: number }
  | { readonly does: "list" }
  | { readonly does: "complete" }
  | { readonly does: "abort" }
  | { readonly does: "restart" }

/** How the server's answer fails, and how often in a row. The store's client asks three times where it can. */
export interface Failing {
  readonly action: FaultScript.FaultAction
  readonly times: number
  /** Requests that pass before. */
  readonly skip: number
}

/** What came of a command: the tag of its failure, and whether the fault was met as often as it should. */
export interface Outcome {
  readonly failure: string | undefined
  readonly isMet: boolean
}

const most = 17 * 1024 * 1024
const stock = Buffer.from(pattern(most + 1000))

/** Bytes of their own for each command, without making them each time. */
const bytesOf = (size: number, seed: number): Buffer => stock.subarray(seed % 1000, seed % 1000 + size)

const empty = Buffer.alloc(0)

type Content = Buffer | undefined

interface Upload {
  readonly key: string
  readonly uploadId: string
  readonly parts: Map<number, ReadonlyArray<Content>>
}

const isOneOf = (found: Content, allowed: ReadonlyArray<Content>): boolean =>
  allowed.some((content) => content === undefined ? found === undefined : found?.equals(content) === true)

const layer = Layer.mergeAll(BlobStoreMemory.layer(), AccessKeys.layer)

const serve = Effect.gen(function*() {
  const outside = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("outside"))
  const key = yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: "all" }))
  let script = FaultScript.make()
  const faults: FaultScript.FaultScript = {
    next: (request) => script.next(request),
    remaining: () => script.remaining(),
    add: (more) => script.add(more)
  }
  const app = FaultyApp.make(yield* S3App.make({ region }), faults, {
    target: "s3",
    expired: () => HttpServerResponse.empty({ status: 400 }),
    headers: () => ({})
  })
  const { origin } = yield* NodeServer.make({ port: 0, app })

  /** Runs with a fault, and says whether it was met. */
  const during = <A, E, R>(failing: Failing | undefined, effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function*() {
      script = FaultScript.make(failing === undefined ? [] : [{ match: { target: "s3" }, ...failing }])
      const exit = yield* Effect.exit(effect)
      const isMet = script.remaining().length === 0
      script = FaultScript.make()
      return { exit, isMet }
    })
  return { outside, server: { ...key, endpoint: origin, region }, during }
})

const temporary = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "faulty-"))),
  (directory) => Effect.promise(() => fs.rm(directory, { recursive: true, force: true }))
)

/** A new store in a new world. */
export const make = Effect.gen(function*() {
  const { during, outside, server } = yield* serve
  const directory = yield* temporary
  const objects = new Map<string, ReadonlyArray<Content>>()
  const opening = Effect.gen(function*() {
    const scope = yield* Scope.make()
    const store = yield* BlobStoreS3.make({ server, bucket: outside.name, directory }).pipe(
      Scope.extend(scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
    return { store, scope, bucket: yield* store.makeBucket("b") }
  })
  let upload: Upload | undefined
  let seed = 0
  let open = yield* opening
  yield* Effect.addFinalizer(() => Effect.suspend(() => Scope.close(open.scope, Exit.void)))

  const contentOf = (bucket: Bucket, key: string) =>
    bucket.get(key).pipe(
      Effect.flatMap(({ blob, read }) => {
        const source = ByteSource.fromReadableStream(read(), (cause) => new BlobBroken({ operation: "read", cause }))
        return Effect.map(ByteSource.collect(source), (bytes): Content => {
          assert.strictEqual(blob.size, bytes.length)
          return Buffer.from(bytes)
        })
      }),
      Effect.catchTag("BlobNotFound", () => Effect.succeed<Content>(undefined))
    )

  const allowed = (key: string) => objects.get(key) ?? [undefined]

  const named = (parts: ReadonlyArray<BlobPart>) => parts.map(({ etag, number }) => ({ number, etag }))

  const withUpload = <A>(use: (current: Upload) => Effect.Effect<A, { readonly _tag: string }>) =>
    upload === undefined ? Effect.void : Effect.asVoid(use(upload))

  /** Only does it. */
  const run = (command: Command): Effect.Effect<void, { readonly _tag: string }> => {
    const { bucket } = open
    switch (command.does) {
      case "put": {
        const bytes = bytesOf(command.size, ++seed)
        objects.set(command.key, [...allowed(command.key), bytes])
        return bucket.put({
          key: command.key,
          size: command.isSized ? bytes.length : undefined,
          body: ByteSource.fromBytes(bytes.subarray(0, 500), bytes.subarray(500))
        }).pipe(
          Effect.map(({ etag }) => {
            assert.strictEqual(etag, md5(bytes))
            objects.set(command.key, [bytes])
          })
        )
      }
      case "copy":
        return bucket.head(command.from).pipe(
          Effect.flatMap((from) => bucket.copy({ from, key: command.key })),
          Effect.map(() => void objects.set(command.key, allowed(command.from))),
          Effect.catchTag("BlobNotFound", () => Effect.void)
        )
      case "remove":
        objects.set(command.key, [...allowed(command.key), undefined])
        return Effect.map(bucket.remove(command.key), () => void objects.set(command.key, [undefined]))
      case "read":
        return Effect.map(
          contentOf(bucket, command.key),
          (found) => assert.isTrue(isOneOf(found, allowed(command.key)), "what was read is not what was stored")
        )
      case "begin":
        return Effect.map(bucket.begin({ key: command.key }), ({ uploadId }) => {
          upload = { key: command.key, uploadId, parts: new Map() }
        })
      case "part":
        return withUpload(({ key, parts, uploadId }) => {
          const { number } = command
          const bytes = bytesOf(command.size, ++seed)
          parts.set(number, [...parts.get(number) ?? [undefined], bytes])
          return bucket.putPart({
            key,
            uploadId,
            number,
            size: bytes.length,
            body: ByteSource.fromBytes(bytes.subarray(0, 500), bytes.subarray(500))
          }).pipe(
            Effect.map(({ etag }) => {
              assert.strictEqual(etag, md5(bytes))
              parts.set(number, [bytes])
            })
          )
        })
      case "list":
        return withUpload(({ key, uploadId }) => bucket.listParts(key, uploadId))
      case "complete":
        return withUpload((current) =>
          Effect.gen(function*() {
            const { key, parts, uploadId } = current
            const listed = yield* bucket.listParts(key, uploadId)
            const whole = Buffer.concat(listed.map(({ number }) => parts.get(number)?.[0] ?? empty))
            objects.set(key, [...allowed(key), whole])
            const blob = yield* bucket.complete({ key, uploadId, parts: named(listed) })
            assert.strictEqual(blob.size, whole.length)
            objects.set(key, [whole])
            upload = undefined
          })
        )
      case "abort":
        return withUpload(({ key, uploadId }) =>
          Effect.map(bucket.abort(key, uploadId), () => {
            upload = undefined
          })
        )
      case "restart":
        return Effect.suspend(() => Scope.close(open.scope, Exit.void)).pipe(
          Effect.zipRight(opening),
          Effect.map((next) => {
            open = next
          })
        )
    }
  }

  /** Looks at all there is, and takes what is found for the state from here on. */
  const settle = Effect.gen(function*() {
    const { bucket } = open
    for (const [key, contents] of objects) {
      const found = yield* contentOf(bucket, key)
      assert.isTrue(isOneOf(found, contents), `${key} holds something that was never stored`)
      objects.set(key, [found])
    }
    const listed = yield* bucket.list({ limit: 1000 })
    const expected = Array.from(objects).flatMap(([key, [content]]) => content === undefined ? [] : [key])
    assert.deepStrictEqual(listed.items.map(({ key }) => key).toSorted(), expected.toSorted())
    if (upload === undefined) return
    const { key, parts, uploadId } = upload
    const isOpen = yield* Effect.isSuccess(bucket.upload(key, uploadId))
    // A start has carried on its complete.
    if (!isOpen) {
      upload = undefined
      return
    }
    const etags = new Map((yield* bucket.listParts(key, uploadId)).map(({ etag, number }) => [number, etag]))
    for (const [number, contents] of parts) {
      const etag = etags.get(number)
      const found = contents.filter((content) => (content === undefined ? undefined : md5(content)) === etag)
      assert.isAbove(found.length, 0, `part ${number} is none that was sent`)
      parts.set(number, found)
    }
  })

  /** Does it, with the fault if there is one, and then looks whether all is as it may be. */
  const apply = (command: Command, failing?: Failing) =>
    Effect.gen(function*() {
      const { exit, isMet } = yield* during(failing, run(command))
      if (Exit.isFailure(exit) && !Cause.isFailType(exit.cause)) return yield* Effect.die(Cause.squash(exit.cause))
      // A process that could not start is started again.
      if (Exit.isFailure(exit) && command.does === "restart") open = yield* opening
      yield* settle
      const outcome: Outcome = {
        failure: Exit.isFailure(exit) && Cause.isFailType(exit.cause) ? exit.cause.error._tag : undefined,
        isMet
      }
      return outcome
    })

  /** Everything is removed, and the process starts once more: nothing may be left, here or there. */
  const end = Effect.gen(function*() {
    for (const { key, uploadId } of yield* open.bucket.uploads) yield* open.bucket.abort(key, uploadId)
    for (const { key } of (yield* open.bucket.list({ limit: 1000 })).items) yield* open.bucket.remove(key)
    yield* Scope.close(open.scope, Exit.void)
    open = yield* opening
    assert.strictEqual(yield* open.store.usage, 0)
    const left = yield* outside.list({ limit: 1000 })
    assert.deepStrictEqual([left.items.map(({ key }) => key), yield* outside.uploads], [[], []])
  })

  return { run, apply, end }
}).pipe(Effect.provide(layer))
