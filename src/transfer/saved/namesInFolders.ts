/**
 * For many uploads that come back each folder is listed once, and not once for each of them.
 */
import * as Effect from "effect/Effect"
import { TransportError } from "../../domain/errors/TransportError.js"
import { eachPage } from "../../services/files/eachPage.js"
import type { CameBack } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"

const pageSize = 100

/**
 * The names are those of the first time that a folder is asked for. Who asks meanwhile waits for its answer.
 */
export const namesInFolders = ({ tuning: { watchdog } }: UploadEngine): CameBack["isName"] => {
  const known = new Map<string, ReadonlySet<string>>()
  const inTurn = Effect.unsafeMakeSemaphore(1).withPermits(1)
  // The watchdog of requests would be loaded for this alone.
  const inTime = Effect.timeoutFail({
    duration: watchdog.answer,
    onTimeout: () => new TransportError({ reason: "Timeout", method: "GET", path: "files" })
  })
  return (provider, parentFileId, name) =>
    inTurn(Effect.gen(function*() {
      const key = `${provider.space.spaceId}/${parentFileId}`
      const before = known.get(key)
      if (before !== undefined) return before.has(name)
      const names = new Set<string>()
      yield* eachPage(
        (cursor) => inTime(provider.files.list({ parentFileId, pageSize, cursor })),
        (files) => {
          for (const file of files) if (!file.isFolder) names.add(file.name)
        }
      )
      known.set(key, names)
      return names.has(name)
    }))
}
