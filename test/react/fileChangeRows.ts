/** The named changes of files and of the bin. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import type { DriveQueries } from "effect-drive/react"
import * as Drive from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import type { Ids, Row } from "./changeRow.js"
import { row, textOf, two } from "./changeRow.js"
import { upload } from "./world.js"

const twoFiles = (drive: TestDriveClient) => two((name) => upload(drive, name))

const nothing = () => Promise.resolve({ x: "x", y: "y" })

const useFolders = (queries: DriveQueries, { folder }: Ids) => {
  useInfiniteQuery(queries.files())
  useInfiniteQuery(queries.files({ parentFileId: folder }))
}

export const useFilesAndBin = (queries: DriveQueries) => {
  useInfiniteQuery(queries.files())
  useInfiniteQuery(queries.recycleBin())
}

const useFileAlone = (queries: DriveQueries, { x, y }: Ids) => {
  useInfiniteQuery(queries.files())
  useQuery(queries.file(x))
  useQuery(queries.file(y))
}

export const inBin = async (drive: TestDriveClient) => {
  const files = await twoFiles(drive)
  await drive.recycleBin.recycle([files.x, files.y])
  return files
}

export const tags = [{ key: "state", value: "paid" }]

export const fileChangeRows: ReadonlyArray<Row> = [
  row({
    what: "useCreateFolder",
    prepare: nothing,
    useReads: useFolders,
    useIt: () => Drive.useCreateFolder(),
    input: (_id, name, { folder }) => ({ name, parentFileId: folder }),
    refused: () => ({ method: "POST", path: /\/file\/mine$/ }),
    atOnce: ({ folder }) => [`files ${folder} x *created`],
    canUndo: true
  }),
  row({
    what: "useRename",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useRename(),
    input: (fileId, name) => ({ fileId, name: `${name}2` }),
    refused: () => ({ path: "rename" }),
    atOnce: () => ["file x2 1 *renamed", "files root x2 1 *renamed"],
    canUndo: true
  }),
  row({
    what: "useMove",
    prepare: twoFiles,
    useReads: useFolders,
    useIt: () => Drive.useMove(),
    input: (fileId, _name, { folder }) => ({ fileIds: [fileId], toParentFileId: folder }),
    refused: () => ({ path: "/move" }),
    atOnce: ({ folder }) => [`files ${folder} x 1 *moved`],
    canUndo: true
  }),
  row({
    what: "useCopy",
    prepare: twoFiles,
    useReads: useFolders,
    useIt: () => Drive.useCopy(),
    input: (fileId, _name, { folder }) => ({ fileIds: [fileId], toParentFileId: folder }),
    refused: () => ({ path: "/copy" }),
    atOnce: ({ folder }) => [`files ${folder} x 1 *copied`, "files root x 1"],
    canUndo: true
  }),
  row({
    what: "useRecycle",
    prepare: twoFiles,
    useReads: useFilesAndBin,
    useIt: () => Drive.useRecycle(),
    input: (fileId) => ({ fileIds: [fileId] }),
    refused: (id) => ({ path: `${id}/recycle` }),
    atOnce: () => [],
    canUndo: true
  }),
  row({
    what: "useRestore",
    prepare: inBin,
    useReads: useFilesAndBin,
    useIt: () => Drive.useRestore(),
    input: (fileId) => ({ fileIds: [fileId] }),
    refused: (id) => ({ path: `${id}/restore` }),
    atOnce: () => [],
    canUndo: true
  }),
  row({
    what: "useRemove",
    prepare: twoFiles,
    useReads: useFilesAndBin,
    useIt: () => Drive.useRemove(),
    input: (fileId) => ({ fileIds: [fileId] }),
    refused: (id) => ({ method: "DELETE", path: id }),
    atOnce: () => [],
    canUndo: false
  }),
  row({
    what: "useUpdateFileInfo",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useUpdateFileInfo(),
    input: (fileId) => ({ fileId, userTags: tags }),
    refused: () => ({ path: "update-info" }),
    atOnce: () => [`file x ${textOf(tags)} 1 *updated`, `files root x ${textOf(tags)} 1 *updated`],
    canUndo: true
  }),
  row({
    what: "useUpdateFileInfo of a name",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useUpdateFileInfo(),
    input: (fileId, name) => ({ fileId, name: `${name}2` }),
    refused: () => ({ path: "update-info" }),
    atOnce: () => ["file x2 1 *updated", "files root x2 1 *updated"],
    canUndo: true
  }),
  row({
    what: "useStar",
    platform: "pds",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useStar(),
    input: (fileId) => ({ fileId, starred: true }),
    refused: () => ({ target: "pds", path: "/v2/file/update" }),
    refusal: {
      _tag: "status",
      status: 403,
      body: JSON.stringify({ code: "ForbiddenNoPermission.File", message: "no" })
    },
    atOnce: () => ["file x star 1 *starred", "files root x star 1 *starred"],
    canUndo: true
  }),
  row({
    what: "useSaveContent",
    prepare: twoFiles,
    useReads: useFileAlone,
    useIt: () => Drive.useSaveContent(),
    input: (fileId) => ({ fileId, source: "new text" }),
    refused: () => ({ path: "/file/mine/update" }),
    atOnce: () => ["file x 1 *saved", "files root x 1 *saved"],
    canUndo: false
  })
]
