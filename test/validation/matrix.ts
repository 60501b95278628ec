/**
 * What a table of bad input is made of: a row for each public function, with a call for each kind of bad input that it can be
 * given, or the reason why it cannot.
 */
import type { Credentials, DriveEvents, FolderUploads } from "effect-drive"
import type { DriveClient } from "effect-drive/promise"

export type Platform = "oss" | "pds" | "s3"

/** What can be given to a function that may be bad. */
export type Input = "id" | "list" | "marker" | "name" | "page"

/** The faces of the client; those in a face (`bucket.lifecycle`) count as faces, and so do the last three, which are services alone. */
export interface Faces {
  readonly session: DriveClient["session"]
  readonly spaces: DriveClient["spaces"]
  readonly files: DriveClient["files"]
  readonly uploads: DriveClient["uploads"]
  readonly downloads: DriveClient["downloads"]
  readonly tasks: DriveClient["tasks"]
  readonly migration: DriveClient["migration"]
  readonly assets: DriveClient["assets"]
  readonly assetFolders: DriveClient["assetFolders"]
  readonly sharing: DriveClient["sharing"]
  readonly recycleBin: DriveClient["recycleBin"]
  readonly bucket: DriveClient["bucket"]
  readonly "bucket.lifecycle": DriveClient["bucket"]["lifecycle"]
  readonly "bucket.versioning": DriveClient["bucket"]["versioning"]
  readonly network: DriveClient["network"]
  readonly events: DriveClient["events"]
  readonly client: Pick<DriveClient, "dispose" | "run">
  readonly credentials: Credentials.Service
  readonly driveEvents: DriveEvents.Service
  readonly folderUploads: FolderUploads.Service
}

/** What is there: things of the space under test, and markers of another space of the platform. */
export interface World {
  readonly platform: Platform
  readonly fileId: string
  readonly folderId: string
  readonly assetId: string
  readonly assetFolderId: string
  /** A folder of this machine. */
  readonly directory: string
}

/** How a call ends, in the words of `outcomes.ts`: the same everywhere, or by platform. */
export type Expected = string | Readonly<Record<Platform, string>>

/**
 * `except`: a platform on which it would only repeat the calls of another, and why. `count`: so many ids, where each is a call of
 * its own.
 */
export type Many =
  | Expected
  | { readonly because: string }
  | {
    readonly expected: string
    readonly except: Readonly<Partial<Record<Platform, string>>>
    readonly count: number
  }

type Args<F> = F extends (...args: infer A) => unknown ? A : never

export interface Calls<A> {
  readonly id?: { readonly args: (id: string, world: World) => A; readonly unknown: Expected }
  readonly list?: {
    readonly args: (ids: ReadonlyArray<string>, world: World) => A
    readonly empty: Expected
    readonly unknown: Expected
    /** Of 10,000 unknown ids, unless it says how many. */
    readonly many: Many
  }
  readonly name?: {
    readonly args: (name: string, world: World) => A
    /** Of a name of 1,024 bytes, and of names in any script. */
    readonly longest: Expected
    readonly odd?: Expected
    /** Of a name of 1,025 bytes. */
    readonly tooLong: Expected
  }
  readonly page?: { readonly args: (page: number, world: World) => A; readonly afterLast: Expected }
  readonly marker?: { readonly args: (marker: string, world: World) => A; readonly foreign: Expected }
}

export interface Row {
  readonly face: string
  readonly method: string
  readonly calls: Calls<ReadonlyArray<unknown>>
  /** Why the function cannot be given the other inputs. */
  readonly without: Readonly<Partial<Record<Input, string>>>
}

export const inputs: ReadonlyArray<Input> = ["id", "list", "name", "page", "marker"]

const reasons: Readonly<Record<Input, string>> = {
  id: "takes no id",
  list: "takes no list of ids",
  name: "takes no name",
  page: "has no numbered pages",
  marker: "has no markers"
}

/**
 * A function of a face. What it has no call for is left out for the usual reason, or for the one in `because`.
 */
export const row = <F extends keyof Faces, M extends keyof Faces[F] & string>(face: F, method: M) =>
(
  calls: Calls<Args<Faces[F][M]>>,
  because: Readonly<Partial<Record<Input, string>>> = {}
): Row => ({
  face,
  method,
  // each call is of this method's arguments; the table holds calls of all methods
  calls: calls as Calls<ReadonlyArray<unknown>>,
  without: Object.fromEntries(
    inputs.filter((input) => calls[input] === undefined).map((input) => [input, because[input] ?? reasons[input]])
  )
})

/** A function that none of it can be given to. */
export const without = <F extends keyof Faces>(
  face: F,
  methods: ReadonlyArray<keyof Faces[F] & string>,
  reason: string
): ReadonlyArray<Row> =>
  methods.map((method) => ({
    face,
    method,
    calls: {},
    without: Object.fromEntries(inputs.map((input) => [input, reason]))
  }))
