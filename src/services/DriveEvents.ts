/**
 * Things that happen to the drive as a whole and that no single caller waits for.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { UserTag } from "../domain/DriveFile.js"
import type { TokenExpired } from "../domain/errors/ApiErrors.js"
import type { SpaceId, Wsid } from "../domain/Ids.js"
import type { Inspection } from "./Inspection.js"

/**
 * What kind of change a `FilesChanged` is about. `assets`, `assetFolders` and `sharing` are changes of the library;
 * `taskEnded`: a task of the service has ended.
 *
 * @since 1.0.7
 * @category models
 */
export type FilesChangeKind =
  | "uploaded"
  | "created"
  | "renamed"
  | "updated"
  | "moved"
  | "copied"
  | "recycled"
  | "restored"
  | "removed"
  | "binCleared"
  | "assets"
  | "assetFolders"
  | "sharing"
  | "migrated"
  | "taskEnded"

/**
 * The new values of the changed files' fields, as far as the change itself contains them.
 *
 * @since 1.0.7
 * @category models
 */
export interface FilesPatch {
  readonly name?: string | undefined
  readonly hidden?: boolean | undefined
  readonly starred?: boolean | undefined
  readonly userTags?: ReadonlyArray<UserTag> | undefined
}

/**
 * This drive has changed something, or with `origin: "elsewhere"` another tab of the same user has. Changed are the files
 * `fileIds`, every list that holds one of them, and the lists of the folders `folderIds`, in which something has come or gone.
 * `folderIds` is `undefined` if the folders are not known. Plain data, no secrets.
 *
 * @since 1.0.7
 * @category models
 */
export interface FilesChanged {
  readonly _tag: "FilesChanged"
  readonly spaceId: SpaceId
  readonly kind: FilesChangeKind
  readonly fileIds: ReadonlyArray<string>
  readonly folderIds: ReadonlyArray<string> | undefined
  readonly assetIds: ReadonlyArray<string>
  readonly patch?: FilesPatch | undefined
  readonly origin: "here" | "elsewhere"
}

/**
 * All events of a drive. Plain data without secrets; `since` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export type DriveEvent =
  | FilesChanged
  | { readonly _tag: "NetworkChanged"; readonly online: boolean; readonly since: number }
  | { readonly _tag: "TokenExpired"; readonly error: TokenExpired }
  | { readonly _tag: "SignedIn"; readonly wsid: Wsid }
  | { readonly _tag: "SignedOut" }
  | { readonly _tag: "SpaceSelected"; readonly spaceId: SpaceId }
  | { readonly _tag: "CredentialRefreshed"; readonly spaceId: SpaceId; readonly version: number }
  /**
   * Optional fields of an answer, such as `data.list[3].hidden`, that could not be decoded and are missing in the
   * call's result.
   */
  | {
    readonly _tag: "FieldsLeftOut"
    readonly operation: string
    readonly path: string
    readonly fields: ReadonlyArray<string>
  }

/**
 * The words for events, in the order of the documentation.
 *
 * @since 1.0.7
 * @category models
 */
export const eventTags: ReadonlyArray<DriveEvent["_tag"]> = [
  "FilesChanged",
  "NetworkChanged",
  "TokenExpired",
  "SignedIn",
  "SignedOut",
  "SpaceSelected",
  "CredentialRefreshed",
  "FieldsLeftOut"
]

export declare namespace DriveEvents {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Calls all listeners, in order. */
    readonly publish: (event: DriveEvent) => Effect.Effect<void>
    /** All events from now on. */
    readonly stream: Stream.Stream<DriveEvent>
    /** Calls a plain function for each event, until the scope ends. */
    readonly on: (listener: (event: DriveEvent) => void) => Effect.Effect<void, never, Scope.Scope>
    /** What the drive shows of its requests to `effect-drive/inspector`. */
    readonly inspection: Inspection
  }
}

/**
 * Events of the drive, as a stream and for plain functions.
 *
 * @since 1.0.7
 * @category tags
 */
export class DriveEvents extends Context.Tag("effect-drive/DriveEvents")<DriveEvents, DriveEvents.Service>() {}
