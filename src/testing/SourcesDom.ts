/**
 * What programs upload in tests: all that Node has, and the files of a DOM that is not a browser's.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SourceChanged } from "../domain/errors/TransferErrors.js"
import { nameOf } from "../layers/files/SourceName.js"
import * as UploadSourcesNode from "../layers/node/UploadSourcesNode.js"
import type { SourceInput } from "../services/UploadSource.js"
import { isFileHandle, UploadSources } from "../services/UploadSource.js"

/** A `FileReader` reads the Blobs of every DOM; not all of them can read themselves, and no thread takes them. */
const readByDom = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => {
      const { result } = reader
      resolve(new Uint8Array(result instanceof ArrayBuffer ? result : new Uint8Array(Object(result)).buffer))
    })
    reader.addEventListener("error", () => reject(new Error("the file cannot be read")))
    reader.readAsArrayBuffer(blob)
  })

const bytesOf = (blob: Blob, name: string): Effect.Effect<Uint8Array, SourceChanged> =>
  Effect.tryPromise({ try: () => readByDom(blob), catch: () => new SourceChanged({ name, what: "gone" }) })

const isOfDom = (input: SourceInput): input is Blob => typeof FileReader !== "undefined" && input instanceof Blob

const make = (): UploadSources.Service => {
  const sources = UploadSourcesNode.make()
  return UploadSources.of({
    ...sources,
    open: (given, options) =>
      Effect.gen(function*() {
        const input = isFileHandle(given) ? yield* Effect.promise(() => given.getFile()) : given
        if (!isOfDom(input)) return yield* sources.open(input, options)
        const name = nameOf(input, options)
        const bytes = yield* bytesOf(input, name ?? "")
        return yield* sources.open(bytes, { ...options, name })
      })
  })
}

/**
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSources> = Layer.sync(UploadSources, make)
