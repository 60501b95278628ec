/**
 * One file being stored on pds: its parts, and the call that makes them a file.
 */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { ossMinPartSize } from "../../../domain/Constants.js"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import { NoSuchUpload, StorageError } from "../../../domain/errors/StorageErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as Etag from "../../../domain/Etag.js"
import type { PartRange, PartRules } from "../../../domain/UploadPlan.js"
import type { ExpectedObject, PartStore, StoredPart, StoreError } from "../../../services/PartStore.js"
import type { UploadStores, UploadTicket } from "../../../services/StorageProvider.js"
import type { PartReply, SignedAddress } from "../../../services/Transport.js"
import * as S3Like from "../bucket/BucketOptions.js"
import type { PdsClient } from "./PdsClient.js"
import * as PdsCompletion from "./PdsCompletion.js"
import { naming, storeRefusal } from "./PdsErrors.js"
import type { PdsPartAddresses } from "./PdsPartAddresses.js"
import { windowFrom } from "./PdsPartAddresses.js"
import * as PartOutcome from "./PdsPartReply.js"
import { UploadedParts, UploadUrls } from "./PdsUploadWire.js"
import type { Sha1States as States } from "./Sha1States.js"
import * as Sha1States from "./Sha1States.js"

/**
 * What the OSS behind pds asks of parts; without `parallel_upload` they arrive one after the other. The parts of a large file
 * are cut so that they could be parallel: only who wants another size has one after the other.
 */
export const partRules: PartRules = {
  ...S3Like.partRules(ossMinPartSize),
  defaultMultipleOf: Sha1States.blockSize,
  order: "ascending"
}

/** The public limit of a part list. */
const partsPerPage = 100

/** The rules of a parallel upload: in any order, cut between blocks of SHA-1. */
const parallelRules: PartRules = { ...partRules, multipleOf: Sha1States.blockSize, order: "any" }

/**
 * The stores of a ticket; no call is made. `addresses` is shared by the uploads of a space.
 */
export const make = (client: PdsClient, addresses: PdsPartAddresses, ticket: UploadTicket): UploadStores => {
  const { fileId, uploadId: ownUploadId = "" } = ticket
  let isDropped = false
  const isParallel = ticket.pds?.parallel === true
  /** What a parallel upload has learned of its parts. */
  let learned: { readonly states: States; readonly partSize: number } | undefined

  const gone = (uploadId: string) => new NoSuchUpload({ uploadId, objectKey: fileId })

  /** pds has no call that aborts: an aborted upload is forgotten here, and its parts expire there. */
  const unlessDropped = <A, E>(uploadId: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E | NoSuchUpload> =>
    Effect.suspend((): Effect.Effect<A, E | NoSuchUpload> => isDropped ? gone(uploadId) : effect)

  const refusals = (uploadId: string) => naming((refusal) => storeRefusal(refusal, { uploadId, fileId }))

  const describe = (part_number: number): object => ({
    part_number,
    ...(learned === undefined ? {} : {
      parallel_sha1_ctx: { h: learned.states(part_number), part_offset: (part_number - 1) * learned.partSize }
    })
  })

  const learn: PartStore["learn"] = (source, partSize, hashed) =>
    Effect.flatMap(Sha1States.make(source, partSize, hashed), (states) => {
      if (states === undefined) {
        const message = "a parallel upload needs WebAssembly, which this page does not allow"
        return new UnsupportedOperation({ operation: "PdsPartStore.learn", platform: "pds", message })
      }
      learned = { states, partSize }
      return Effect.void
    })

  const fetchWindow = Effect.fnUntraced(function*(uploadId: string, first: number) {
    const numbers = windowFrom(first, ticket.pds?.partCount ?? first)
    const answer = yield* client.call({
      operation: "PdsPartStore.address",
      path: "/file/get_upload_url",
      body: (drive_id) => ({
        drive_id,
        file_id: fileId,
        upload_id: uploadId,
        part_info_list: numbers.map(describe)
      }),
      response: UploadUrls,
      repeat: "never"
    }).pipe(refusals(uploadId))
    addresses.keep(uploadId, answer.part_info_list ?? [], yield* Clock.currentTimeMillis)
  })

  /** Parts that begin at the same time need one window: who waited for another's answer may find its own address in it. */
  const fetchUnlessGiven = Effect.fnUntraced(function*(uploadId: string, number: number) {
    const given = addresses.get(uploadId, number, yield* Clock.currentTimeMillis)
    if (given === undefined) yield* fetchWindow(uploadId, number)
    return given
  })

  const addressOf = Effect.fnUntraced(function*(uploadId: string, number: number): Effect.fn.Return<
    SignedAddress,
    StoreError
  > {
    const known = addresses.get(uploadId, number, yield* Clock.currentTimeMillis)
    if (known !== undefined) return known
    const fetched = yield* unlessDropped(uploadId, addresses.oneAtATime(uploadId, fetchUnlessGiven(uploadId, number)))
    return fetched ?? addresses.newest(uploadId, number) ?? (yield* new TransportError({
      reason: "Decode",
      method: "POST",
      path: "/v2/file/get_upload_url",
      field: "part_info_list",
      detail: `no address for part ${number}`
    }))
  })

  const page = (uploadId: string, marker: number | undefined, limit: number) =>
    unlessDropped(
      uploadId,
      client.call({
        operation: "PdsPartStore.parts",
        path: "/file/list_uploaded_parts",
        body: (drive_id) => ({ drive_id, file_id: fileId, upload_id: uploadId, limit, part_number_marker: marker }),
        response: UploadedParts,
        repeat: "never"
      }).pipe(refusals(uploadId))
    )

  const partsOf = ({ uploaded_parts }: typeof UploadedParts.Type): ReadonlyArray<StoredPart> =>
    (uploaded_parts ?? []).map(({ etag, part_number, part_size }) => {
      const known = Etag.make(etag ?? undefined)
      return { number: part_number, size: part_size, ...(known === undefined ? {} : { etag: known }) }
    })

  const parts: PartStore["parts"] = (uploadId, after) =>
    Stream.paginateChunkEffect(
      after === undefined || after < 1 ? undefined : after,
      (marker) =>
        Effect.map(page(uploadId, marker, partsPerPage), (answer) => {
          const next = Number(answer.next_part_number_marker || Number.NaN)
          // A marker that does not advance would lead round in a circle.
          const hasMore = Number.isSafeInteger(next) && next > (marker ?? 0)
          return [
            Chunk.unsafeFromArray(partsOf(answer)),
            hasMore ? Option.some<number | undefined>(next) : Option.none()
          ]
        })
    )

  /** 409 says that the part is there; what it holds is checked by its size, and by the CRC-64 of the whole in the end. */
  const theOneThere = Effect.fnUntraced(function*(uploadId: string, part: PartRange) {
    const listed = partsOf(yield* page(uploadId, part.number > 1 ? part.number - 1 : undefined, 1))
      .find(({ number }) => number === part.number)
    // Cut otherwise, this upload can never become this file.
    return listed?.size === part.end - part.start ? listed : yield* gone(uploadId)
  })

  const accept = Effect.fnUntraced(function*(
    uploadId: string,
    part: PartRange,
    address: SignedAddress,
    reply: PartReply
  ): Effect.fn.Return<StoredPart, StoreError> {
    const now = yield* Clock.currentTimeMillis
    const outcome = PartOutcome.read({ uploadId, fileId, part, address, now }, reply)
    switch (outcome._tag) {
      case "Stored":
        return outcome.part
      case "IsThere":
        return yield* theOneThere(uploadId, part)
      case "Refused": {
        const { error } = outcome
        if (error instanceof StorageError && error.reason === "AddressExpired") addresses.forget(uploadId)
        return yield* Effect.fail(error)
      }
    }
  })

  const complete = Effect.fnUntraced(function*(uploadId: string, expected: ExpectedObject) {
    const object = yield* unlessDropped(uploadId, PdsCompletion.complete(client, ticket, uploadId, expected))
    addresses.forget(uploadId)
    yield* PdsCompletion.checkSize(ticket, object, expected)
    return object
  })

  const find = PdsCompletion.find(client, ticket)

  return {
    direct: {
      address: (part) => addressOf(ownUploadId, part.number),
      accept: (part, address, reply) => accept(ownUploadId, part, address, reply),
      complete: (expected) => complete(ownUploadId, expected),
      find
    },
    parts: {
      rules: isParallel ? parallelRules : partRules,
      learn: isParallel ? learn : undefined,
      replacesParts: isParallel,
      begin: Effect.succeed(ownUploadId),
      address: (uploadId, part) => addressOf(uploadId, part.number),
      accept,
      parts,
      complete: (uploadId, _parts, expected) => complete(uploadId, expected),
      abort: (uploadId) =>
        Effect.sync(() => {
          isDropped = true
          addresses.forget(uploadId)
        }),
      find
    }
  }
}
