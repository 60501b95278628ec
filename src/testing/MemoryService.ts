/**
 * The product's own service, in memory: files and folders, sign-in, credentials, and what it does at the start and the end of
 * an upload. Server side only; `ProviderMemory` is the client to it.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { ApiError, RateLimited, TokenExpired } from "../domain/errors/ApiErrors.js"
import { TransportError } from "../domain/errors/TransportError.js"
import { rootFileId } from "../domain/Ids.js"
import type { ApiFailure } from "../services/DriveApi.js"
import type { AnsweredFault, MemoryNetwork } from "./MemoryNetwork.js"

/**
 * A file or folder as the service keeps it. A file is `stored` once the success-callback named it; `announced` is the
 * content that it gets then. `created` and `updated` count events: what came later has more.
 *
 * @since 1.0.7
 * @category models
 */
export interface MemoryFile {
  readonly fileId: string
  readonly parentFileId: string
  readonly type: "file" | "folder"
  readonly objectKey: string
  readonly created: number
  updated: number
  size: number
  contentHash: string | undefined
  name: string
  stored: boolean
  assetStatus: number
  announced?: { readonly size: number; readonly contentHash: string | undefined } | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export class MemoryService {
  readonly files = new Map<string, MemoryFile>()
  readonly credential = { version: 1 }
  signedIn = true
  /** Files that are announced only are in lists and in the way of others, with the status `uploading`. */
  listsAnnounced = false
  /** Success-callbacks of these files are refused, to fail some of a batch in tests. */
  refuses: (fileId: string) => boolean = () => false
  /** Called for each answer 401. */
  onUnauthorised: (error: TokenExpired) => Effect.Effect<void> = () => Effect.void
  private counter = 0
  private events = 0

  constructor(readonly network: MemoryNetwork) {}

  call<A, E>(method: string, path: string, work: () => Effect.Effect<A, E>): Effect.Effect<A, E | ApiFailure> {
    return this.network.request({
      target: "api",
      method,
      path,
      work: Effect.suspend((): Effect.Effect<A, E | ApiFailure> => this.signedIn ? work() : this.unauthorised(path)),
      instead: (fault) => this.answer(fault, method, path)
    })
  }

  add(file: Pick<MemoryFile, "contentHash" | "name" | "parentFileId" | "size" | "type">): MemoryFile {
    const created = ++this.events
    const fileId = `file-${++this.counter}`
    const stored = file.type === "folder"
    const added = { ...file, fileId, objectKey: `objects/${fileId}`, stored, assetStatus: 0, created, updated: created }
    this.files.set(fileId, added)
    return added
  }

  /** The announced content is there. */
  store(file: MemoryFile): void {
    Object.assign(file, file.announced, { stored: true, announced: undefined, updated: ++this.events })
  }

  /** It is there and is a folder; the root is. */
  isFolder(fileId: string): boolean {
    return fileId === rootFileId || this.files.get(fileId)?.type === "folder"
  }

  /** It can be seen. */
  isListed(file: MemoryFile): boolean {
    return file.stored || this.listsAnnounced
  }

  /** What is in a folder, in the order in which it was created. */
  children(parentFileId: string): Array<MemoryFile> {
    return [...this.files.values()].filter((file) => this.isListed(file) && file.parentFileId === parentFileId)
  }

  named(parentFileId: string, name: string): Array<MemoryFile> {
    const found: Array<MemoryFile> = []
    for (const file of this.files.values()) {
      if (file.name === name && file.parentFileId === parentFileId && this.isListed(file)) found.push(file)
    }
    return found
  }

  /** `name (1).txt`, if `name.txt` is taken. */
  freeName(parentFileId: string, name: string): string {
    const [, stem = name, extension = ""] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
    let free = name
    for (let number = 1; this.named(parentFileId, free).length > 0; number++) free = `${stem} (${number})${extension}`
    return free
  }

  /** A stored file of these very bytes, for rapid uploads. */
  twin(contentHash: string | undefined, size: number): MemoryFile | undefined {
    if (contentHash === undefined) return undefined
    return [...this.files.values()].find((file) =>
      file.stored && file.contentHash === contentHash && file.size === size
    )
  }

  private unauthorised(path: string): Effect.Effect<never, TokenExpired> {
    const error = new TokenExpired({ path })
    return Effect.zipRight(this.onUnauthorised(error), Effect.fail(error))
  }

  private answer(fault: AnsweredFault, method: string, path: string): Effect.Effect<never, ApiFailure> {
    if (fault._tag === "expire") this.signedIn = false
    if (fault._tag === "expire" || (fault._tag === "status" && fault.status === 401)) return this.unauthorised(path)
    if (fault._tag === "skew") return Effect.fail(new ApiError({ code: "ClockSkew", method, path }))
    if (fault.status === 429) return Effect.fail(new RateLimited({ path }))
    return Effect.fail(
      fault.status >= 500
        ? new TransportError({ reason: "Status", status: fault.status, method, path })
        : new ApiError({ code: fault.body ?? fault.status, status: fault.status, method, path })
    )
  }
}
