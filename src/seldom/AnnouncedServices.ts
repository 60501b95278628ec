/**
 * The services that come with the first call of any of them, telling of each change that they make.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type { AsyncTask } from "../domain/AsyncTask.js"
import type { BatchResult } from "../domain/BatchResult.js"
import type { SpaceId } from "../domain/Ids.js"
import type { Announce, Change } from "../services/Announce.js"
import { makeAnnounce, mayBeDoneAfter } from "../services/Announce.js"
import type { AssetFolders } from "../services/AssetFolders.js"
import type { Assets } from "../services/Assets.js"
import type { DriveEvents, FilesPatch } from "../services/DriveEvents.js"
import type { Files } from "../services/Files.js"
import type { Migration } from "../services/Migration.js"
import type { RecycleBin } from "../services/RecycleBin.js"
import type { Sharing } from "../services/Sharing.js"
import type { Tasks } from "../services/Tasks.js"
import { make as makeFolders } from "./assets/AssetFoldersLayer.js"
import { make as makeAssets } from "./assets/AssetsLayer.js"
import { make as makeSharing } from "./assets/SharingLayer.js"
import { make as makeFileChanges } from "./files/FileChanges.js"
import { make as makeMigration } from "./MigrationLayer.js"
import { make as makeBin } from "./RecycleBinLayer.js"
import { make as makeTasks, timeoutCode } from "./TasksLayer.js"

/**
 * Changes of a space that the service continues in a task, by their tasks: they are announced again when the task has ended.
 */
interface Underway {
  readonly track: (taskId: string | undefined, change: Change) => void
  /** The change that the task was about, once: the task has ended. */
  readonly ended: (taskId: string) => Change | undefined
}

const underway = new WeakMap<DriveEvents.Service, Map<string, Change | undefined>>()

const underwayOf = (events: DriveEvents.Service, spaceId: SpaceId): Underway => {
  const changes = underway.get(events) ?? new Map<string, Change | undefined>()
  underway.set(events, changes)
  const keyOf = (taskId: string) => `${spaceId} ${taskId}`
  return {
    track: (taskId, change) => {
      if (taskId !== undefined) changes.set(keyOf(taskId), change)
    },
    ended: (taskId) => {
      const key = keyOf(taskId)
      const isKnown = changes.has(key)
      const change = changes.get(key)
      // a task is asked for again and again, and ends once
      changes.set(key, undefined)
      return isKnown && change === undefined ? undefined : { folderIds: undefined, ...change, kind: "taskEnded" }
    }
  }
}

interface Tagged {
  readonly _tag: string
}

/** The change of a batch, for the files with which it was done or may have been. What is wanted is read once it has been checked. */
const batch = (wanted: () => ReadonlyArray<string>, change: (fileIds: ReadonlyArray<string>) => Change) =>
(
  done: BatchResult<Tagged> | undefined,
  spaceId: SpaceId,
  events: DriveEvents.Service
): Change | undefined => {
  const refused = new Set(
    done?.errorItems.filter(({ error }) => !mayBeDoneAfter(error)).map(({ fileId }): string => fileId)
  )
  const fileIds = [...new Set(wanted())].filter((fileId) => !refused.has(fileId))
  if (fileIds.length === 0) return undefined
  const made = change(fileIds)
  for (const { asyncTaskId } of done?.successItems ?? []) underwayOf(events, spaceId).track(asyncTaskId, made)
  return made
}

/** What is left out stays as it is, so it must not be there as `undefined`. Other tabs can get plain values alone. */
const patchOf = ({ hidden, name, userTags }: Parameters<Files.Service["updateInfo"]>[0]): FilesPatch => ({
  ...(hidden === undefined ? {} : { hidden }),
  ...(name === undefined ? {} : { name }),
  ...(userTags === undefined ? {} : { userTags: userTags.map(({ key, value }) => ({ key, value })) })
})

/**
 * The part of `Files` that changes what is there.
 */
export const fileChanges = (
  ...[open, found, announce]: [...Parameters<typeof makeFileChanges>, announce: Announce]
): ReturnType<typeof makeFileChanges> => {
  const files = makeFileChanges(open, found)
  return {
    rename: (wanted, options) =>
      announce(files.rename(wanted, options), options, () => ({
        kind: "renamed",
        fileIds: [wanted.fileId],
        patch: { name: wanted.name }
      })),
    updateInfo: (wanted, options) =>
      announce(files.updateInfo(wanted, options), options, () => ({
        kind: "updated",
        fileIds: [wanted.fileId],
        patch: patchOf(wanted)
      })),
    star: (wanted, options) =>
      announce(files.star(wanted, options), options, () => ({
        kind: "updated",
        fileIds: [wanted.fileId],
        patch: { starred: wanted.starred }
      })),
    copy: (wanted, options) =>
      announce(
        files.copy(wanted, options),
        options,
        batch(() => wanted.fileIds, () => ({ kind: "copied", folderIds: [wanted.toParentFileId] }))
      ),
    move: (wanted, options) =>
      announce(
        files.move(wanted, options),
        options,
        batch(() => wanted.fileIds, (fileIds) => ({ kind: "moved", fileIds, folderIds: [wanted.toParentFileId] }))
      ),
    remove: (ids, options) =>
      announce(files.remove(ids, options), options, batch(() => ids, (fileIds) => ({ kind: "removed", fileIds })))
  }
}

export const recycleBin = Effect.map(Effect.all([makeBin, makeAnnounce]), ([bin, announce]): RecycleBin.Service => ({
  ...bin,
  recycle: (ids, options) =>
    announce(bin.recycle(ids, options), options, batch(() => ids, (fileIds) => ({ kind: "recycled", fileIds }))),
  restore: (ids, options) =>
    announce(
      bin.restore(ids, options),
      options,
      batch(() => ids, (fileIds) => ({ kind: "restored", fileIds, folderIds: undefined }))
    ),
  clear: (options) =>
    announce(bin.clear(options), options, (done, spaceId, events) => {
      const change: Change = { kind: "binCleared" }
      underwayOf(events, spaceId).track(done?.asyncTaskId, change)
      return change
    })
}))

/** An upload announces its end itself; what is changed before it begins is announced here. */
const announcedAssets = (assets: Assets.Service, announce: Announce): Assets.Service => {
  const changed = (...assetIds: ReadonlyArray<string>): Change => ({ kind: "assets", assetIds })
  return {
    ...assets,
    // the overloads differ in their results alone, which are handed on as they are
    create:
      ((asset: Parameters<typeof assets.create>[0], options) =>
        announce(assets.create(asset, options), options, () => changed())) as typeof assets.create,
    update:
      ((asset: Parameters<typeof assets.update>[0], options) =>
        announce(assets.update(asset, options), options, () => changed(asset.assetId))) as typeof assets.update,
    recycle: (ids, options) =>
      announce(assets.recycle(ids, options), options, () => ({ kind: "assets", assetIds: ids, folderIds: undefined })),
    star: (wanted, options) =>
      announce(assets.star(wanted, options), options, () => ({
        kind: "assets",
        assetIds: [wanted.assetId],
        patch: { starred: wanted.starred ?? true }
      })),
    setPermission: (wanted, options) =>
      announce(assets.setPermission(wanted, options), options, () => changed(wanted.assetId))
  }
}

export const assets = Effect.map(
  Effect.all([makeAssets, makeAnnounce]),
  ([service, announce]) => announcedAssets(service, announce)
)

export const assetFolders = Effect.map(
  Effect.all([makeFolders, makeAnnounce]),
  ([folders, announce]): AssetFolders.Service => {
    const change = (): Change => ({ kind: "assetFolders" })
    return {
      list: folders.list,
      create: (folder, options) => announce(folders.create(folder, options), options, change),
      rename: (wanted, options) => announce(folders.rename(wanted, options), options, change),
      remove: (ids, options) => announce(folders.remove(ids, options), options, change),
      pin: (wanted, options) => announce(folders.pin(wanted, options), options, change)
    }
  }
)

export const sharing = Effect.map(Effect.all([makeSharing, makeAnnounce]), ([shares, announce]): Sharing.Service => {
  const change = (assetId: string) => (): Change => ({ kind: "sharing", assetIds: [assetId] })
  return {
    open: (id, settings, options) => announce(shares.open(id, settings, options), options, change(id)),
    set: (id, settings, options) => announce(shares.set(id, settings, options), options, change(id)),
    update: (id, changes, options) => announce(shares.update(id, changes, options), options, change(id)),
    cancel: (id, options) => announce(shares.cancel(id, options), options, change(id))
  }
})

export const migration = Effect.map(
  Effect.all([makeMigration, makeAnnounce]),
  ([service, announce]): Migration.Service => ({
    status: service.status,
    start: (wanted, options) =>
      announce(service.start(wanted, options), options, () => ({ kind: "migrated", folderIds: undefined }))
  })
)

export const tasks = Effect.map(Effect.all([makeTasks, makeAnnounce]), ([service, announce]): Tasks.Service => {
  const ended = (task: AsyncTask | undefined, spaceId: SpaceId, events: DriveEvents.Service): Change | undefined =>
    task === undefined || task.end === undefined ? undefined : underwayOf(events, spaceId).ended(task.taskId)
  return {
    get: (id, options) => announce(service.get(id, options), options, ended),
    poll: (id, options) =>
      Stream.tap(service.poll(id, options), (task) => announce(Effect.succeed(task), options, ended)),
    wait: (id, options) =>
      Effect.flatten(
        announce(Effect.either(service.wait(id, options)), options, (end, spaceId, events) => {
          if (end === undefined || Either.isRight(end)) return ended(end?.right, spaceId, events)
          // One that has failed may have done a part of its work; nobody knows the end of one that was waited for in vain.
          const { left: failure } = end
          const hasEnded = failure._tag === "TaskFailed" && failure.errorCode !== timeoutCode
          return hasEnded ? underwayOf(events, spaceId).ended(failure.taskId) : undefined
        })
      )
  }
})
