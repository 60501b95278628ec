/**
 * `effect-drive/react`: a drive in components. Reads and mutations are TanStack Query's; uploads, downloads and selections are stores
 * of their own. The files with hooks are for clients; `driveQueries`, `queryKeys` and `driveQueryDefaults` work in server components too.
 *
 * @since 1.0.7
 */
export { type DriveError, isDriveError } from "../promise/DriveError.js"
export type { Undoable } from "./changes/Change.js"
export type { FileIds } from "./changes/fileChanges.js"
export type { ShareChange } from "./changes/libraryChanges.js"
export { DriveProvider, type DriveProviderProps } from "./DriveProvider.js"
export {
  type AssetRow,
  type BinRow,
  type CrumbRow,
  type DriveQueries,
  driveQueries,
  type FileRow,
  type Rows,
  rowsOf,
  type SpaceRow
} from "./driveQueries.js"
export type { Work } from "./perform.js"
export type { Plain } from "./plainData.js"
export { driveQueryDefaults } from "./queryDefaults.js"
export { type AssetsQuery, type FilesQuery, type PathQuery, queryKeys } from "./queryKeys.js"
export type { SelectionMode } from "./Selection.js"
export type { SessionStatus, SessionView, SignInOptions } from "./SessionStore.js"
export type { ChangeHook, ChangeOptions } from "./useChange.js"
export { type ConflictsHook, useConflicts } from "./useConflicts.js"
export { useDownload } from "./useDownload.js"
export { useDownloads } from "./useDownloads.js"
export { useDrive } from "./useDrive.js"
export { useDriveEvent } from "./useDriveEvent.js"
export { useDriveMutation } from "./useDriveMutation.js"
export { useDriveQueries } from "./useDriveQueries.js"
export { type DriveQueryOptions, type ReadCall, useDriveQuery } from "./useDriveQuery.js"
export { useDriveRuntime } from "./useDriveRuntime.js"
export { type DropzoneHook, type DropzoneOptions, useDropzone } from "./useDropzone.js"
export {
  useClearRecycleBin,
  useCopy,
  useCreateFolder,
  useMove,
  useRecycle,
  useRemove,
  useRename,
  useRestore,
  useSaveContent,
  useStar,
  useUpdateFileInfo
} from "./useFileChanges.js"
export { type FileInputHook, type FileInputOptions, useFileInput } from "./useFileInput.js"
export { useFolderUpload } from "./useFolderUpload.js"
export {
  useAssetPermission,
  useCancelShare,
  useCreateAsset,
  useCreateAssetFolder,
  useOpenShare,
  usePinAssetFolder,
  useRecycleAssets,
  useRemoveAssetFolders,
  useRenameAssetFolder,
  useSetShare,
  useStarAsset,
  useStartMigration,
  useUpdateAsset,
  useUpdateShare
} from "./useLibraryChanges.js"
export { useOnline } from "./useOnline.js"
export { type RecoverableHook, useRecoverable } from "./useRecoverable.js"
export {
  type Selection,
  type SelectionStart,
  useFocusedId,
  useIsFocused,
  useIsSelected,
  useSelectedIds,
  useSelection
} from "./useSelection.js"
export { type SessionHook, useSession } from "./useSession.js"
export { type SpaceHook, type SpacesHook, type SpaceView, useSpace, useSpaces } from "./useSpaces.js"
export { type TaskInSpace, type TaskView, useTasks } from "./useTasks.js"
export { useUpload } from "./useUpload.js"
export { type UploadActions, type UploadTarget, useUploadActions } from "./useUploadActions.js"
export { type UploadsView, useUploads } from "./useUploads.js"
