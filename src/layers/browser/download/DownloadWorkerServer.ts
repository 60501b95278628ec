/**
 * The worker's side of streamed downloads.
 */
import { attachment } from "../../http/attachment.js"
import type { OpenStream, ToPage, ToWorker } from "./DownloadWorkerProtocol.js"
import { streamPath } from "./DownloadWorkerProtocol.js"

interface FetchEvent extends Event {
  readonly request: Request
  readonly respondWith: (response: Response) => void
}

interface ExtendableEvent extends Event {
  readonly waitUntil: (promise: Promise<unknown>) => void
}

/**
 * What a service worker's global has, as far as it is used here.
 */
export interface ServiceScope {
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
  addEventListener(type: "message", listener: (event: MessageEvent<OpenStream>) => void): void
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void
}

/** The browser pulls, the page sends: nothing is kept here but what is on its way. */
const streamOf = (port: MessagePort): ReadableStream<Uint8Array> => {
  const tell = (type: Exclude<ToPage["type"], "ready">) => port.postMessage({ type } satisfies ToPage)
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
        if (data.type === "bytes") controller.enqueue(data.bytes)
        else if (data.type === "ping") tell("alive")
        else if (data.type === "abort") controller.error(new Error("the download was cancelled"))
        else if (data.type === "end") {
          controller.close()
          tell("ended")
        }
      }
      tell("begun")
    },
    pull: () => tell("pull"),
    cancel: () => {
      // What is still on its way has no stream any more.
      port.onmessage = null
      tell("cancel")
    }
  }, { highWaterMark: 1 })
}

const answer = ({ name, size }: OpenStream, port: MessagePort): Response =>
  new Response(streamOf(port), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": attachment(name),
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
      ...(size === undefined ? {} : { "content-length": String(size) })
    }
  })

/**
 * Serves the streams that pages announce.
 */
export const serve = (scope: ServiceScope): void => {
  const streams = new Map<string, { readonly open: OpenStream; readonly port: MessagePort }>()
  scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener("message", ({ data, ports: [port] }) => {
    if (data?.type !== "effect-drive/open" || port === undefined) return
    streams.set(data.id, { open: data, port })
    port.postMessage({ type: "ready", answers: true } satisfies ToPage)
  })
  scope.addEventListener("fetch", (event) => {
    const [, id] = new URL(event.request.url).pathname.split(`/${streamPath}/`)
    const stream = id === undefined ? undefined : streams.get(id)
    if (id === undefined || stream === undefined) return
    streams.delete(id)
    event.respondWith(answer(stream.open, stream.port))
  })
}
