/**
 * What pages upload: files and Blobs, file handles, bytes, text, and streams, which the browser keeps first.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import { atOnce } from "../../services/atOnce.js"
import { layerOf } from "../../services/inOrder.js"
import { isFileHandle, isPath, UploadSources } from "../../services/UploadSource.js"
import type { FileHandle, SourceInput, UploadSource } from "../../services/UploadSource.js"
import { withSpanIfTraced } from "../../services/withSpanIfTraced.js"
import { blobSource } from "../files/BlobSource.js"
import { requireAttached } from "../files/requireAttached.js"
import { requireName } from "../files/requireName.js"
import { nameOf, type OpenOptions, sizeOf } from "../files/SourceName.js"
import { streamCode } from "../loading/LazyStreams.js"
import { handleAccess } from "./sources/handleAccess.js"
import { smallBlobSource, smallFileSize } from "./sources/SmallBlobSource.js"

/** Firefox gives the bytes that a file has now, with the time that it had when it was picked; other browsers fail such a read. */
const isFirefox = "navigator" in globalThis && navigator.userAgent.includes("Firefox/")

const sourceOf = (blob: Blob, name: string): UploadSource => {
  const source = blob.size <= smallFileSize
    ? smallBlobSource({ blob, name })
    : blobSource({ blob, name, lending: "slice" })
  return isFirefox && blob instanceof File ? { ...source, changesUnseen: true } : source
}

/** A copy: the caller may write into its bytes meanwhile. A Blob takes neither shared memory nor such that can grow. */
const blobOf = (bytes: Uint8Array): Blob => {
  try {
    return new Blob([bytes as Uint8Array<ArrayBuffer>])
  } catch {
    return new Blob([bytes.slice()])
  }
}

/**
 * The file as it is now; later changes to it show as `SourceChanged`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const handleSource = (handle: FileHandle, name: string): Effect.Effect<UploadSource, SourceChanged> =>
  Effect.tryPromise({
    try: () => handle.getFile(),
    catch: () => new SourceChanged({ name, what: "gone" })
  }).pipe(Effect.map((blob) => sourceOf(blob, name)))

/**
 * `memoryLimit`: most bytes of a stream that are kept in memory where the browser has no private file system; default
 * 256 MiB.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadSourcesBrowserOptions {
  readonly memoryLimit?: number | undefined
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = ({ memoryLimit = 268_435_456 }: UploadSourcesBrowserOptions = {}): UploadSources.Service => {
  const spool = Effect.fnUntraced(function*(stream: AsyncIterable<Uint8Array>, name: string, naming?: OpenOptions) {
    const { spooledBlob } = yield* streamCode.load
    const blob = yield* spooledBlob({ stream, name, memoryLimit, onSpooled: naming?.onSpooled })
    const source = blobSource({ blob, name, lending: "slice" })
    return { ...source, contentType: undefined, identity: { ...source.identity, modifiedAt: undefined } }
  })

  const openAny = Effect.fnUntraced(function*(input: SourceInput, naming?: OpenOptions) {
    if (isPath(input)) return yield* new InvalidInput({ field: "source", message: "a page cannot open a path" })
    const name = yield* requireName(input, naming)
    if (input instanceof Blob) return sourceOf(input, name)
    if (input instanceof Uint8Array) {
      yield* requireAttached(input, name)
      return sourceOf(blobOf(input), name)
    }
    if (typeof input === "string") return sourceOf(new Blob([input]), name)
    if (isFileHandle(input)) return yield* handleSource(input, name)
    return yield* spool(input, name, naming)
  }, withSpanIfTraced("UploadSources.open"))

  // Nothing is waited for, and a page may upload ten thousand of them.
  const open: UploadSources.Service["open"] = (input, naming) => {
    const opening = openAny(input, naming)
    if (!(input instanceof Blob)) return opening
    const name = nameOf(input, naming)
    return name === undefined || name === "" ? opening : atOnce(opening, () => sourceOf(input, name))
  }

  return UploadSources.of({
    open,
    describe: (input, naming) => ({ name: nameOf(input, naming), size: sizeOf(input) }),
    access: (input, how) => isFileHandle(input) ? handleAccess(input, how) : Effect.succeed(true)
  })
}

/**
 * The sources of browsers with limits of one's own.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerWith = (options: UploadSourcesBrowserOptions): Layer.Layer<UploadSources> =>
  layerOf(UploadSources, Effect.sync(() => make(options)))

/**
 * The sources of browsers. Parts of files are untyped slices, read by whoever sends them; files up to 64 KiB are read once.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSources> = layerWith({})
