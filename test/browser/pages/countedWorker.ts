/** What the page's hash workers say, counted; one of them may end in mid-file, as a page that is closed ends its workers. */
import type { HashAnswer, HashRequest } from "../../../src/layers/browser/hash/HashProtocol.js"

export interface HashTraffic {
  /** Where the last hash began, in bytes. */
  from: number
  /** Bytes that workers have hashed in this page. */
  hashed: number
  /** From this position on nothing more is heard of a worker. */
  silentFrom: number
}

/** Puts itself in place of the page's `Worker`. */
export const countWorkers = (): HashTraffic => {
  const traffic: HashTraffic = { from: 0, hashed: 0, silentFrom: Number.POSITIVE_INFINITY }
  class CountedWorker extends Worker {
    private position = 0

    override postMessage(request: HashRequest): void {
      if (request.type === "hash") {
        this.position = request.from?.position ?? 0
        traffic.from = this.position
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
