/**
 * Every public function and what becomes of bad input, on each platform.
 */
import { join } from "node:path"
import type { Row } from "./matrix.js"
import { row, without } from "./matrix.js"

const onPds = (pds: string, elsewhere: string) => ({ s3: elsewhere, oss: elsewhere, pds })

/** OSS takes one byte less, and says so itself. */
const longestKey = (onS3: string) => ({ s3: onS3, oss: "StorageError", pds: "UnsupportedOperation" })

/** One request for each: a thousand of them meet every queue. Ten thousand are tried without sockets, in `badInput.test.ts`. */
const oneByOne = (expected: string) => ({
  expected,
  count: 1000,
  except: { oss: "the same calls of the product API as on s3, one for each id" }
})

const inSpace = (spaceId: string) => ({ spaceId })

const session: ReadonlyArray<Row> = [
  row("session", "login")({ id: { args: (accessToken) => [{ accessToken }], unknown: "TokenExpired" } }),
  row("session", "initialise")({ id: { args: (accessToken) => [{ accessToken }], unknown: "TokenExpired" } }),
  row("session", "check")({ id: { args: (access_token) => [{ access_token }], unknown: "fine" } }),
  row("session", "add")({ id: { args: (access_token) => [{ access_token }], unknown: "fine" } }),
  ...without("session", ["logout", "state"], "takes nothing")
]

const spaces: ReadonlyArray<Row> = [
  row("spaces", "list")({ page: { args: (page) => [{ page, pageSize: 10 }], afterLast: "0 items" } }),
  row("spaces", "select")({ id: { args: (spaceId) => [spaceId], unknown: "SpaceNotFound" } }),
  row("spaces", "resolve")({ id: { args: (id) => [inSpace(id)], unknown: "SpaceNotFound" } }),
  row("spaces", "config")({ id: { args: (id) => [inSpace(id)], unknown: "SpaceNotFound" } }),
  row("spaces", "benefit")({ id: { args: (id) => [inSpace(id)], unknown: "SpaceNotFound" } }),
  row("spaces", "driveInfo")({ id: { args: (id) => [inSpace(id)], unknown: "SpaceNotFound" } }),
  ...without("spaces", ["current"], "takes nothing")
]

const files: ReadonlyArray<Row> = [
  row("files", "list")({
    id: { args: (parentFileId) => [{ parentFileId }], unknown: "FileNotFound" },
    page: { args: (page) => [{ page }], afterLast: "0 items" },
    marker: { args: (cursor) => [{ cursor }], foreign: "InvalidInput cursor" }
  }),
  row("files", "listAll")({
    id: { args: (parentFileId) => [{ parentFileId }], unknown: "FileNotFound" },
    page: { args: (page) => [{ page }], afterLast: "0 items" },
    marker: { args: (cursor) => [{ cursor }], foreign: "InvalidInput cursor" }
  }),
  row("files", "info")({ id: { args: (id) => [id], unknown: "FileNotFound" } }),
  row("files", "resolve")({
    name: { args: (name) => [name], longest: "FileNotFound", tooLong: "InvalidInput path" }
  }, { id: "takes a path; `name` is one that leads nowhere" }),
  row("files", "createFolder")({
    id: { args: (parentFileId) => [{ name: "below nothing", parentFileId }], unknown: "ParentNotFound" },
    name: { args: (name) => [{ name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("files", "ensureFolder")({
    name: { args: (name) => [`a/${name}/b`], longest: "fine", tooLong: "InvalidInput path" }
  }),
  row("files", "rename")({
    id: { args: (fileId) => [{ fileId, name: "renamed" }], unknown: "FileNotFound" },
    name: { args: (name, { fileId }) => [{ fileId, name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("files", "updateInfo")({
    id: { args: (fileId) => [{ fileId, userTags: [{ key: "k", value: "v" }] }], unknown: "FileNotFound" },
    name: { args: (name, { fileId }) => [{ fileId, name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("files", "copy")({
    id: {
      args: (toParentFileId, { fileId }) => [{ fileIds: [fileId], toParentFileId }],
      unknown: "0 done, 1 ParentNotFound"
    },
    list: {
      args: (fileIds) => [{ fileIds, toParentFileId: "root" }],
      empty: "InvalidInput fileIds",
      unknown: "0 done, 1 FileNotFound",
      many: "0 done, 10000 FileNotFound"
    }
  }),
  row("files", "move")({
    id: {
      args: (toParentFileId, { fileId }) => [{ fileIds: [fileId], toParentFileId }],
      unknown: "0 done, 1 ParentNotFound"
    },
    list: {
      args: (fileIds) => [{ fileIds, toParentFileId: "root" }],
      empty: "InvalidInput fileIds",
      unknown: "0 done, 1 FileNotFound",
      many: "0 done, 10000 FileNotFound"
    }
  }),
  row("files", "remove")({
    list: {
      args: (ids) => [ids],
      empty: "InvalidInput fileIds",
      unknown: "0 done, 1 FileNotFound",
      many: oneByOne("0 done, 1000 FileNotFound")
    }
  }),
  row("files", "star")({
    id: { args: (fileId) => [{ fileId, starred: true }], unknown: onPds("FileNotFound", "UnsupportedOperation") }
  }),
  row("files", "breadcrumb")({
    id: { args: (fileId) => [{ fileId }], unknown: "FileNotFound" },
    name: { args: (name) => [`a/${name}`], longest: "FileNotFound", tooLong: "InvalidInput path" }
  }),
  row("files", "thumbnail")({ id: { args: (id) => [id, { width: 10 }], unknown: "FileNotFound" } }),
  row("files", "saveContent")({
    id: { args: (fileId) => [{ fileId, source: "new" }], unknown: "FileNotFound" },
    name: {
      args: (name, { fileId }) => [{ fileId, source: "new", name }],
      longest: "fine",
      tooLong: "InvalidInput name"
    }
  })
]

const uploads: ReadonlyArray<Row> = [
  row("uploads", "start")({
    id: { args: (fileId) => [{ source: "x", name: "of nothing", fileId }], unknown: "FileNotFound" },
    name: { args: (name) => [{ source: "x", name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("uploads", "startFolder")({
    id: {
      args: (parentFileId) => [{ parentFileId, entries: [{ _tag: "File", path: "a/b", source: "x" }] }],
      unknown: "0 done, 1 ParentNotFound"
    },
    list: {
      args: (ids) => [{ entries: ids.map((path) => ({ _tag: "Folder", path })) }],
      empty: "0 done",
      unknown: "0 done",
      many: { because: "takes entries, which are read no faster than they are stored" }
    },
    name: {
      args: (name) => [{ entries: [{ _tag: "File", path: `folder/${name}`, source: "x" }] }],
      longest: "1 done",
      tooLong: "0 done, 1 InvalidInput"
    }
  }),
  row("uploads", "get")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "snapshot")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "subscribe")({ id: { args: (id) => [() => {}, id], unknown: "fine" } }),
  row("uploads", "resumesByItself")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "stop")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "resume")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "cancel")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "retry")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "remove")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("uploads", "setPriority")({ id: { args: (id) => [id, 1], unknown: "fine" } }),
  row("uploads", "settleConflict")({ id: { args: (id) => [id, "keepBoth"], unknown: "fine" } }),
  ...without("uploads", ["setLimits"], "takes numbers"),
  ...without("uploads", ["subscribeTotals"], "takes a function"),
  ...without("uploads", ["totals", "cancelAll", "list", "recoverable", "resumeAll", "stopAll"], "takes nothing")
]

const downloads: ReadonlyArray<Row> = [
  row("downloads", "url")({ id: { args: (id) => [id], unknown: "FileNotFound" } }),
  row("downloads", "stream")({ id: { args: (fileId) => [{ fileId }], unknown: "FileNotFound" } }),
  row("downloads", "blob")({ id: { args: (fileId) => [{ fileId }], unknown: "FileNotFound" } }),
  row("downloads", "batch")({
    list: {
      args: (ids) => [ids],
      empty: "InvalidInput fileIds",
      unknown: onPds("UnsupportedOperation", "0 done, 1 FileNotFound"),
      many: onPds("UnsupportedOperation", "0 done, 10000 FileNotFound")
    }
  }),
  row("downloads", "archive")({
    list: {
      args: (fileIds) => [{ fileIds, name: "a.zip" }],
      empty: "InvalidInput fileIds",
      unknown: "FileNotFound",
      many: "ApiError"
    },
    name: { args: (name, { fileId }) => [{ fileIds: [fileId], name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("downloads", "start")({
    id: { args: (fileId, { directory }) => [{ fileId, target: join(directory, "start") }], unknown: "FileNotFound" },
    list: {
      args: (fileIds, { directory }) => [{ fileIds, target: join(directory, "many") }],
      empty: "InvalidInput fileIds",
      unknown: "0 done, 1 FileNotFound",
      many: oneByOne("0 done, 1000 FileNotFound")
    },
    name: {
      args: (name, { directory, fileId }) => [{ fileId, target: join(directory, name) }],
      longest: "SaveFailed",
      odd: "fine",
      tooLong: "SaveFailed"
    }
  }),
  row("downloads", "save")({
    id: { args: (fileId, { directory }) => [{ fileId, target: join(directory, "save") }], unknown: "FileNotFound" },
    list: {
      args: (fileIds, { directory }) => [{
        archive: { fileIds, name: "b.zip" },
        target: join(directory, "b.zip")
      }],
      empty: "InvalidInput fileIds",
      unknown: "FileNotFound",
      many: "ApiError"
    },
    name: {
      args: (name, { directory, fileId }) => [{ fileId, target: join(directory, name) }],
      longest: "SaveFailed",
      odd: "fine",
      tooLong: "SaveFailed"
    }
  }),
  row("downloads", "get")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("downloads", "snapshot")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("downloads", "subscribe")({ id: { args: (id) => [() => {}, id], unknown: "fine" } }),
  row("downloads", "stop")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("downloads", "resume")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("downloads", "cancel")({ id: { args: (id) => [id], unknown: "fine" } }),
  row("downloads", "remove")({ id: { args: (id) => [id], unknown: "fine" } }),
  ...without("downloads", ["cancelAll", "list", "resumeAll", "stopAll"], "takes nothing")
]

const tasks: ReadonlyArray<Row> = [
  row("tasks", "get")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("tasks", "poll")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("tasks", "wait")({ id: { args: (id) => [id], unknown: "ApiError" } })
]

const migration: ReadonlyArray<Row> = [
  row("migration", "status")({ id: { args: (id) => [inSpace(id)], unknown: "ApiError" } }),
  row("migration", "start")({
    id: { args: (id) => [{ business: "move" }, inSpace(id)], unknown: "ApiError" }
  }, { name: "takes a business, which the service judges" })
]

const assets: ReadonlyArray<Row> = [
  row("assets", "create")({
    id: { args: (fileId) => [{ fileId }], unknown: "FileNotFound" },
    name: { args: (name) => [{ name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("assets", "update")({
    id: { args: (assetId) => [{ assetId, status: 1 }], unknown: "ApiError" },
    name: { args: (name, { assetId }) => [{ assetId, name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("assets", "list")({
    id: { args: (folderId) => [{ folderId }], unknown: "0 items" },
    page: { args: (page) => [{ page }], afterLast: "0 items" }
  }),
  row("assets", "get")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("assets", "file")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("assets", "downloadUrl")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("assets", "recycle")({
    list: { args: (ids) => [ids], empty: "InvalidInput assetIds", unknown: "ApiError", many: "ApiError" }
  }),
  row("assets", "star")({ id: { args: (assetId) => [{ assetId }], unknown: "ApiError" } }),
  row("assets", "setPermission")({ id: { args: (assetId) => [{ assetId, rawAction: "view" }], unknown: "ApiError" } })
]

const assetFolders: ReadonlyArray<Row> = [
  row("assetFolders", "list")({ page: { args: (page) => [{ page }], afterLast: "0 items" } }),
  row("assetFolders", "create")({
    name: { args: (name) => [{ name }], longest: "fine", tooLong: "InvalidInput name" }
  }),
  row("assetFolders", "rename")({
    id: { args: (folderId) => [{ folderId, name: "renamed" }], unknown: "ApiError" },
    name: {
      args: (name, { assetFolderId }) => [{ folderId: assetFolderId, name }],
      longest: "fine",
      tooLong: "InvalidInput name"
    }
  }),
  row("assetFolders", "remove")({
    list: { args: (ids) => [ids], empty: "InvalidInput folderIds", unknown: "ApiError", many: "ApiError" }
  }),
  row("assetFolders", "pin")({ id: { args: (folderId) => [{ folderId }], unknown: "ApiError" } })
]

const sharing: ReadonlyArray<Row> = [
  row("sharing", "open")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("sharing", "set")({ id: { args: (id) => [id, {}], unknown: "ApiError" } }),
  row("sharing", "update")({ id: { args: (id) => [id, { permission: "view" }], unknown: "ApiError" } }),
  row("sharing", "cancel")({ id: { args: (id) => [id], unknown: "ApiError" } })
]

const recycleBin: ReadonlyArray<Row> = [
  row("recycleBin", "list")({ marker: { args: (marker) => [{ marker }], foreign: "ApiError" } }),
  row("recycleBin", "listAll")({ marker: { args: (marker) => [{ marker }], foreign: "ApiError" } }),
  row("recycleBin", "recycle")({
    list: {
      args: (ids) => [ids],
      empty: "InvalidInput fileIds",
      unknown: "0 done, 1 FileNotFound",
      many: oneByOne("0 done, 1000 FileNotFound")
    }
  }),
  row("recycleBin", "restore")({
    list: {
      args: (ids) => [ids],
      empty: "InvalidInput fileIds",
      unknown: "0 done, 1 FileNotFound",
      many: oneByOne("0 done, 1000 FileNotFound")
    }
  }),
  ...without("recycleBin", ["clear"], "takes nothing")
]

const uploadId = "no-such-upload"

const bucket: ReadonlyArray<Row> = [
  row("bucket", "resume")({
    id: {
      args: (objectKey) => [{ source: "x", objectKey, uploadId }],
      unknown: onPds("UnsupportedOperation", "NoSuchUpload")
    },
    name: {
      args: (objectKey) => [{ source: "x", objectKey, uploadId }],
      longest: longestKey("NoSuchUpload"),
      odd: onPds("UnsupportedOperation", "NoSuchUpload"),
      tooLong: "InvalidInput objectKey"
    }
  }),
  row("bucket", "cancel")({
    id: { args: (objectKey) => [{ objectKey, uploadId }], unknown: onPds("UnsupportedOperation", "fine") },
    name: {
      args: (objectKey) => [{ objectKey, uploadId }],
      longest: longestKey("fine"),
      odd: onPds("UnsupportedOperation", "fine"),
      tooLong: "InvalidInput objectKey"
    }
  }),
  row("bucket", "presign")({
    id: { args: (key) => [{ method: "GET", key }], unknown: onPds("UnsupportedOperation", "fine") },
    name: {
      args: (key) => [{ method: "GET", key }],
      longest: onPds("UnsupportedOperation", "fine"),
      tooLong: "InvalidInput objectKey"
    }
  }),
  row("bucket", "restore")({
    id: { args: (objectKey) => [{ objectKey }], unknown: onPds("UnsupportedOperation", "StorageError") },
    name: {
      args: (objectKey) => [{ objectKey }],
      longest: onPds("UnsupportedOperation", "StorageError"),
      tooLong: "InvalidInput objectKey"
    }
  }),
  row("bucket", "restoreState")({
    id: { args: (objectKey) => [objectKey], unknown: onPds("UnsupportedOperation", "StorageError") },
    name: {
      args: (objectKey) => [objectKey],
      longest: onPds("UnsupportedOperation", "StorageError"),
      tooLong: "InvalidInput objectKey"
    }
  }),
  row("bucket.lifecycle", "put")({
    list: {
      args: (ids) => [ids.map((id) => ({ id, prefix: "", status: "Enabled", expiration: { days: 1 } }))],
      empty: "InvalidInput rules",
      unknown: onPds("UnsupportedOperation", "fine"),
      many: "InvalidInput rules"
    }
  }),
  ...without("bucket.lifecycle", ["get", "remove"], "takes nothing"),
  ...without("bucket.versioning", ["get", "put"], "takes no more than one of two words")
]

/** What a program with Effect has besides. */
const servicesAlone: ReadonlyArray<Row> = [
  row("credentials", "get")({ id: { args: (id) => [id], unknown: "ApiError" } }),
  row("credentials", "refresh")({ id: { args: (id) => [id, 1], unknown: "ApiError" } }),
  ...without("folderUploads", ["cancelAll", "resumeAll", "stopAll"], "takes nothing"),
  ...without("driveEvents", ["publish"], "takes an event"),
  ...without("driveEvents", ["on"], "takes a function")
]

export const table: ReadonlyArray<Row> = [
  ...session,
  ...spaces,
  ...files,
  ...uploads,
  ...downloads,
  ...tasks,
  ...migration,
  ...assets,
  ...assetFolders,
  ...sharing,
  ...recycleBin,
  ...bucket,
  ...without("network", ["state"], "takes nothing"),
  ...without("events", ["on"], "takes a word and a function"),
  ...without("client", ["run"], "takes an Effect"),
  ...without("client", ["dispose"], "takes nothing"),
  ...servicesAlone
]
