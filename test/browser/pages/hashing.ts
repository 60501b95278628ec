/** The browser's hasher, driven by a test. */
import { Deferred, Effect, Exit, Fiber } from "effect"
import type { HashPlan } from "../../../src/domain/HashPlan.js"
import * as HasherWasm from "../../../src/layers/browser/HasherWasm.js"
import * as UploadSourcesBrowser from "../../../src/layers/browser/UploadSourcesBrowser.js"
import { type HashCheckpoint, Hasher } from "../../../src/services/Hasher.js"
import { UploadSources } from "../../../src/services/UploadSource.js"

const plan: HashPlan = { _tag: "PreAndWhole", preHashSize: 1_048_576 }

const whole: HashPlan = { _tag: "Whole" }

const patterned = (size: number) => {
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >> 8) * 17 + (i >> 16)) & 255
  return bytes
}

const withHasher = <A, E>(
  use: (hasher: Hasher.Service, sources: UploadSources.Service) => Effect.Effect<A, E>,
  worker?: () => Worker
): Promise<A> =>
  Effect.all([Hasher, UploadSources]).pipe(
    Effect.flatMap(([hasher, sources]) => use(hasher, sources)),
    Effect.provide([HasherWasm.layerWith({ worker }), UploadSourcesBrowser.layer]),
    Effect.runPromise
  )

const openFile = (sources: UploadSources.Service, size: number) =>
  sources.open(new File([patterned(size)], "file.bin", { type: "x/y" }))

/** How often the page could do something else meanwhile. */
const countTurns = async <A>(run: () => Promise<A>) => {
  let turns = 0
  const channel = new MessageChannel()
  channel.port1.onmessage = () => {
    turns++
    channel.port2.postMessage(0)
  }
  channel.port2.postMessage(0)
  const value = await run()
  channel.port1.close()
  return { value, turns }
}

const hashing = {
  /** Hashes a file and hands over what was said while the layer was still open. */
  hash: (size: number, ownWorker: boolean) =>
    countTurns(() => {
      let hashed = 0
      return withHasher(
        (hasher, sources) =>
          Effect.scoped(Effect.gen(function*() {
            const source = yield* openFile(sources, size)
            const digests = yield* hasher.hash(source, plan, (bytes) => {
              hashed += bytes
            })
            return { digests, hashed }
          })),
        ownWorker ? () => new Worker("/own.js", { type: "module" }) : undefined
      )
    }),

  /** Hashes a file whole, as small ones are. */
  hashWhole: (size: number) => {
    let hashed = 0
    return withHasher((hasher, sources) =>
      Effect.scoped(Effect.gen(function*() {
        const source = yield* openFile(sources, size)
        const digests = yield* hasher.hash(source, whole, (bytes) => {
          hashed += bytes
        })
        return { digests, hashed }
      }))
    )
  },

  /** The SHA-1 states between parts, of a file that the page itself must not read when `inWorker`. */
  sha1States: (base64: string, partSize: number, inWorker: boolean) =>
    countTurns(() => {
      let hashed = 0
      return withHasher((hasher, sources) =>
        Effect.scoped(Effect.gen(function*() {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
          const source = yield* sources.open(new File([bytes], "file.bin"))
          const readAll = inWorker ? () => Effect.dieMessage("read by the page") : source.readAll
          const words = yield* hasher.sha1States?.({ ...source, readAll }, partSize, (count) => {
            hashed += count
          }) ?? Effect.succeed(undefined)
          return { words: words === undefined ? undefined : Array.from(words), hashed }
        }))
      )
    }),

  digest: (size: number) =>
    withHasher((hasher) =>
      Effect.all({
        blob: hasher.digest(new Blob([patterned(size)]), ["md5", "crc32", "crc64"]),
        bytes: hasher.digest(patterned(size), ["md5", "crc32", "crc64"])
      })
    ),

  /** Interrupts a long hash in its middle; what is hashed next must be right. */
  interrupt: () =>
    withHasher((hasher, sources) =>
      Effect.scoped(Effect.gen(function*() {
        const begun = yield* Deferred.make<void>()
        let hashed = 0
        const large = yield* openFile(sources, 200_000_000)
        const fiber = yield* Effect.fork(hasher.hash(large, plan, (bytes) => {
          hashed += bytes
          Deferred.unsafeDone(begun, Exit.void)
        }))
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        const atInterrupt = hashed
        const next = yield* hasher.hash(yield* openFile(sources, 2_000_000), plan, () => {})
        return { atInterrupt, afterwards: hashed, next }
      }))
    ),

  /** Hashes up to a checkpoint, then again from there in another worker. */
  resume: (size: number) => {
    const checkpoints: Array<HashCheckpoint> = []
    const run = (from: HashCheckpoint | undefined) =>
      withHasher((hasher, sources) =>
        Effect.scoped(Effect.gen(function*() {
          let hashed = 0
          const source = yield* openFile(sources, size)
          const digests = yield* hasher.hash(
            source,
            plan,
            (bytes) => {
              hashed += bytes
            },
            { from, save: (checkpoint) => checkpoints.push(checkpoint) }
          )
          return { digests, hashed }
        }))
      )
    return run(undefined).then(async (first) => ({
      first,
      positions: checkpoints.map((checkpoint) => checkpoint.position),
      second: await run(structuredClone(checkpoints[0]))
    }))
  }
}

declare global {
  interface Window {
    hashing: typeof hashing
  }
}

window.hashing = hashing
