/** What the page's hash workers say, counted; one of them may end in mid-file, as a page that is closed ends its workers. */
import type { HashAnswer, HashRequest } from "../../../src/layers/browser/hash/HashProtocol.js"

export interface HashTraffic {
  /** Where the last hash began, in bytes. */
  from: number
  /** Bytes that workers have hashed in this page. */
  hashed: number
  /** From this position on nothing more is heard of a worker. */
  silentFrom: number
  /** Requests that were made in a worker: bodies, calls of the product API, and files that were hashed. */
  readonly requests: { put: number; call: number; digest: number }
  /** The worker that makes requests ends, as one does that runs out of memory. */
  endRequests: () => void
}

/** Puts itself in place of the page's `Worker`. */
export const countWorkers = (): HashTraffic => {
  const traffic: HashTraffic = {
    from: 0,
    hashed: 0,
    silentFrom: Number.POSITIVE_INFINITY,
    requests: { put: 0, call: 0, digest: 0 },
    endRequests: () => {}
  }
  class CountedWorker extends Worker {
    private position = 0

    override postMessage(request: HashRequest): void {
      if (request.type === "hash") {
        this.position = request.from?.position ?? 0
        traffic.from = this.position
      }
      if (request.type === "requests") {
        for (const asked of request.requests) {
          const kind = asked.type === "part" ? "put" : asked.type
          if (kind in traffic.requests) traffic.requests[kind as "put"]++
          if (asked.type === "call" && asked.readFirst !== undefined) traffic.requests.digest++
        }
        traffic.endRequests = () => {
          this.terminate()
          this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }))
        }
      }
      super.postMessage(request)
    }

    override set onmessage(listener: (event: MessageEvent<HashAnswer>) => void) {
      super.onmessage = (event: MessageEvent<HashAnswer>) => {
        const { data } = event
        if (data.type === "progress") {
          traffic.hashed += data.position - this.position
          this.position = data.position
        }
        if (this.position < traffic.silentFrom) listener(event)
        else this.terminate()
      }
    }
  }
  globalThis.Worker = CountedWorker
  return traffic
}
