/**
 * The adapters of pages that only transfers need: they build at once, and their code comes with the first transfer.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hasher } from "../../services/Hasher.js"
import { TaskMemory } from "../../services/TaskMemory.js"
import { Transport } from "../../services/Transport.js"
import { isFileHandle, UploadSources } from "../../services/UploadSource.js"
import type { open as openBrowserSink } from "../browser/download/BrowserSink.js"
import type { HasherWasmOptions } from "../browser/HasherWasm.js"
import { handleAccess } from "../browser/sources/handleAccess.js"
import type { DriveCode } from "../DriveServices.js"
import { nameOf, sizeOf } from "../files/SourceName.js"
import * as LazyCode from "./LazyCode.js"
import { onFirstUse, transfersOf } from "./onFirstUse.js"

/** One module, so that a transfer waits once, and not for one file after the other. */
const code = LazyCode.make("transfers", () => import("./pageTransferCode.js"))

/**
 * The code of a page's drive.
 *
 * @since 1.0.7
 * @category code
 */
export const onFirstUseInPages: DriveCode = { ...onFirstUse, transfers: transfersOf(code) }

/**
 * Opens where a page saves a download to.
 *
 * @since 1.0.7
 * @category constructors
 */
export const openSink = (...args: Parameters<typeof openBrowserSink>): ReturnType<typeof openBrowserSink> =>
  Effect.flatMap(code.load, (module) => module.openSink(...args))

const hasher = (options: HasherWasmOptions): Layer.Layer<Hasher> =>
  LazyCode.service(Hasher, code, (module) => module.hasher(options), {
    hash: "effect",
    sha1States: "effect",
    digest: "effect",
    digestRange: "effect"
  })

/** What remembers an archive is there before the archive is begun: the code that begins it is of the same module. */
const taskMemory: Layer.Layer<TaskMemory> = LazyCode.service(TaskMemory, code, (module) => module.taskMemory, {
  remember: "effect",
  recall: "effect"
})

const transport: Layer.Layer<Transport> = Layer.succeed(Transport, {
  put: (...args) => Effect.flatMap(code.load, ({ transport }) => transport.put(...args)),
  get: (...args) => Effect.flatMap(code.load, ({ transport }) => transport.get(...args))
})

/** A queue shows names and sizes before anything is loaded, and a browser asks its user only while a click is handled. */
const sources: Layer.Layer<UploadSources> = Layer.succeed(UploadSources, {
  open: (...args) => Effect.flatMap(code.load, (module) => module.sources().open(...args)),
  describe: (input, naming) => ({ name: nameOf(input, naming), size: sizeOf(input) }),
  access: (input, how) => isFileHandle(input) ? handleAccess(input, how) : Effect.succeed(true)
})

/**
 * The hasher, the transport, the sources and the memory of tasks of pages. Code that cannot be loaded is `TransportError`, and the next use
 * tries again.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: HasherWasmOptions): Layer.Layer<Hasher | TaskMemory | Transport | UploadSources> =>
  Layer.mergeAll(hasher(options), sources, taskMemory, transport)
