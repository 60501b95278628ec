/** Uploads of small files by plain calls, on a drive in memory. */
import { Effect, Layer } from "effect"
import type { SmallRequests } from "../../../src/services/SmallRequests.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import type { UploadTuning } from "../../../src/services/uploads/UploadEngine.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import type { FaultMatch } from "../../../src/testing/FaultScript.js"
import type { MemoryDrive, MemoryDriveOptions } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import type { ThreadOptions } from "../../property/byThread.js"
import { layerWith } from "../../property/byThread.js"

type Step = "announce" | "put"

interface Setup extends MemoryDriveOptions, ThreadOptions {
  readonly tuning?: Partial<UploadTuning>
}

/** The drive, its uploads, and the plain requests in the order in which they began. */
export const withRequests = <A, E>(
  { own = {}, through = (requests) => requests, tuning, ...options }: Setup,
  program: (
    drive: MemoryDrive,
    uploads: Uploads["Type"],
    steps: ReadonlyArray<Step>
  ) => Effect.Effect<A, E, TransferScheduler>
) =>
  VirtualTime.run(Effect.gen(function*() {
    const drive = yield* Memory.make(options)
    const steps: Array<Step> = []
    const noted = (requests: SmallRequests): SmallRequests => ({
      ...requests,
      announce: (...given) => {
        steps.push("announce")
        return requests.announce(...given)
      },
      put: (...given) => {
        steps.push("put")
        return requests.put(...given)
      }
    })
    const ports = Layer.provideMerge(
      layerWith({ own, through: (requests) => noted(through(requests)) }),
      drive.layer
    )
    const layer = UploadsLayer.layer(tuning).pipe(
      Layer.provideMerge(TransferScheduler.layer),
      Layer.provideMerge(ports)
    )
    return yield* Effect.flatMap(Uploads, (uploads) => program(drive, uploads, steps)).pipe(
      Effect.scoped,
      Effect.provide(layer)
    )
  }))

export const createCall: FaultMatch = { target: "api", method: "POST", path: "/api/v2/file/" }
export const put: FaultMatch = { path: "memory://storage", method: "PUT" }

export const countCreates = (drive: MemoryDrive) => drive.network.count({ method: "POST", path: "/api/v2/file/" })
export const countPuts = (drive: MemoryDrive) => drive.network.count({ method: "PUT", path: "memory://storage" })

export const until = (isSo: () => boolean) => Effect.repeat(Effect.sleep("1 millis"), { until: isSo, times: 60_000 })
