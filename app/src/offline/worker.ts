/**
 * The service worker of the drive: it keeps the files of the shell, so that the page opens without a network. Never bytes of a file,
 * and never an answer of the API. Downloads that the library streams go through it too; what that part has answered does not come here.
 */
import "effect-drive/download-worker"
import type { RouteTaker, ShellCaches } from "./ShellCache.js"
import { answerFrom, cleanUp, isOfShell, keepShell, sendPast } from "./ShellCache.js"

interface ExtendableEvent extends Event {
  readonly waitUntil: (promise: Promise<unknown>) => void
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly respondWith: (response: Promise<Response>) => void
}

/** What a worker's global has; the types of a page do not know it. */
interface WorkerScope {
  readonly caches: ShellCaches
  readonly location: Location
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
  addEventListener(type: "install", listener: (event: ExtendableEvent & RouteTaker) => void): void
  addEventListener(type: "activate", listener: (event: ExtendableEvent) => void): void
}

/** Put in when the page is built: the files of the shell, and a name that their contents make. */
declare const shellFiles: ReadonlyArray<string>
declare const shellVersion: string

const scope = globalThis as unknown as WorkerScope

scope.addEventListener("install", (event) => {
  event.waitUntil(keepShell(scope.caches, shellVersion, shellFiles))
  // not waited for: what is refused comes to the worker, which is installed all the same
  void sendPast(event)
})
scope.addEventListener("activate", (event) => event.waitUntil(cleanUp(scope.caches)))
scope.addEventListener("fetch", (event) => {
  if (isOfShell(event.request, scope.location.origin, shellFiles)) {
    event.respondWith(answerFrom(scope.caches, event.request))
  }
})
