import { AssetId, FileId, ObjectKey, SpaceId, UploadId, Wsid } from "../../../src/domain/Ids.js"
import type { SavedUpload } from "../../../src/services/UploadSessions.js"

/** A saved upload as the engine writes one. */
export const savedUpload = (id: string, changes: Partial<SavedUpload> = {}): SavedUpload => ({
  id: UploadId.make(id),
  wsid: Wsid.make("user-1"),
  spaceId: SpaceId.make("space-1"),
  identity: { name: "film.mp4", size: 12_345_678, modifiedAt: 1_700_000_000_000.25 },
  request: { parentFileId: "folder-1", path: "films", checkNameMode: "auto_rename", chunkSize: 5_242_880 },
  preHash: "ABC",
  ticket: {
    platform: "s3",
    spaceId: SpaceId.make("space-1"),
    fileId: FileId.make("file-1"),
    objectKey: ObjectKey.make("objects/1"),
    assetId: AssetId.make("asset-1"),
    name: "film.mp4",
    kind: "new",
    checkNameMode: "auto_rename",
    contentType: "video/mp4",
    mark: "mark-1",
    uploadId: undefined
  },
  uploadId: "multipart-1",
  partSize: 5_242_880,
  savedAt: 1_700_000_000_000,
  aborting: false,
  ...changes
})
