/**
 * One upload as its space sees it: what is asked for, what was agreed on, and where the bytes go.
 *
 * @since 1.0.7
 */
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { AssetId, FileId, ObjectKey, SpaceId } from "../domain/Ids.js"
import type { Integrity, Verified } from "../domain/Integrity.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { UploadPlan } from "../domain/UploadPlan.js"
import type { UploadResult } from "../domain/UploadSnapshot.js"
import type { DirectStore, PartStore } from "./PartStore.js"

/**
 * What is to be stored. `fileId` makes it an update of that file; then `name`, if it differs, is given to it at the end.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadToCreate {
  readonly name: string
  readonly size: number
  readonly parentFileId: string
  readonly fileId?: string | undefined
  readonly checkNameMode?: CheckNameMode | undefined
  readonly contentType?: string | undefined
  readonly plan: UploadPlan
  /** Where an earlier create call may have announced a file: whether this one, which is unfinished, is that. */
  readonly announcedBefore?: ((unfinished: UnfinishedFile) => boolean) | undefined
}

/**
 * A file whose bytes are still to come, as far as the service tells it. `createdAt` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface UnfinishedFile {
  readonly fileId: FileId
  readonly size?: number | undefined
  readonly createdAt?: number | undefined
}

/**
 * How an upload to pds was announced: in how many parts, whether its file existed before (then another version has the same
 * id), and whether the parts may go in any order.
 *
 * @since 1.0.7
 * @category models
 */
export interface PdsAgreement {
  readonly partCount: number
  readonly overwrites: boolean
  readonly parallel: boolean
}

/**
 * Plain data that says which object an upload stores; it can be saved and `reopen`ed after a restart. No secrets.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadTicket {
  readonly platform: SupportedPlatform
  readonly spaceId: SpaceId
  readonly fileId: FileId
  readonly objectKey: ObjectKey | undefined
  readonly assetId: AssetId | undefined
  readonly name: string
  readonly kind: "new" | "update"
  readonly checkNameMode: CheckNameMode | undefined
  readonly contentType: string | undefined
  /** The metadata mark by which the stored object is recognised as this upload's. */
  readonly mark: string
  /** pds: its upload id is given at create. */
  readonly uploadId: string | undefined
  /** pds: what was agreed on at create. */
  readonly pds?: PdsAgreement | undefined
  /** How its bytes are checked on their way; left out = not yet decided, or not at all. */
  readonly integrity?: Integrity | undefined
  /** How its bytes are known to be stored, once they are. */
  readonly verified?: Verified | undefined
}

/**
 * The two ways to store the object of a ticket.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadStores {
  readonly direct: DirectStore
  readonly parts: PartStore
}

/**
 * @since 1.0.7
 * @category models
 */
export type PreparedUpload =
  | { readonly _tag: "Rapid"; readonly result: UploadResult }
  | { readonly _tag: "Ready"; readonly ticket: UploadTicket; readonly stores: UploadStores }
