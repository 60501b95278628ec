import type { ServiceScope } from "../../../src/layers/browser/download/DownloadWorkerServer.js"
import { serve } from "../../../src/layers/browser/download/DownloadWorkerServer.js"

/** What the service worker that saves downloads listens to, without a browser around it. */
export const servedWorker = (): ReadonlyMap<string, (event: unknown) => void> => {
  const listeners = new Map<string, (event: unknown) => void>()
  const scope: ServiceScope = {
    skipWaiting: () => Promise.resolve(),
    clients: { claim: () => Promise.resolve() },
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners.set(type, listener as (event: unknown) => void)
    }
  }
  serve(scope)
  return listeners
}
