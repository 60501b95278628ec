/**
 * Buffers for the bytes of parts, used again and again: fresh memory for each part costs more than reading it.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import { bracket } from "../../../services/bracket.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface PartBuffers {
  /** Lends at least `size` bytes for as long as `use` runs; what is in them is left over from earlier. */
  readonly withBuffer: <A, E, R>(
    size: number,
    use: (buffer: Uint8Array) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
  /** Bytes that wait to be lent again. */
  readonly kept: () => number
}

const step = 65_536

/**
 * Buffers that are made when they are first needed and kept up to `limit` bytes (default 64 MiB); those not used for
 * longest go first.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (limit = 67_108_864): PartBuffers => {
  const idle: Array<Uint8Array> = []
  let kept = 0

  const take = (size: number): Uint8Array => {
    const capacity = Math.max(1, Math.ceil(size / step)) * step
    const index = idle.findLastIndex((buffer) => buffer.byteLength === capacity)
    const [buffer] = index < 0 ? [] : idle.splice(index, 1)
    if (buffer === undefined) return new Uint8Array(capacity)
    kept -= capacity
    return buffer
  }

  const give = (buffer: Uint8Array): void => {
    idle.push(buffer)
    kept += buffer.byteLength
    while (kept > limit) kept -= idle.shift()?.byteLength ?? kept
  }

  return {
    withBuffer: (size, use) => bracket(() => take(size), use, give),
    kept: () => kept
  }
}
