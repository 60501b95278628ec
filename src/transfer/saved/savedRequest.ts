/**
 * What is saved of a request. Programs give objects that hold more, such as functions, which no store can keep.
 */
import type { UploadRequest } from "../../services/Uploads.js"
import type { SavedRequest } from "../../services/UploadSessions.js"

export const savedRequest = (
  { asset, checkNameMode, chunkSize, fileId, name, parallel, parentFileId, path, priority }: UploadRequest
): SavedRequest => {
  const request = { checkNameMode, chunkSize, fileId, name, parallel, parentFileId, path, priority }
  if (asset === undefined) return request
  const { assetId, folderId, rawAction } = asset
  return { ...request, asset: { assetId, folderId, rawAction } }
}
