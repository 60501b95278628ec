/** The options of calls: where they stand, and what is wrong with them. */

/**
 * What comes before the options of a call. Not of `session.initialise`: a wrong space is found when the user is signed in already.
 */
export const beforeOptions: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "spaces.resolve": [],
  "spaces.config": [],
  "spaces.benefit": [],
  "spaces.driveInfo": [],
  "files.list": [{}],
  "files.listAll": [{}],
  "files.info": ["f"],
  "files.resolve": ["/a"],
  "files.createFolder": [{ name: "a" }],
  "files.ensureFolder": ["/a"],
  "files.rename": [{ fileId: "f", name: "a" }],
  "files.copy": [{ fileIds: ["f"], toParentFileId: "root" }],
  "files.move": [{ fileIds: ["f"], toParentFileId: "root" }],
  "files.remove": [["f"]],
  "files.saveContent": [{ fileId: "f", source: "x" }],
  "recycleBin.list": [{}],
  "recycleBin.listAll": [{}],
  "recycleBin.recycle": [["f"]],
  "recycleBin.restore": [["f"]],
  "recycleBin.clear": [],
  "uploads.start": [{ source: "x", name: "a" }],
  "uploads.startFolder": [{ entries: [] }],
  "downloads.start": [{ fileId: "f", target: "/nowhere/f" }],
  "downloads.save": [{ fileId: "f", target: "/nowhere/f" }],
  "downloads.url": ["f"],
  "downloads.stream": [{ fileId: "f" }],
  "downloads.blob": [{ fileId: "f" }],
  "downloads.batch": [["f"]],
  "downloads.archive": [{ fileIds: ["f"], name: "a.zip" }],
  "tasks.get": ["t"],
  "tasks.wait": ["t"],
  "tasks.poll": ["t"],
  "migration.status": [],
  "migration.start": [{ business: "b" }],
  "assets.create": [{ name: "a" }],
  "assets.update": [{ assetId: "a", name: "b" }],
  "assets.list": [{}],
  "assets.recycle": [["a"]],
  "assetFolders.remove": [["d"]],
  "sharing.open": ["a", {}],
  "sharing.set": ["a", {}],
  "sharing.cancel": ["a"],
  "bucket.presign": [{ method: "GET", key: "k" }],
  "bucket.lifecycle.get": [],
  "bucket.lifecycle.remove": [],
  "bucket.versioning.put": ["Enabled"]
}

/** What is no options of a call, and a name that none of them has. `null` is there as good as nothing. */
export const wrongOptions: ReadonlyArray<unknown> = [7, "text", true, ["a"], [], new Set(["a"]), { spaceID: "s3" }, {
  space: "s3"
}]

export const wrongSpaces: ReadonlyArray<unknown> = [{ spaceId: "" }, { spaceId: 7 }, { spaceId: false }, {
  spaceId: ["s3"]
}]
