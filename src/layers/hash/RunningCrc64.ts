/**
 * CRC-64/XZ (ECMA-182, reflected), the checksum of OSS and PDS, of bytes as they come.
 *
 * @since 1.0.7
 */
import { before, blockSize, span, wasm } from "./Crc64Wasm.js"

/**
 * A CRC that is not finished. The digest is in decimal, as the storages write it; more bytes may follow it.
 *
 * @since 1.0.7
 * @category models
 */
export interface RunningCrc64 {
  readonly update: (bytes: Uint8Array) => void
  readonly digest: () => string
}

/** What `scripts/crc64Wasm.js` exports. */
interface Module {
  readonly memory: WebAssembly.Memory
  readonly fold: (size: number) => void
  readonly digest: () => bigint
}

const instantiate = (): Module => {
  const bytes = Uint8Array.from(atob(wasm), (sign) => sign.charCodeAt(0))
  // The exports are those of our own script, which a test runs again.
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Module
}

let module: Module | undefined

/**
 * Starts a CRC. All share one module, whose memory holds the bytes of one only while it works on them.
 *
 * @since 1.0.7
 * @category constructors
 */
export const startCrc64 = (): RunningCrc64 => {
  const { digest, fold, memory } = module ??= instantiate()
  const bytes = new Uint8Array(memory.buffer)
  const last = new Uint8Array(span)
  new DataView(last.buffer).setBigUint64(span - 8, before, true)
  return {
    update: (chunk) => {
      bytes.set(last)
      for (let position = 0; position < chunk.byteLength; position += blockSize) {
        const block = chunk.subarray(position, position + blockSize)
        bytes.set(block, span)
        fold(block.byteLength)
        bytes.copyWithin(0, block.byteLength, block.byteLength + span)
      }
      last.set(bytes.subarray(0, span))
    },
    digest: () => {
      bytes.set(last)
      return BigInt.asUintN(64, digest()).toString()
    }
  }
}
