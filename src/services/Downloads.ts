/**
 * Bytes out of a space.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { BatchError } from "../domain/BatchResult.js"
import type { DriveFile } from "../domain/DriveFile.js"
import type { FileNotFound } from "../domain/errors/FileErrors.js"
import type { PlatformNotSupported } from "../domain/errors/InputErrors.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { IntegrityError } from "../domain/errors/StorageErrors.js"
import type { SaveFailed } from "../domain/errors/TransferErrors.js"
import type { FileId } from "../domain/Ids.js"
import * as Several from "./downloads/several.js"
import * as ResumableBytes from "./engine/resumableBytes.js"
import { FileSink } from "./FileSink.js"
import type { StoreError } from "./PartStore.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"
import type { DownloadInfo, FileFailure } from "./StorageProvider.js"
import { StorageProviders } from "./StorageProviders.js"
import { TaskMemory } from "./TaskMemory.js"
import type { ByteRange } from "./Transport.js"
import { Transport } from "./Transport.js"

/**
 * A signed address. `url` mirrors `downloadUrl` (spec point 7); both are secrets. `expiresAt` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadAddress {
  readonly downloadUrl: Redacted.Redacted<string>
  readonly url: Redacted.Redacted<string>
  readonly expiresAt: number | undefined
}

/**
 * @since 1.0.7
 * @category errors
 */
export type DownloadError = FileFailure | IntegrityError | PlatformNotSupported | StoreError

/**
 * Bytes read so far and in all, of one download.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadProgress {
  readonly received: number
  readonly size: number
}

/**
 * A file that an archive is being made into; `Tasks.wait(asyncTaskId)` gives its address. On pds it is no file of the space.
 *
 * @since 1.0.7
 * @category models
 */
export interface StartedArchive {
  readonly asyncTaskId: string
  readonly taskId: string
  readonly fileId: FileId | undefined
}

/**
 * The addresses of a batch, and the files that are not there.
 *
 * @since 1.0.7
 * @category models
 */
export interface BatchDownload {
  readonly successItems: ReadonlyArray<DownloadInfo>
  readonly errorItems: ReadonlyArray<BatchError<FileNotFound>>
}

export declare namespace Downloads {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** With `expiresIn` (at most one week) the address is signed here; else it is the service's own. */
    readonly url: (
      fileId: string,
      options?: InSpace & { readonly expiresIn?: Duration.DurationInput | undefined }
    ) => Effect.Effect<DownloadAddress, DownloadError>
    readonly stream: (
      request: { readonly fileId: string; readonly range?: ByteRange | undefined },
      options?: InSpace
    ) => Stream.Stream<Uint8Array, DownloadError>
    readonly blob: (
      request: { readonly fileId: string; readonly range?: ByteRange | undefined },
      options?: InSpace
    ) => Effect.Effect<Blob, DownloadError>
    /** Addresses of many files, each id once. An empty list is `InvalidInput`. */
    readonly batch: (fileIds: ReadonlyArray<string>, options?: InSpace) => Effect.Effect<BatchDownload, DownloadError>
    /** Begins an archive of these files and folders. `expireSec`: how long it is kept; default: the service's own. */
    readonly archive: (
      wanted: {
        readonly fileIds: ReadonlyArray<string>
        readonly name: string
        readonly expireSec?: number | undefined
      },
      options?: InSpace
    ) => Effect.Effect<StartedArchive, DownloadError>
    /** Saves to a path (Node): a `.part` file beside it, checked and renamed at the end. */
    readonly save: (
      request: {
        readonly fileId: string
        readonly target: string
        readonly onProgress?: ((progress: DownloadProgress) => void) | undefined
      },
      options?: InSpace
    ) => Effect.Effect<DownloadProgress, DownloadError | SaveFailed>
  }
}

const checkRange = (range: ByteRange | undefined): Effect.Effect<void, InvalidInput> =>
  range === undefined ||
    (Number.isSafeInteger(range.start) && range.start >= 0 &&
      (range.end === undefined || (Number.isSafeInteger(range.end) && range.end > range.start)))
    ? Effect.void
    : new InvalidInput({ field: "range", message: "a range needs a start of at least 0 and an end after it" })

const checkSaved = (
  file: DriveFile,
  saved: { readonly size: number; readonly sha1: string | undefined }
): Effect.Effect<void, IntegrityError> => {
  const subject = file.fileId
  if (saved.size !== file.size) {
    return new IntegrityError({ what: "size", subject, expected: `${file.size}`, actual: `${saved.size}` })
  }
  const expected = file.contentHash?.toUpperCase()
  return saved.sha1 === undefined || saved.sha1 === expected
    ? Effect.void
    : new IntegrityError({ what: "sha1", subject, expected: expected ?? "", actual: saved.sha1 })
}

const hasSha1 = (file: DriveFile): boolean =>
  /^[0-9a-f]{40}$/i.test(file.contentHash ?? "") && (file.contentHashName ?? "sha1").toLowerCase() === "sha1"

const make = Effect.gen(function*() {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const transport = yield* Transport
  const sink = yield* FileSink
  const memory = yield* TaskMemory

  const provider = (options: InSpace | undefined) => Effect.flatMap(spaces.resolve(options), providers.forSpace)

  const openBytes = Effect.fnUntraced(function*(
    request: { readonly fileId: string; readonly range?: ByteRange | undefined },
    options: InSpace | undefined
  ) {
    yield* checkRange(request.range)
    const { downloads, platform } = yield* provider(options)
    return yield* ResumableBytes.open({ ...request, transport, platform, address: downloads.address(request.fileId) })
  })

  const url: Downloads.Service["url"] = Effect.fn("Downloads.url")(function*(fileId, options) {
    const { downloads } = yield* provider(options)
    const { expiresAt, url } = yield* downloads.address(fileId, { expiresIn: options?.expiresIn })
    return { downloadUrl: url, url, expiresAt }
  })

  const stream: Downloads.Service["stream"] = (request, options) =>
    Stream.unwrapScoped(Effect.map(openBytes(request, options), (opened) => opened.bytes))

  const blob: Downloads.Service["blob"] = Effect.fn("Downloads.blob")(function*(request, options) {
    const opened = yield* openBytes(request, options)
    const chunks = yield* Stream.runCollect(opened.bytes)
    // The bytes come from the network, so none of them is in shared memory, which a Blob would not take.
    return new Blob([...chunks] as Array<Uint8Array<ArrayBuffer>>, { type: opened.contentType ?? "" })
  }, Effect.scoped)

  const save: Downloads.Service["save"] = Effect.fn("Downloads.save")(function*(request, options) {
    const { fileId, onProgress, target } = request
    const { files } = yield* provider(options)
    const file = yield* files.info(fileId)
    if (file.isFolder) return yield* new InvalidInput({ field: "fileId", message: "a folder has no bytes to save" })
    const open = yield* sink.open(target, { sha1: hasSha1(file) })
    const opened = yield* openBytes({ fileId }, options)
    const progress = { received: 0, size: file.size }
    yield* Stream.runForEachChunk(opened.bytes, (chunks) =>
      Effect.forEach(chunks, (chunk) => {
        progress.received += chunk.length
        return open.write(chunk)
      }, { concurrency: 1, discard: true }).pipe(
        Effect.tap(() => Effect.sync(() => onProgress?.({ ...progress })))
      ))
    yield* checkSaved(file, yield* open.flush)
    yield* open.publish
    return progress
  }, Effect.scoped)

  return Downloads.of({ url, stream, blob, save, ...Several.make(provider, memory) })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Downloads extends Context.Tag("effect-drive/Downloads")<Downloads, Downloads.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<
    Downloads,
    never,
    FileSink | Spaces | StorageProviders | TaskMemory | Transport
  > = Layer.effect(Downloads, make)
}
