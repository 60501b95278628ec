/** How fast files are hashed in a page, driven by the bench. */
import { Effect } from "effect"
import type { HashPlan } from "../../../src/domain/HashPlan.js"
import * as HasherWasm from "../../../src/layers/browser/HasherWasm.js"
import * as UploadSourcesBrowser from "../../../src/layers/browser/UploadSourcesBrowser.js"
import { Hasher } from "../../../src/services/Hasher.js"
import { UploadSources } from "../../../src/services/UploadSource.js"

const plan: HashPlan = { _tag: "PreAndWhole", preHashSize: 1_048_576 }

let file: File | undefined

/** A file on disk, in the origin's private file system, read once by both. */
const prepare = async (size: number): Promise<void> => {
  const handle = await (await navigator.storage.getDirectory()).getFileHandle("speed.bin", { create: true })
  const writable = await handle.createWritable()
  const slice = new Uint8Array(1_048_576)
  for (let position = 0; position < size; position += slice.length) await writable.write(slice)
  await writable.close()
  file = await handle.getFile()
  await hasher()
  await bare()
}

const prepared = (): File => {
  if (file === undefined) throw new Error("there is no file")
  return file
}

/** The worker is started by a small file first, in both. */
const short = () => prepared().slice(0, 2_097_152)

const timed = async (use: () => Promise<unknown>): Promise<{ readonly wallMs: number }> => {
  const started = performance.now()
  await use()
  return { wallMs: performance.now() - started }
}

const hasher = () =>
  Effect.all([Hasher, UploadSources]).pipe(
    Effect.flatMap(([service, sources]) => {
      const hash = (blob: Blob) =>
        Effect.scoped(Effect.flatMap(
          sources.open(blob, { name: "speed.bin" }),
          (source) => service.hash(source, plan, () => {})
        ))
      return Effect.zipRight(
        hash(short()),
        Effect.promise(() => timed(() => Effect.runPromise(hash(prepared()))))
      )
    }),
    Effect.provide([HasherWasm.layer, UploadSourcesBrowser.layer]),
    Effect.runPromise
  )

const bare = async () => {
  const worker = new Worker("/bareWorker.js", { type: "module" })
  const hash = (blob: Blob) =>
    new Promise((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = reject
      worker.postMessage(blob)
    })
  await hash(short())
  const sample = await timed(() => hash(prepared()))
  worker.terminate()
  return sample
}

const hashSpeed = { prepare, hasher, bare }

declare global {
  interface Window {
    hashSpeed: typeof hashSpeed
  }
}

window.hashSpeed = hashSpeed
