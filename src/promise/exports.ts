/**
 * What `effect-drive/promise` exports in every environment.
 *
 * @since 1.0.7
 */
export type { Asset, RawAction } from "../domain/Asset.js"
export type { AssetFolder } from "../domain/AssetFolder.js"
export type { ArchiveFile, AsyncTask } from "../domain/AsyncTask.js"
export type { BatchError, BatchResult, BatchSuccess } from "../domain/BatchResult.js"
export type { VersioningStatus } from "../domain/BucketVersioning.js"
export { type Capabilities, capabilitiesOf } from "../domain/Capabilities.js"
export type { CheckNameMode } from "../domain/CheckNameMode.js"
export type {
  DownloadCounts,
  DownloadedFiles,
  DownloadFailure,
  DownloadResult,
  DownloadSnapshot,
  SaveWay
} from "../domain/DownloadSnapshot.js"
export type { DriveFile, Page, UserTag } from "../domain/DriveFile.js"
export * from "../domain/errors/ApiErrors.js"
export * from "../domain/errors/FileErrors.js"
export * from "../domain/errors/InputErrors.js"
export * from "../domain/errors/StorageErrors.js"
export * from "../domain/errors/TransferErrors.js"
export * from "../domain/errors/TransportError.js"
export * from "../domain/errors/UploadInUse.js"
export type { FolderEntry } from "../domain/FolderEntry.js"
export type { LifecycleDue, LifecycleRule, LifecycleTransition, StorageClass } from "../domain/LifecycleRule.js"
export type { RestoreState, RestoreTier, StartedRestore } from "../domain/ObjectRestore.js"
export type { RecycleItem } from "../domain/RecycleItem.js"
export type { Share, ShareSettings } from "../domain/Share.js"
export type { DriveInfo, Space, SpaceBenefit, SpaceSummary } from "../domain/Space.js"
export type { UploadError, UploadResult, UploadSnapshot } from "../domain/UploadSnapshot.js"
export type { UploadStatus, UploadStatusTag, UploadTotals, UploadWait, WaitReason } from "../domain/UploadStatus.js"
export { fromDirectoryHandle, fromDrop, fromFileList } from "../layers/browser/DropEntries.js"
export type {
  AssetContent,
  CreateAsset,
  CreateAssetFile,
  ListAssets,
  UpdateAsset,
  UpdateAssetFile
} from "../services/Assets.js"
export type { RestoreObject, ResumeMultipart } from "../services/Bucket.js"
export type { ArchiveRequest, DownloadProgress, DownloadRequest, StartedArchive } from "../services/Downloads.js"
export type { DriveEvent, FilesChanged, FilesChangeKind, FilesPatch } from "../services/DriveEvents.js"
export type { SaveContent } from "../services/FileContents.js"
export type { Relocation } from "../services/Files.js"
export type { Crumb, Thumbnail } from "../services/Files.js"
export type { SaveHandle, SaveTarget } from "../services/FileSink.js"
export type {
  ConflictAnswer,
  ConflictChoice,
  FolderConflict,
  FolderEntries,
  FolderError,
  FolderFailure,
  FolderReport,
  FolderRequest,
  FolderSnapshot,
  FolderStatus
} from "../services/FolderUploads.js"
export type { MigrationStatus } from "../services/Migration.js"
export type { NetworkState } from "../services/Network.js"
export type { SessionState } from "../services/Session.js"
export type { DownloadInfo, ListBin, ListFiles } from "../services/StorageProvider.js"
export type { UploadRequest } from "../services/Uploads.js"
export type { SourceInput } from "../services/UploadSource.js"
export type { AssetsFace, ShareLink, SharingFace } from "./AssetsFace.js"
export type { BucketFace } from "./BucketFace.js"
export type { DownloadHandle } from "./DownloadHandle.js"
export type {
  BatchDownloadLinks,
  DownloadLink,
  DownloadsFace,
  DriveClient,
  DriveServices,
  EventsFace,
  FilesFace,
  SessionFace,
  SpacesFace,
  TaskLink,
  TasksFace,
  ThumbnailLink
} from "./DriveClient.js"
export { DriveDisposed } from "./DriveDisposed.js"
export { type DriveError, isDriveError } from "./DriveError.js"
export type { Face, SpaceCallOptions } from "./Face.js"
export type { FolderHandle } from "./FolderHandle.js"
export type { CallOptions } from "./Runner.js"
export type { UploadHandle, UploadsFace } from "./UploadHandle.js"
