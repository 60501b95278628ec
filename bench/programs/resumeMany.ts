/**
 * Resumes an upload of an earlier run: its session is laid into a directory first, as that run would have left it
 * (the leading bytes proven by their digest, every accepted part in the journal), then found and resumed by a new drive.
 */
import { Effect } from "effect"
import { createDrive } from "effect-drive/promise"
import { createHash } from "node:crypto"
import { statSync } from "node:fs"
import { preHashSize } from "../../src/domain/Constants.js"
import * as Etag from "../../src/domain/Etag.js"
import { FileId, ObjectKey, SpaceId, UploadId, Wsid } from "../../src/domain/Ids.js"
import * as UploadSessionsDirectory from "../../src/layers/node/UploadSessionsDirectory.js"
import { UploadSessions } from "../../src/services/UploadSessions.js"
import type { Begun } from "../discardServer.js"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments extends Begun {
  /** A file of zeros. */
  readonly path: string
  readonly directory: string
  readonly origin: string
}

const { directory, missing, origin, parts, partSize, path, uploadId } = programArguments<Arguments>()
const name = "many-parts.bin"
const id = UploadId.make("earlier-run")
const spaceId = SpaceId.make("bench-space")
const { mtimeMs, size } = statSync(path)

const leaveSession = Effect.gen(function*() {
  const sessions = yield* UploadSessions
  yield* sessions.save({
    id,
    wsid: Wsid.make("bench-user"),
    spaceId,
    identity: { name, size, modifiedAt: mtimeMs },
    request: {},
    preHash: createHash("sha1").update(Buffer.alloc(preHashSize)).digest("hex").toUpperCase(),
    ticket: {
      platform: "s3",
      spaceId,
      fileId: FileId.make("file-earlier"),
      objectKey: ObjectKey.make("objects/earlier"),
      assetId: undefined,
      name,
      kind: "new",
      checkNameMode: undefined,
      contentType: undefined,
      mark: "earlier",
      uploadId: undefined
    },
    uploadId,
    partSize,
    savedAt: Date.now(),
    aborting: false,
    path
  })
  for (let number = 1; number <= parts; number++) {
    if (!missing.includes(number)) {
      yield* sessions.record(id, { number, size: partSize, etag: Etag.make(`"part-${number}"`) })
    }
  }
})
await Effect.runPromise(Effect.provide(leaveSession, UploadSessionsDirectory.layer({ directory })))

const drive = createDrive({
  apiHost: origin,
  product: { id: "bench", version: "1" },
  language: "en",
  sessionDirectory: directory
})
await drive.session.initialise({ accessToken: "bench" })
const meter = startMeter()
const [found] = await drive.uploads.recoverable()
if (found === undefined) throw new Error("the session was not found")
await drive.uploads.resume(found.id)
await drive.uploads.get(found.id)?.done
report(meter.sample())
await drive.dispose()
