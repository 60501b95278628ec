import type { Scope } from "effect"
import { Effect, Layer } from "effect"
import type { FolderEntry } from "../../../src/domain/FolderEntry.js"
import { FolderReader } from "../../../src/services/FolderReader.js"
import type { FolderTuning } from "../../../src/services/folders/FolderRun.js"
import * as FolderUploadsLayer from "../../../src/services/folders/FolderUploadsLayer.js"
import { FolderUploads } from "../../../src/services/FolderUploads.js"
import type { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { MemoryDrive, MemoryDriveOptions } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import type { Ports } from "../upload/memoryUploads.js"
import { layerOf } from "../upload/memoryUploads.js"

export type Entry = FolderEntry<Uint8Array>

/** Runs a program of folder uploads against a drive in memory, under virtual time. */
export const withFolders = <A, E>(
  options: MemoryDriveOptions & { readonly tuning?: Partial<FolderTuning> },
  program: (
    drive: MemoryDrive,
    folders: FolderUploads["Type"]
  ) => Effect.Effect<A, E, FolderUploads | Ports | Scope.Scope | TransferScheduler>
): Effect.Effect<A, E | VirtualTime.Deadlock> =>
  VirtualTime.run(Effect.gen(function*() {
    const drive = yield* Memory.make(options)
    return yield* Effect.flatMap(FolderUploads, (folders) => program(drive, folders)).pipe(
      Effect.scoped,
      Effect.provide(
        FolderUploadsLayer.layer(options.tuning ?? {}).pipe(
          Layer.provide(FolderReader.layerUnsupported),
          Layer.provideMerge(layerOf(drive))
        )
      )
    )
  }))

export const file = (path: string, source: Uint8Array): Entry => ({ _tag: "File", path, source })

export const folder = (path: string): Entry => ({ _tag: "Folder", path })

/** What the service has, as `path: bytes`; folders end in a slash. */
export const tree = (drive: MemoryDrive): ReadonlyMap<string, Uint8Array | undefined> => {
  const pathOf = (fileId: string): string => {
    const entry = drive.service.files.get(fileId)
    return entry === undefined ? "" : `${pathOf(entry.parentFileId)}/${entry.name}`
  }
  return new Map(
    [...drive.service.files.values()].filter(({ stored }) => stored).map((entry) => [
      entry.type === "folder" ? `${pathOf(entry.fileId)}/` : pathOf(entry.fileId),
      drive.storage.bucket.objects.get(entry.objectKey)?.bytes
    ])
  )
}
