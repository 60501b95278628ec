/**
 * The hash worker: `new Worker(new URL("effect-drive/hash-worker", import.meta.url), { type: "module" })` for
 * applications that bundle it themselves. It exports nothing; it answers messages.
 *
 * @since 1.0.7
 */
import { serve, type WorkerScope } from "./hash/HashServer.js"

// The types of a page's global do not know a worker's `postMessage`.
serve(globalThis as unknown as WorkerScope, globalThis)
