/**
 * The service worker through which a page streams downloads to the browser: register it, or import it into one's own with
 * `import "effect-drive/download-worker"`. It answers no other request.
 *
 * @since 1.0.7
 */
import { serve, type ServiceScope } from "./download/DownloadWorkerServer.js"

// The types of a page's global do not know a worker's.
serve(globalThis as unknown as ServiceScope)
