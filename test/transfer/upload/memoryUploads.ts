import { assert } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import type { UploadTuning } from "../../../src/services/uploads/UploadEngine.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import type { MemoryDrive, MemoryDriveOptions, MemoryPorts } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { layer as throughThread } from "../../property/byThread.js"

export type Ports = MemoryPorts | TransferScheduler | Uploads

/** Whether uploads go by a thread where nothing else is said. `throughThread.test.ts` runs all that is here with one, too. */
export const usual = { byThread: false }

export const layerOf = (
  drive: MemoryDrive,
  tuning: Partial<UploadTuning> = {},
  byThread = usual.byThread
): Layer.Layer<Ports> =>
  UploadsLayer.layer(tuning).pipe(
    Layer.provideMerge(TransferScheduler.layer),
    Layer.provideMerge(byThread ? Layer.provideMerge(throughThread, drive.layer) : drive.layer)
  )

/** Runs a program against a drive in memory, under virtual time. */
export const withDrive = <A, E>(
  options: MemoryDriveOptions,
  program: (drive: MemoryDrive, uploads: Uploads["Type"]) => Effect.Effect<A, E, Ports | Scope.Scope>,
  tuning: Partial<UploadTuning> = {},
  byThread?: boolean
): Effect.Effect<A, E | VirtualTime.Deadlock> =>
  VirtualTime.run(Effect.gen(function*() {
    const drive = yield* Memory.make(options)
    return yield* Effect.flatMap(Uploads, (uploads) => program(drive, uploads)).pipe(
      Effect.scoped,
      Effect.provide(layerOf(drive, tuning, byThread))
    )
  }))

/** One run of the program: it ends without a word when its scope is closed, and another one starts over the same drive. */
export const startProcess = Effect.fnUntraced(
  function*(drive: MemoryDrive, layer: Layer.Layer<Ports> = layerOf(drive)) {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layer, scope)
    yield* Effect.provide(drive.signIn(), context)
    return {
      uploads: Context.get(context, Uploads),
      scheduler: Context.get(context, TransferScheduler),
      signIn: (wsid: string) => Effect.provide(drive.signIn(wsid), context),
      crash: Scope.close(scope, Exit.void)
    }
  }
)

/** Bytes that differ from part to part. */
export const bytesOf = (size: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8) * 7 + seed) % 256)

export const storedBytes = (drive: MemoryDrive, objectKey: string | undefined): Uint8Array | undefined =>
  drive.storage.bucket.objects.get(objectKey ?? "")?.bytes

/** What must hold after every upload, however it went. */
export const assertNothingLeft = (drive: MemoryDrive, scheduler: TransferScheduler["Type"]) => {
  const none = { finish: 0, control: 0, part: 0, hash: 0 }
  assert.deepStrictEqual(scheduler.usage(), { running: none, waiting: none, bytes: 0 })
  assert.strictEqual(drive.network.inFlight, 0)
  assert.strictEqual(drive.storage.bucket.uploads.size, 0, "open multipart uploads")
}

export const assertAllFaultsHit = (drive: MemoryDrive) => assert.deepStrictEqual(drive.network.faults.remaining(), [])
