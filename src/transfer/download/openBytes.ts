/**
 * The bytes of a file for a program that reads them itself, and those of an object that was just stored.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as ForeignAnswer from "../../domain/ForeignAnswer.js"
import * as Shape from "../../domain/Shape.js"
import type { DownloadEngine } from "../../services/downloads/DownloadEngine.js"
import { problemOfRange } from "../../services/downloads/startDownload.js"
import type { InSpace } from "../../services/Spaces.js"
import { Spaces } from "../../services/Spaces.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import type { DownloadRuns } from "../../services/TransferRuns.js"
import type { ByteRange, ObjectVersion } from "../../services/Transport.js"
import { Transport } from "../../services/Transport.js"
import * as AddressBook from "../parts/AddressBook.js"
import { silentHooks } from "../parts/withRetry.js"
import { checkDownload } from "./checkDownload.js"
import type { ObjectToRead } from "./ObjectToRead.js"
import * as PacedBytes from "./PacedBytes.js"
import * as RangeReply from "./RangeReply.js"
import { sizeOfChunk, toStream } from "./ResumableBytes.js"

const sizeIn = (size: number, { end = size, start }: ByteRange = { start: 0 }): number =>
  Math.max(0, Math.min(end, size) - start)

/**
 * Anything on the way may answer with nothing, and a body without an announced size may have been cut or packed on the way: then
 * what the service knows is compared, which costs a call.
 */
const checkSize = (subject: string, actual: number, expected: number): Effect.Effect<undefined, IntegrityError> =>
  actual === expected
    ? Effect.succeed(undefined)
    : new IntegrityError({ what: "size", subject, expected: `${expected}`, actual: `${actual}` })

/** So a network's page may look that answers in place of the storage. Of most objects it costs nothing to know better. */
const mayBeForeign = (version: ObjectVersion | undefined, contentType: string | undefined): boolean =>
  (version?.etag === undefined && version?.modified === undefined) ||
  ForeignAnswer.isHtml({ headers: { "content-type": contentType ?? "" } })

/**
 * Opens the bytes; the scope closes them. In a space with a speed they are asked for a second's worth at a time, so their
 * end has to be known, which costs one call where the range does not say it.
 */
export const openBytes = Effect.fnUntraced(function*(
  engine: DownloadEngine,
  request: { readonly fileId: string; readonly range?: ByteRange | undefined },
  options: InSpace | undefined
) {
  const { range } = yield* checkDownload("file", yield* Shape.record("file", request))
  const fileId = yield* FileIdInput.make(request.fileId)
  const problem = problemOfRange(range)
  if (problem !== undefined) return yield* problem
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const transport = yield* Transport
  const space = yield* spaces.resolve({ ...options, needs: "limits" })
  const { downloads, files, platform } = yield* providers.forSpace(space)
  const throttle = PacedBytes.throttleOf(space, engine.paceOf)
  const address = downloads.address(fileId)
  const expected = throttle === undefined || range?.end !== undefined ? undefined : (yield* files.info(fileId)).size
  const object: ObjectToRead<Effect.Effect.Error<typeof address>> = {
    transport,
    platform,
    fileId,
    address: AddressBook.make(address),
    hooks: silentHooks({ spaceId: space.spaceId, policy: engine.tuning.retry, signIns: engine.signIns }),
    limits: engine.tuning.watchdog,
    expected,
    version: undefined
  }
  const { contentType, next, size } = yield* PacedBytes.open(object, range, throttle)
  let given = 0
  const checked = Effect.flatMap(next, (chunk) => {
    if (chunk !== undefined) given += sizeOfChunk(chunk)
    if (chunk !== undefined || (given > 0 && given === size && !mayBeForeign(object.version, contentType))) {
      return Effect.succeed(chunk)
    }
    return Effect.flatMap(files.info(fileId), (file) => checkSize(fileId, given, sizeIn(file.size, range)))
  })
  return { bytes: toStream(checked), contentType }
})

export const readBlob: DownloadRuns["readBlob"] = (engine, request, options) =>
  Effect.scoped(Effect.gen(function*() {
    const { bytes, contentType } = yield* openBytes(engine, request, options)
    const chunks = yield* Stream.runCollect(bytes)
    // The bytes come from the network, so none of them is in shared memory, which a Blob would not take.
    return new Blob([...chunks] as Array<Uint8Array<ArrayBuffer>>, { type: contentType ?? "" })
  }))

const joinUpTo = (chunks: Iterable<Uint8Array>, size: number): Uint8Array => {
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk.subarray(0, size - at), at)
    at = Math.min(size, at + chunk.length)
  }
  return all.subarray(0, at)
}

/**
 * Bytes of an object that was just stored, to be compared with what was sent.
 */
export const readBack: DownloadRuns["readBack"] = Effect.fnUntraced(function*(reading, { end, start }, name) {
  const transport = yield* Transport
  const range = { start, end }
  const reply = yield* transport.get(yield* reading, { range })
  const now = yield* Clock.currentTimeMillis
  yield* RangeReply.read(reply, { platform: "s3", fileId: name, range, known: undefined, now })
  return joinUpTo(yield* Stream.runCollect(reply.bytes), end - start)
}, Effect.scoped)
