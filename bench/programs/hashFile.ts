/**
 * SHA-1 of one file, after a short one that loads the code and starts the thread. `hasher`: by the library (pre-hash and whole); `bare`: by a loop over the same slices with one
 * read ahead, which is the least that any program must do.
 */
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { open } from "node:fs/promises"
import * as HasherNode from "../../src/layers/node/HasherNode.js"
import * as UploadSourcesNode from "../../src/layers/node/UploadSourcesNode.js"
import { Hasher } from "../../src/services/Hasher.js"
import { UploadSources } from "../../src/services/UploadSource.js"
import type { Sample } from "../harness.js"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly path: string
  readonly warmUp: string
  readonly by: "hasher" | "bare"
}

const sliceSize = 1_048_576
const preHashSize = 1_048_576

const hashWith = (hasher: Hasher.Service, path: string) =>
  Effect.scoped(Effect.gen(function*() {
    const source = yield* (yield* UploadSources).open({ path })
    return yield* hasher.hash(source, { _tag: "PreAndWhole", preHashSize }, () => {})
  }))

const withHasher = (paths: ReadonlyArray<string>, measure: (run: () => Promise<unknown>) => Promise<void>) =>
  Effect.gen(function*() {
    const hasher = yield* Hasher
    const context = yield* Effect.context<UploadSources>()
    for (const path of paths) {
      yield* Effect.promise(() => measure(() => Effect.runPromise(Effect.provide(hashWith(hasher, path), context))))
    }
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.merge(HasherNode.layer, UploadSourcesNode.layer)),
    Effect.runPromise
  )

const bare = async (path: string) => {
  const file = await open(path)
  const { size } = await file.stat()
  const hash = createHash("sha1")
  let current = Buffer.allocUnsafeSlow(sliceSize)
  let ahead = Buffer.allocUnsafeSlow(sliceSize)
  let position = 0
  let { bytesRead } = await file.read(current, 0, sliceSize, 0)
  while (bytesRead > 0) {
    position += bytesRead
    const next = position < size ? file.read(ahead, 0, sliceSize, position) : Promise.resolve({ bytesRead: 0 })
    hash.update(current.subarray(0, bytesRead))
    bytesRead = (await next).bytesRead
    ;[current, ahead] = [ahead, current]
  }
  await file.close()
  return hash.digest("hex")
}

const { by, path, warmUp } = programArguments<Arguments>()
const paths = [warmUp, path]
let last: Sample = {}
const measure = async (run: () => Promise<unknown>) => {
  const meter = startMeter()
  await run()
  last = meter.sample()
}
if (by === "hasher") await withHasher(paths, measure)
else for (const file of paths) await measure(() => bare(file))
report(last)
