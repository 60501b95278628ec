/**
 * One line of the list of events: plain data, which the words make a sentence of.
 */
import type { DriveEvent, FilesChangeKind } from "../../services/DriveEvents.js"
import type { ObservedWait } from "../../services/Inspection.js"
import type { ErrorNote } from "./ErrorNote.js"
import type { RequestRow } from "./RequestRow.js"

export type RequestName = Pick<RequestRow, "kind" | "method" | "name" | "part">

export type EventNote =
  | { readonly _tag: "failed"; readonly request: RequestName; readonly error: ErrorNote }
  | { readonly _tag: "broke"; readonly request: RequestName; readonly error: ErrorNote; readonly tries: number }
  | { readonly _tag: "waits"; readonly request: RequestName; readonly reason: ObservedWait; readonly millis: number }
  | { readonly _tag: "width"; readonly from: number; readonly to: number }
  | { readonly _tag: "network"; readonly online: boolean }
  | { readonly _tag: "signInEnded" }
  | { readonly _tag: "signedIn" }
  | { readonly _tag: "signedOut" }
  | { readonly _tag: "spaceSelected"; readonly spaceId: string }
  | { readonly _tag: "credential"; readonly spaceId: string }
  | { readonly _tag: "files"; readonly kind: FilesChangeKind; readonly count: number; readonly elsewhere: boolean }
  | { readonly _tag: "fieldsLeftOut"; readonly operation: string; readonly count: number }

export interface Noted {
  readonly id: number
  readonly at: number
  readonly note: EventNote
}

/**
 * What is shown of an event of the drive: counts and kinds, no names and no ids of people.
 */
export const eventNote = (event: DriveEvent): EventNote => {
  switch (event._tag) {
    case "FilesChanged":
      return { _tag: "files", kind: event.kind, count: event.fileIds.length, elsewhere: event.origin === "elsewhere" }
    case "NetworkChanged":
      return { _tag: "network", online: event.online }
    case "TokenExpired":
      return { _tag: "signInEnded" }
    case "SignedIn":
      return { _tag: "signedIn" }
    case "SignedOut":
      return { _tag: "signedOut" }
    case "SpaceSelected":
      return { _tag: "spaceSelected", spaceId: event.spaceId }
    case "CredentialRefreshed":
      return { _tag: "credential", spaceId: event.spaceId }
    case "FieldsLeftOut":
      return { _tag: "fieldsLeftOut", operation: event.operation, count: event.fields.length }
  }
}
