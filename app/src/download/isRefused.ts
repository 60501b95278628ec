import { isDriveError } from "effect-drive/promise"

/** The service or the storage will not give the bytes to this user. */
export const isRefused = (error: unknown): boolean =>
  isDriveError(error) &&
  (error._tag === "PermissionDenied" || (error._tag === "StorageError" && error.reason === "AccessDenied"))
