import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"

/**
 * The part requests that this process is serving, and a way to cut them. Chromium repeats a request by itself when a
 * connection that it has used before breaks, whatever the switch says, so new ones are cut too.
 */
export const partsBeingServed = () => {
  const sockets = new Map<IncomingMessage, Socket>()
  let cutting = false
  const started = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage } // what Node publishes on this channel
    if (request.method !== "PUT" || !request.url?.includes("partNumber=")) return
    if (cutting) request.socket.resetAndDestroy()
    else sockets.set(request, request.socket)
  }
  const ended = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage } // as above
    sockets.delete(request)
  }
  subscribe("http.server.request.start", started)
  subscribe("http.server.response.finish", ended)
  return {
    count: () => sockets.size,
    cut: () => {
      cutting = true
      for (const socket of sockets.values()) socket.resetAndDestroy()
    },
    serve: () => {
      cutting = false
    },
    stop: () => {
      unsubscribe("http.server.request.start", started)
      unsubscribe("http.server.response.finish", ended)
    }
  }
}

/** Runs in the moment in which this process is asked to take that part, before it answers. */
export const onPart = (number: number, run: () => void): void => {
  const started = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage } // as above
    if (request.method !== "PUT" || !new RegExp(`[?&]partNumber=${number}&`).test(`${request.url}&`)) return
    unsubscribe("http.server.request.start", started)
    run()
  }
  subscribe("http.server.request.start", started)
}
