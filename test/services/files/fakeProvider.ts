/**
 * `Files` and `Downloads` over a provider that a test writes itself.
 */
import { Effect, Layer } from "effect"
import { SpaceId } from "../../../src/domain/Ids.js"
import type { Space } from "../../../src/domain/Space.js"
import { layer as fileActions } from "../../../src/seldom/files/FileActionsLayer.js"
import type { FileActions } from "../../../src/services/files/FileActions.js"
import { Spaces } from "../../../src/services/Spaces.js"
import type { StorageProvider } from "../../../src/services/StorageProvider.js"
import { StorageProviders } from "../../../src/services/StorageProviders.js"

export const space: Space = {
  spaceId: SpaceId.make("space"),
  platform: "s3",
  name: undefined,
  fileSizeLimit: undefined,
  downloadSpeed: undefined
}

const missing = () => Effect.dieMessage("the test has no such call")

export const providerOf = (own: {
  readonly files?: Partial<StorageProvider["files"]>
  readonly bin?: Partial<StorageProvider["bin"]>
  readonly tasks?: Partial<StorageProvider["tasks"]>
  readonly downloads?: Partial<StorageProvider["downloads"]>
}): StorageProvider => ({
  space,
  platform: "s3",
  files: {
    list: missing,
    info: missing,
    resolve: missing,
    createFolder: missing,
    rename: missing,
    updateInfo: missing,
    batchSize: 2,
    copy: missing,
    move: missing,
    remove: missing,
    ...own.files
  },
  bin: { list: missing, recycle: missing, restore: missing, clear: missing, ...own.bin },
  uploads: {
    rules: { minSize: 1, maxSize: 1, maxCount: 1, multipleOf: 1, order: "any" },
    integrity: Effect.never,
    prepare: missing,
    reopen: () => {
      throw new Error("the test has no such call")
    },
    confirm: missing,
    settle: missing
  },
  downloads: { address: missing, batch: missing, archive: missing, ...own.downloads },
  tasks: { get: missing, pollTask: missing, ...own.tasks }
})

export const spacesWith = (
  provider: StorageProvider
): Layer.Layer<FileActions | Spaces | StorageProviders> =>
  Layer.provideMerge(
    fileActions,
    Layer.mergeAll(
      Layer.mock(Spaces, { current: () => Effect.succeed(space), resolve: () => Effect.succeed(space) }),
      Layer.succeed(StorageProviders, { forSpace: () => Effect.succeed(provider), closeAll: Effect.void })
    )
  )
