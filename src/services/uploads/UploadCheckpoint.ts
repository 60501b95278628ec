/**
 * How far one upload has come, and what is not known of it: what a run leaves behind and the next one continues from.
 */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { Digests } from "../../domain/HashPlan.js"
import type { FileId } from "../../domain/Ids.js"
import type { DoubtTag } from "../../domain/UploadDoubt.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import type { StageTag } from "../../domain/UploadStage.js"
import type { MadeCall } from "../DriveApi.js"
import type { HashCheckpoint, PartChecksums } from "../Hasher.js"
import type { Journal, StoredObject } from "../PartStore.js"
import type { FileFailure, StorageProvider, UploadTicket } from "../StorageProvider.js"
import type { EndedUpload } from "../UploadSessions.js"
import type { SourceIdentity } from "../UploadSource.js"

/** What a multipart upload is known by, and the parts that it has. */
export interface OpenMultipart {
  readonly ticket: UploadTicket
  readonly uploadId: string
  readonly partSize: number
  readonly journal: Journal
}

interface StageData {
  /** `earlier`: the file that this upload has announced before, and whose upload is of no use any more. */
  readonly New: { readonly earlier?: FileId | undefined }
  readonly Announced: { readonly ticket: UploadTicket }
  readonly Begun: OpenMultipart
  readonly Joined: OpenMultipart
  /** `object` is the storage's word on it, where it went in parts; `multipart` is what it was made of. */
  readonly Stored: {
    readonly ticket: UploadTicket
    readonly object: StoredObject | undefined
    readonly multipart: OpenMultipart | undefined
  }
  readonly Confirmed: StageData["Stored"]
  readonly Found: { readonly result: UploadResult }
}

/**
 * What is known of the bytes. `domain/UploadStage.ts` has the table.
 */
export type Stage = { readonly [Tag in StageTag]: { readonly _tag: Tag } & StageData[Tag] }[StageTag]

/**
 * What was asked and not answered, or is not known any more. `domain/UploadDoubt.ts` says what settles it.
 */
export interface Doubts extends Record<DoubtTag, unknown> {
  /** The answer to a create call got lost, or may have: the first of them was made then. */
  create: { readonly since: number } | undefined
  /** The same of a begin call: it may have left a multipart upload behind whose id nobody knows. */
  begin: { readonly since: number } | undefined
  /**
   * `uncompared`: this run's file is still to be compared with what an earlier one has read. `incomparable`: that cannot be; it may
   * be another file than that of the parts that were sent, which do not count.
   */
  source: "uncompared" | "incomparable" | undefined
  /** Somebody else has ended the upload: with this, or without a word. */
  session: EndedUpload | "gone" | undefined
}

/** `sums`: as `PartDigest` has them, by part number less one. */
export interface KnownChecksums {
  readonly of: Digests
  readonly partSize: number
  readonly kind: PartChecksums["kind"]
  readonly sums: Array<string | undefined>
}

/** An upload that was queued in an earlier run of the program. */
export interface CameBack {
  /** That run had announced it: its one PUT may have come through. */
  readonly mayBeStored: boolean
  /** Whether a file of the folder had this name when the first of all that came back asked. */
  readonly isName: (
    provider: StorageProvider,
    parentFileId: string,
    name: string
  ) => Effect.Effect<boolean, FileFailure | TransportError>
}

/**
 * A run continues from here, whatever ended the one before.
 */
export interface UploadCheckpoint {
  identity: SourceIdentity | undefined
  digests: Digests | undefined
  /** Checksums of the parts, from the pass that made these digests; each is given away once. */
  checksums: KnownChecksums | undefined
  /** Where an unfinished hash stands; a file that was found or picked again continues from it only once it was compared. */
  hash: HashCheckpoint | undefined
  /** The digest of the leading bytes that an earlier run has read. */
  preHash: string | undefined
  stage: Stage
  readonly doubts: Doubts
  /** Bodies accepted by the storage in this process. */
  accepted: number
  /** Fresh starts after the storage had forgotten the upload, or had joined the wrong bytes. */
  restarts: number
  /** The session in the store, as this process wrote or read it last; one of another revision is another process's. */
  saved: { readonly revision: number } | undefined
  cameBack?: CameBack | undefined
  /** A create call that was made already at this time, and what has come of it: whoever is to make one is told that. */
  created?: { readonly since: number; readonly made: MadeCall } | undefined
  /** One after the other: what is written last is what was known last. */
  readonly writing: Effect.Semaphore
  /** The session is this client's for as long as somebody holds it. */
  readonly claim: {
    holders: number
    held: Scope.CloseableScope | undefined
    readonly turn: Effect.Semaphore
  }
}
