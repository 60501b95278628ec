/**
 * One upload in the registry: below a kilobyte while it is queued. What costs more (a fiber, an open file) and what is dear to
 * read (a file's name) waits until it is needed.
 */
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { SpaceId, UploadId, Wsid } from "../../domain/Ids.js"
import type { UploadPhase } from "../../domain/UploadPhase.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadStatus } from "../../domain/UploadStatus.js"
import { Meter } from "../transfers/Meter.js"
import type { Waiting } from "../transfers/TransferList.js"
import type { UploadRequest } from "../Uploads.js"
import type { UploadSource, UploadSources } from "../UploadSource.js"
import type { UploadCheckpoint } from "./UploadCheckpoint.js"

export interface UploadEntry {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly meter: Meter
  request: UploadRequest
  phase: UploadPhase
  /** The totals have it. */
  isCounted: boolean
  snapshot: UploadSnapshot
  checkpoint: UploadCheckpoint | undefined
  /** Bytes of a stream that were kept so far, while it is being read. */
  spooled: number | undefined
  /** Without a scope there is nothing to close. */
  open: { readonly source: UploadSource; readonly scope?: Scope.CloseableScope } | undefined
  fiber: Fiber.RuntimeFiber<unknown, unknown> | undefined
  listeners: Set<() => void> | undefined
  waiting: Waiting<UploadResult, UploadError>
  lock: Effect.Semaphore | undefined
  /** Writes the session of the run that holds it. */
  rewrite: Effect.Effect<void> | undefined
}

const queued: UploadStatus = { _tag: "queued" }

interface EntryOptions {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly request: UploadRequest
  readonly parallel: number
  /** Asked once, when the upload is first shown. */
  readonly describe: UploadSources.Service["describe"]
}

/** To read the name and the size of a file takes a browser longer than all else that a start does. */
class Entry implements UploadEntry {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  request: UploadRequest
  phase: UploadPhase = Phase.initial
  isCounted = false
  checkpoint: UploadEntry["checkpoint"]
  spooled: UploadEntry["spooled"]
  open: UploadEntry["open"]
  fiber: UploadEntry["fiber"]
  listeners: UploadEntry["listeners"]
  waiting: UploadEntry["waiting"]
  lock: UploadEntry["lock"]
  rewrite: UploadEntry["rewrite"]
  private shown: UploadSnapshot | undefined
  readonly meter = new Meter()

  private readonly describe: EntryOptions["describe"]
  private readonly parallel: number

  constructor({ describe, id, parallel, request, spaceId, wsid }: EntryOptions) {
    this.id = id
    this.spaceId = spaceId
    this.wsid = wsid
    this.request = request
    this.parallel = parallel
    this.describe = describe
  }

  get snapshot(): UploadSnapshot {
    return this.shown ??= this.first()
  }

  set snapshot(snapshot: UploadSnapshot) {
    this.shown = snapshot
  }

  /** Whoever changes an upload reads its snapshot first: this is that of a queued upload. */
  private first(): UploadSnapshot {
    const { id, meter, parallel, request, spaceId } = this
    const { name = "", size } = this.describe(request.source, request)
    meter.size = size ?? 0
    return {
      id,
      spaceId,
      name,
      size,
      parentFileId: request.parentFileId,
      fileId: undefined,
      status: queued,
      waiting: undefined,
      progress: undefined,
      multipart: undefined,
      bytes: meter.read(),
      speed: 0,
      eta: undefined,
      parallel,
      sizeOnlyParts: 0,
      resumable: true,
      needsFile: false,
      error: undefined,
      result: undefined
    }
  }
}

export const make = (options: EntryOptions): UploadEntry => new Entry(options)
