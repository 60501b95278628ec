/**
 * A line that all bodies share, and that carries so many bytes a second.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as WebRequest from "../http/WebRequest.js"

/** Longer waits than these would make the bytes come in lumps. */
const slice = 16_384

export class SlowLine {
  private free = 0

  constructor(private readonly bytesPerSecond: number) {}

  /** The body as it comes over this line. */
  carry(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    let left: Uint8Array = new Uint8Array()
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (left.length === 0) {
          const chunk = await reader.read()
          if (chunk.done) return controller.close()
          left = chunk.value
        }
        const taken = left.subarray(0, slice)
        left = left.subarray(taken.length)
        await this.turn(taken.length)
        controller.enqueue(taken)
      },
      cancel: (reason) => reader.cancel(reason)
    }, { highWaterMark: 0 })
  }

  private turn(bytes: number): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.free)
    this.free = at + (bytes / this.bytesPerSecond) * 1000
    return new Promise((resolve) => setTimeout(resolve, this.free - now))
  }
}

/**
 * The app behind the line while it is slow.
 */
export const behind = <E>(app: HttpApp.Default<E>, line: SlowLine, isSlow: () => boolean): HttpApp.Default<E> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const body = isSlow() && request.method === "PUT" ? WebRequest.webRequest(request).body : null
    if (body === null || body === undefined) return app
    return Effect.provideService(
      app,
      HttpServerRequest.HttpServerRequest,
      WebRequest.withBody(request, line.carry(body))
    )
  })
