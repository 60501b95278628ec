/**
 * The folders of the drive that an uploaded folder becomes: each is looked for or created once, however many files wait for it.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { DriveFile } from "../../domain/DriveFile.js"
import { NameConflict } from "../../domain/errors/FileErrors.js"
import * as FileName from "../../domain/FileName.js"
import { baseName, parentPath } from "../../domain/FolderEntry.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import type { SingleFlight } from "../../services/SingleFlight.js"
import * as Flights from "../../services/SingleFlight.js"
import type { FolderCalls, Names } from "./FolderCalls.js"

/**
 * A folder of the drive. One that did not exist before has no names that could be taken.
 */
export interface TargetFolder {
  readonly fileId: string
  readonly existed: boolean
}

const noNames: Names = { files: new Map(), folders: new Map() }

/** Hundreds of files may have waited for the same folder: begun in one turn of the event loop, they would hold up a page. */
const inTurns = Effect.sleep(0)

export class TargetFolders {
  private readonly known = new Map<string, TargetFolder>()
  private readonly refused = new Map<string, UploadError>()
  private readonly listed = new Map<string, Names>()
  private readonly counted = new Set<string>()
  /** Ids of folders that somebody has removed meanwhile. */
  private readonly gone = new Set<string>()

  private constructor(
    private readonly options: {
      readonly calls: FolderCalls
      /** Whether names that are taken matter: then folders that were there are listed. */
      readonly lists: boolean
      readonly onFolder: () => void
    },
    private readonly folders: SingleFlight<TargetFolder, UploadError>,
    private readonly listings: SingleFlight<Names, UploadError>
  ) {}

  static make(
    base: string,
    options: TargetFolders["options"]
  ): Effect.Effect<TargetFolders, never, Scope.Scope> {
    return Effect.gen(function*() {
      const folders = new TargetFolders(
        options,
        yield* Flights.make<TargetFolder, UploadError>(),
        yield* Flights.make<Names, UploadError>()
      )
      folders.known.set("", { fileId: base, existed: true })
      return folders
    })
  }

  /** The folder at this path below the target; what could not be made once fails for all that is in it. */
  find(path: string): Effect.Effect<TargetFolder, UploadError> {
    return Effect.suspend(() => {
      const known = this.known.get(path)
      if (known !== undefined) return Effect.succeed(known)
      const refused = this.refused.get(path)
      if (refused !== undefined) return Effect.fail(refused)
      return Effect.zipLeft(this.folders.join(path, this.settle(path)), inTurns)
    })
  }

  /** The folder turned out to be gone: the next one who asks creates it anew. */
  forget(path: string, folder: TargetFolder): void {
    if (path === "" || this.known.get(path) !== folder) return
    this.known.delete(path)
    this.gone.add(folder.fileId)
  }

  /** What was in the folder when it was last listed; at first, before anything was uploaded into it. */
  names({ existed, fileId }: TargetFolder): Effect.Effect<Names, UploadError> {
    return Effect.suspend(() => {
      const listed = this.listed.get(fileId) ?? (existed ? undefined : noNames)
      return listed === undefined ? this.listings.join(fileId, this.list(fileId)) : Effect.succeed(listed)
    })
  }

  /** What has this name in the folder now, though nothing may have had it before. */
  taken(folder: TargetFolder, name: string): Effect.Effect<DriveFile | undefined, UploadError> {
    const within = ({ files, folders }: Names) => files.get(name) ?? folders.get(name)
    return Effect.flatMap(this.names(folder), (names) => {
      const known = within(names)
      return known === undefined ? Effect.map(this.list(folder.fileId), within) : Effect.succeed(known)
    })
  }

  private list(fileId: string): Effect.Effect<Names, UploadError> {
    return Effect.tap(this.options.calls.names(fileId), (names) => this.listed.set(fileId, names))
  }

  private settle(path: string): Effect.Effect<TargetFolder, UploadError> {
    return Effect.flatMap(FileName.make(baseName(path), "path"), (name) => this.inParent(parentPath(path), name)).pipe(
      Effect.tap((folder) =>
        Effect.sync(() => {
          this.known.set(path, folder)
          if (this.counted.has(path)) return
          this.counted.add(path)
          this.options.onFolder()
        })
      ),
      Effect.tapError((error) => Effect.sync(() => this.refused.set(path, error)))
    )
  }

  private inParent(path: string, name: string): Effect.Effect<TargetFolder, UploadError> {
    return Effect.flatMap(this.find(path), (parent) => {
      const again = (error: UploadError) =>
        Effect.suspend(() => {
          if (path === "") return Effect.fail(error)
          this.forget(path, parent)
          return Effect.flatMap(this.find(path), (renewed) => this.locate(renewed, name))
        })
      return Effect.catchTags(this.locate(parent, name), { FileNotFound: again, ParentNotFound: again })
    })
  }

  private locate(parent: TargetFolder, name: string): Effect.Effect<TargetFolder, UploadError> {
    const created = Effect.map(
      this.options.calls.create(name, parent.fileId),
      (fileId): TargetFolder => ({ fileId, existed: false })
    )
    if (!this.options.lists) return created
    return Effect.flatMap(this.names(parent), ({ files, folders }): Effect.Effect<TargetFolder, UploadError> => {
      const there = folders.get(name)
      if (there !== undefined && !this.gone.has(there.fileId)) {
        return Effect.succeed({ fileId: there.fileId, existed: true })
      }
      return files.has(name) ? new NameConflict({ name, parentFileId: parent.fileId }) : created
    })
  }
}
