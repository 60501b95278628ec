"use client"
/**
 * Changes of files and folders, each as a hook.
 *
 * @since 1.0.7
 */
import type { Hook } from "./useChange.js"
import { useChange } from "./useChange.js"

/**
 * Makes a folder: `{ name, parentFileId }`, the root by default. Gives its `fileId`. Can be undone if it was not there before.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCreateFolder: Hook<"createFolder"> = (options) => useChange("createFolder", options)

/**
 * Renames a file or folder: `{ fileId, name }`. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRename: Hook<"rename"> = (options) => useChange("rename", options)

/**
 * Moves files: `{ fileIds, toParentFileId }`. Reports on each. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useMove: Hook<"move"> = (options) => useChange("move", options)

/**
 * Copies files: `{ fileIds, toParentFileId }`. Reports on each. Can be undone, but not with
 * `checkNameMode: "overwrite"`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCopy: Hook<"copy"> = (options) => useChange("copy", options)

/**
 * Moves files to the recycle bin: `{ fileIds }`. Reports on each. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRecycle: Hook<"recycle"> = (options) => useChange("recycle", options)

/**
 * Restores files from the recycle bin: `{ fileIds }`. Reports on each. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRestore: Hook<"restore"> = (options) => useChange("restore", options)

/**
 * Deletes files permanently, without the recycle bin: `{ fileIds }`. Reports on each.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRemove: Hook<"remove"> = (options) => useChange("remove", options)

/**
 * Removes everything in the recycle bin permanently. With `{ isAsync: true }` the service may do it in a task, which
 * `data.asyncTaskId` names (`useTasks`).
 *
 * @since 1.0.7
 * @category hooks
 */
export const useClearRecycleBin: Hook<"clearRecycleBin"> = (options) => useChange("clearRecycleBin", options)

/**
 * Changes a file's tags and other fields: `{ fileId, … }`. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpdateFileInfo: Hook<"updateFileInfo"> = (options) => useChange("updateFileInfo", options)

/**
 * Stars a file of a pds space, or removes the star: `{ fileId, starred }`. Can be undone if it is known whether it
 * had one. Elsewhere use `useStarAsset`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useStar: Hook<"star"> = (options) => useChange("star", options)

/**
 * Stores new content of a file: `{ fileId, source }`. With `cancelOnUnmount` its upload ends with the component.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSaveContent: Hook<"saveContent"> = (options) => useChange("saveContent", options)
