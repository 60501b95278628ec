/**
 * One file of a folder: its folder is found or made, its name is looked at, and it is uploaded as any other file.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { CheckNameMode } from "../../domain/CheckNameMode.js"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import * as FileName from "../../domain/FileName.js"
import { baseName, parentPath } from "../../domain/FolderEntry.js"
import type { FolderEntry } from "../../domain/FolderEntry.js"
import type { UploadId } from "../../domain/Ids.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import type { FolderRun } from "../../services/folders/FolderRun.js"
import type { Share } from "../../services/folders/FolderTally.js"
import { emptyShare } from "../../services/folders/FolderTally.js"
import type { Upload } from "../../services/Uploads.js"
import { Uploads } from "../../services/Uploads.js"
import type { SourceInput } from "../../services/UploadSource.js"
import type { Conflicts, Decision } from "./Conflicts.js"
import type { TargetFolder, TargetFolders } from "./TargetFolders.js"

export interface FolderWalk {
  readonly run: FolderRun
  readonly folders: TargetFolders
  readonly conflicts: Conflicts | undefined
}

type FileEntry = Extract<FolderEntry<SourceInput>, { readonly _tag: "File" }>

export const fail = (run: FolderRun, path: string, error: UploadError, uploadId?: UploadId): void => {
  run.tally.failed.push({ path, error, uploadId })
  run.touch()
}

/** A bug of ours: it must not end the other files, nor be kept quiet. */
const recordDefect = (run: FolderRun, path: string) => (defect: unknown) =>
  Effect.zipRight(
    Effect.logError(`"${path}" of ${run.id} died`, Cause.die(defect)),
    Effect.sync(() =>
      fail(run, path, new UnsupportedOperation({ operation: "upload", message: `unexpected: ${String(defect)}` }))
    )
  )

/** The bytes of an upload go into the totals for as long as it runs. */
const following = <A, E, R>(run: FolderRun, upload: Upload, share: Share, use: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Uploads, (uploads) => {
    const count = () => {
      const snapshot = uploads.snapshot(upload.id)
      if (snapshot === undefined) return
      run.tally.count(share, snapshot)
      run.touch()
    }
    const unsubscribe = uploads.subscribe(count, upload.id)
    return Effect.ensuring(
      use,
      Effect.sync(() => {
        unsubscribe()
        count()
        run.tally.rest(share)
      })
    )
  })

/** From here on a stop or a cancel of the folder finds the upload. */
const begin = (
  run: FolderRun,
  entry: FileEntry,
  folder: TargetFolder,
  checkNameMode: CheckNameMode | undefined
) =>
  Effect.uninterruptible(Effect.gen(function*() {
    const uploads = yield* Uploads
    const { parallel, priority } = run.request
    const upload = yield* uploads.start({
      source: entry.source,
      name: baseName(entry.path),
      parentFileId: folder.fileId,
      checkNameMode,
      parallel,
      priority
    }, { spaceId: run.spaceId })
    run.active.add(upload.id)
    if (run.status === "stopped") yield* uploads.stop(upload.id)
    return upload
  }))

const isGone = (error: UploadError): boolean => error._tag === "ParentNotFound" || error._tag === "FileNotFound"

/** Ends the upload for good: nothing of it stays with the storage or in the list. */
const discard = Effect.fnUntraced(function*(run: FolderRun, id: UploadId) {
  const uploads = yield* Uploads
  yield* uploads.cancel(id)
  yield* uploads.remove(id)
  run.active.delete(id)
})

/** One try at a file: where it goes, how, and what it has put into the totals. */
interface Try {
  readonly which: "first" | "last"
  readonly folder: TargetFolder
  readonly decision: Decision
  readonly share: Share
}

/** `done`, or why a first try is worth another one. */
const store = Effect.fnUntraced(function*(job: FolderWalk, entry: FileEntry, { decision, folder, share, which }: Try) {
  const { conflicts, run } = job
  const { tally } = run
  if (decision === "skip") {
    tally.skipped++
    return "done" as const
  }
  const uploads = yield* Uploads
  yield* run.gate.await
  const upload = yield* begin(run, entry, folder, decision)
  const end = yield* following(run, upload, share, Effect.either(upload.await))
  if (Either.isRight(end)) {
    run.active.delete(upload.id)
    yield* uploads.remove(upload.id)
    tally.succeeded++
    if (end.right.rapid) tally.rapid++
    return "done" as const
  }
  const error = end.left
  const isTaken = error._tag === "NameConflict" && decision === "refuse"
  const isAskedFor = isTaken && conflicts !== undefined && which === "first"
  if (isAskedFor || (isGone(error) && parentPath(entry.path) !== "")) {
    yield* discard(run, upload.id)
    return error
  }
  if (isTaken && conflicts === undefined) {
    yield* discard(run, upload.id)
    tally.skipped++
  } else if (error._tag === "UploadCancelled") {
    yield* discard(run, upload.id)
    fail(run, entry.path, error)
  } else {
    run.active.delete(upload.id)
    run.failed.add(upload.id)
    fail(run, entry.path, error, upload.id)
  }
  return "done" as const
})

/** Where somebody is asked, a name that seems to be free is refused if it is not: others may take it until the file comes. */
const decide = Effect.fnUntraced(
  function*({ conflicts, folders, run }: FolderWalk, entry: FileEntry, folder: TargetFolder) {
    if (conflicts === undefined) return run.request.checkNameMode
    const name = baseName(entry.path)
    const names = yield* folders.names(folder)
    const existing = names.files.get(name) ?? names.folders.get(name)
    const { path, source } = entry
    return existing === undefined ? "refuse" : yield* conflicts.decide(Effect.succeed({ path, source, existing }))
  }
)

/**
 * The name was taken after the folder had been listed: by another program, or by a second folder of the same names. A file that is not
 * listed yet cannot be shown: then the upload is begun once more, and stays on the list of uploads with its conflict.
 */
const decideLate = ({ conflicts, folders }: FolderWalk, { path, source }: FileEntry, folder: TargetFolder) => {
  const conflict = Effect.flatMap(
    folders.taken(folder, baseName(path)),
    (existing) => existing === undefined ? Effect.fail("refuse" as const) : Effect.succeed({ path, source, existing })
  )
  const decision = conflicts === undefined ? Effect.succeed("refuse" as const) : conflicts.decide(conflict)
  return Effect.catchIf(decision, (failure) => failure === "refuse", (refuse) => Effect.succeed(refuse))
}

/** Once for each file: a folder that somebody has removed meanwhile is made again, and of a name that somebody has taken it is asked. */
const storeInFolder = Effect.fnUntraced(function*(job: FolderWalk, entry: FileEntry) {
  const { folders, run } = job
  const parent = parentPath(entry.path)
  yield* FileName.make(baseName(entry.path), "path")
  const folder = yield* folders.find(parent)
  const decision = yield* decide(job, entry, folder)
  const share = emptyShare()
  const refused = yield* store(job, entry, { folder, decision, share, which: "first" })
  if (refused === "done") return
  const isTaken = refused._tag === "NameConflict"
  if (!isTaken) folders.forget(parent, folder)
  const still = yield* store(job, entry, {
    folder: isTaken ? folder : yield* folders.find(parent),
    decision: isTaken ? yield* decideLate(job, entry, folder) : decision,
    share,
    which: "last"
  })
  if (still !== "done") fail(run, entry.path, still)
})

/**
 * Whatever becomes of the entry is written down; nothing that happens to it ends the others.
 */
export const uploadFolderEntry = (
  job: FolderWalk,
  entry: FolderEntry<SourceInput>
): Effect.Effect<void, never, Uploads> => {
  const { folders, run } = job
  const { path } = entry
  const work = Effect.suspend((): Effect.Effect<void, UploadError, Uploads> => {
    switch (entry._tag) {
      case "Folder":
        return Effect.asVoid(folders.find(path))
      case "File":
        return storeInFolder(job, entry)
      case "LeftOut":
        return Effect.sync(() => void run.tally.leftOut.push(path))
      case "Unreadable":
        return entry.error
    }
  })
  return work.pipe(
    Effect.catchAll((error) => Effect.sync(() => fail(run, path, error))),
    Effect.catchAllDefect(recordDefect(run, path)),
    Effect.ensuring(Effect.sync(() => run.touch()))
  )
}
