/**
 * The transport port to an in-memory storage.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { PartBody, Transport } from "../services/Transport.js"
import type { MemoryStorage } from "./MemoryStorage.js"
import * as VirtualTime from "./VirtualTime.js"

const bytesOf = (body: PartBody): Effect.Effect<Uint8Array> =>
  body instanceof Uint8Array
    ? Effect.succeed(body)
    : VirtualTime.hold(Effect.map(Effect.promise(() => body.arrayBuffer()), (buffer) => new Uint8Array(buffer)))

/**
 * A transport that ends in a storage in memory.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (storage: MemoryStorage): Transport["Type"] => ({
  put: (address, body, sent) =>
    Effect.flatMap(bytesOf(body), (bytes) => storage.put(Redacted.value(address.url), bytes, sent)),
  get: (address, options) =>
    Effect.map(storage.get(Redacted.value(address.url), options), ({ bytes, reply }) => ({
      status: reply.status,
      headers: reply.headers,
      bytes: Stream.make(bytes),
      problem: reply.body
    }))
})
