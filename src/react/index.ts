"use client"
/**
 * `effect-drive/react`: hooks over a drive that was made outside React.
 *
 * @since 1.0.7
 */
export { type DriveError, isDriveError } from "../promise/DriveError.js"
export { DriveProvider, type DriveProviderProps } from "./DriveProvider.js"
export type { Read, Work } from "./Queries.js"
export { useDownload } from "./useDownload.js"
export { useDownloads } from "./useDownloads.js"
export { useDrive } from "./useDrive.js"
export { useDriveEvent } from "./useDriveEvent.js"
export { type Mutation, useDriveMutation } from "./useDriveMutation.js"
export { type QueryResult, useDriveQuery } from "./useDriveQuery.js"
export { useFolderUpload } from "./useFolderUpload.js"
export { useUpload } from "./useUpload.js"
export { useUploads } from "./useUploads.js"
