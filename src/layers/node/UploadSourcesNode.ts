/**
 * What Node programs upload: files by path, Blobs, bytes, text, and streams, which are spooled to a temporary file.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import { basename, resolve } from "node:path"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import { layerOf } from "../../services/inOrder.js"
import type { SourceInput, UploadSource } from "../../services/UploadSource.js"
import { isFileHandle, isPath, UploadSources } from "../../services/UploadSource.js"
import { blobSource } from "../files/BlobSource.js"
import { bytesSource } from "../files/bytesSource.js"
import { requireName } from "../files/requireName.js"
import { isStream, nameOf, type OpenOptions, sizeOf } from "../files/SourceName.js"
import { asPath, watchSlice } from "./sources/bunFile.js"
import { fileSource, openFileSource } from "./sources/fileSource.js"
import { givenBytes } from "./sources/givenBytes.js"
import * as PartBuffers from "./sources/PartBuffers.js"
import { spooledFile } from "./sources/SpooledFile.js"

/**
 * `temporaryFolder`: where streams are spooled, default the system's. `keptBuffers`: bytes of part buffers that are
 * kept for the next parts, default 64 MiB.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadSourcesNodeOptions {
  readonly temporaryFolder?: string | undefined
  readonly keptBuffers?: number | undefined
}

/** Of Bun's Blobs some lie in a bucket or at the other end of a pipe. */
const openBlob = (blob: Blob, name: string): Either.Either<UploadSource, InvalidInput | SourceChanged> => {
  if (!Number.isFinite(blob.size)) {
    return Either.left(new InvalidInput({ field: "source", message: "a Blob without a size: give its stream()" }))
  }
  const source = blobSource({ blob, name, lending: "bytes" })
  const slice = watchSlice(blob)
  if (slice?.hasChanged === true) return Either.left(new SourceChanged({ name, what: "modified" }))
  return Either.right(slice === undefined ? source : { ...source, changesUnseen: true })
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (options?: UploadSourcesNodeOptions): UploadSources.Service => {
  const buffers = PartBuffers.make(options?.keptBuffers)

  const spool = Effect.fnUntraced(function*(stream: AsyncIterable<Uint8Array>, name: string, naming?: OpenOptions) {
    const { onSpooled } = naming ?? {}
    const descriptor = yield* spooledFile({ stream, name, parent: options?.temporaryFolder, onSpooled })
    const source = yield* openFileSource({ descriptor, path: name, name, buffers })
    return { ...source, identity: { ...source.identity, modifiedAt: undefined } }
  })

  const open = Effect.fn("UploadSources.open")(function*(given: SourceInput, naming?: OpenOptions) {
    const input = asPath(given)
    const name = yield* requireName(input, naming, basename)
    if (input instanceof Blob) return yield* openBlob(input, name)
    if (input instanceof Uint8Array) return yield* givenBytes({ bytes: input, name })
    if (typeof input === "string") return bytesSource({ bytes: new TextEncoder().encode(input), name })
    if (isFileHandle(input)) {
      return yield* new InvalidInput({ field: "source", message: "file handles are for browsers; give a path" })
    }
    return isStream(input)
      ? yield* spool(input, name, naming)
      : yield* fileSource({ path: input.path, name, buffers })
  })

  return UploadSources.of({
    open,
    pinned: (given) => {
      const input = asPath(given)
      return isPath(input) && typeof input.path === "string" ? { path: resolve(input.path) } : input
    },
    describe: (given, naming) => {
      const input = asPath(given)
      return { name: nameOf(input, naming, basename), size: sizeOf(input) }
    },
    access: () => Effect.succeed(true)
  })
}

/**
 * The sources of Node with a temporary folder or buffer limit of one's own.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerWith = (options: UploadSourcesNodeOptions): Layer.Layer<UploadSources> =>
  layerOf(UploadSources, Effect.sync(() => make(options)))

/**
 * The sources of Node. Files are read at positions into reused buffers.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSources> = layerWith({})
