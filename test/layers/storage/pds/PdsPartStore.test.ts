import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, Redacted, Stream, TestClock } from "effect"
import { rootFileId } from "../../../../src/domain/Ids.js"
import * as UploadPlan from "../../../../src/domain/UploadPlan.js"
import type { UploadToCreate } from "../../../../src/services/StorageProvider.js"
import type { PartReply } from "../../../../src/services/Transport.js"
import { type Answer, file, refusal, scripted } from "./scriptedPds.js"

const MiB = 1024 * 1024

const xml = (status: number, code: string, message = "no"): PartReply => ({
  status,
  headers: { "x-oss-request-id": "r" },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
})

/** The addresses live 15 minutes from the epoch of the test's clock, and say so. */
const urls = (body: Record<string, unknown>, lifeOf = 900) => ({
  part_info_list: (body["part_info_list"] as ReadonlyArray<{ part_number: number }>).map(({ part_number }) => ({
    part_number,
    content_type: part_number === 2 ? "image/png" : "",
    upload_url: `https://data.example.com/o?partNumber=${part_number}&x-oss-expires=${lifeOf}&x-oss-signature=s`
  }))
})

const intentOf = (more: Partial<UploadToCreate> = {}): UploadToCreate => {
  const plan = { _tag: "Multipart", size: 100 * MiB, partSize: 5 * MiB, partCount: 20 } as const
  return { name: "n", size: 100 * MiB, parentFileId: rootFileId, plan, ...more }
}

const created = (body: Record<string, unknown>): Answer => ({
  status: 201,
  body: { file_id: "f", upload_id: "u", type: "file", exist: false, rapid_upload: false, ...urls(body) }
})

const partAt = (number: number) => UploadPlan.partAt(100 * MiB, 5 * MiB, number)

const ready = Effect.fnUntraced(function*(pds: ReturnType<typeof scripted>, intent = intentOf()) {
  const prepared = yield* pds.provider.uploads.prepare(intent, undefined)
  if (prepared._tag !== "Ready") throw new Error("not ready")
  return { ...prepared, stores: pds.provider.uploads.reopen(prepared.ticket) }
})

/** Of a file above 48.83 GiB, whose parts must be larger than usual. */
const planOfLarge = (chunkSize: number | undefined) => {
  const { rules } = scripted((_path, { body }) => created(body), { parallelUpload: true }).provider.uploads
  return Either.getOrThrow(UploadPlan.make({ size: 60 * 1024 ** 3 + 123, chunkSize, rules }))
}

describe("A large file on pds", () => {
  it.effect("is cut so that its parts can be parallel, unless another part size is wanted", () =>
    Effect.gen(function*() {
      const isParallel = Effect.fnUntraced(function*(chunkSize: number | undefined) {
        const pds = scripted((_path, { body }) => created(body), { parallelUpload: true })
        const plan = planOfLarge(chunkSize)
        const { ticket } = yield* ready(pds, intentOf({ size: plan.size, plan }))
        return ticket.pds?.parallel
      })
      assert.isTrue(yield* isParallel(undefined))
      assert.isFalse(yield* isParallel(6_600_001))
    }))
})

describe("Creating a file on pds", () => {
  it.effect("overwrites in two calls: refused, then a new version of the file that is there", () =>
    Effect.gen(function*() {
      const pds = scripted((_path, { body }, count) =>
        count === 0 ? { status: 201, body: { file_id: "old", type: "file", exist: true } } : created(body)
      )
      const { ticket } = yield* ready(pds)
      assert.deepStrictEqual(pds.bodies("/file/create").map((body) => [body["check_name_mode"], body["file_id"]]), [
        ["refuse", undefined],
        ["ignore", "old"]
      ])
      assert.deepStrictEqual(ticket.pds, { partCount: 20, overwrites: true, parallel: false })
      assert.isUndefined(pds.bodies("/file/create")[0]?.["content_hash"])
    }))

  it.effect("never puts a file in the place of a folder, and refuses where it is asked to", () =>
    Effect.gen(function*() {
      for (const [type, checkNameMode] of [["folder", undefined], ["file", "refuse"]] as const) {
        const pds = scripted(() => ({ status: 201, body: { file_id: "old", type, exist: true } }))
        const error = yield* Effect.flip(pds.provider.uploads.prepare(intentOf({ checkNameMode }), undefined))
        assert.deepInclude(error, { _tag: "NameConflict", name: "n" })
        assert.strictEqual(pds.asked.length, 1)
      }
    }))

  it.effect("has errors with names", () =>
    Effect.gen(function*() {
      const tagOf = (code: string) =>
        Effect.map(
          Effect.flip(scripted(() => refusal(400, code)).provider.uploads.prepare(intentOf(), undefined)),
          (error) => error._tag
        )
      assert.strictEqual(yield* tagOf("NotFound.File"), "ParentNotFound")
      assert.strictEqual(yield* tagOf("QuotaExhausted.Drive"), "QuotaExceeded")
      assert.strictEqual(yield* tagOf("ForbiddenUpload"), "PermissionDenied")
      assert.strictEqual(yield* tagOf("InvalidParameter.SizeExceed"), "FileTooLarge")
      assert.strictEqual(yield* tagOf("SomethingNew"), "ApiError")
    }))
})

describe("Parts on pds", () => {
  it.effect("get their addresses in small windows, which are renewed before they end", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => path === "/file/create" ? created(body) : { body: urls(body, 1800) })
      const { stores } = yield* ready(pds)
      const numbersOf = (path: string) =>
        pds.bodies(path).map((body) => (body["part_info_list"] as ReadonlyArray<object>).length)
      for (let number = 1; number <= 8; number++) {
        const address = yield* stores.parts.address("u", partAt(number))
        assert.include(Redacted.value(address.url), `partNumber=${number}&`)
        assert.deepStrictEqual(address.headers, number === 2 ? { "content-type": "image/png" } : {})
      }
      assert.deepStrictEqual([numbersOf("/file/create"), numbersOf("/file/get_upload_url")], [[8], []])
      yield* stores.parts.address("u", partAt(15))
      assert.deepStrictEqual(numbersOf("/file/get_upload_url"), [6])
      yield* TestClock.adjust("850 seconds")
      yield* stores.parts.address("u", partAt(3))
      assert.deepStrictEqual(numbersOf("/file/get_upload_url"), [6, 8])
    }))

  it.effect("get a new address when the old one is over, not when a policy forbids the PUT", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => path === "/file/create" ? created(body) : { body: urls(body) })
      const { stores: { parts } } = yield* ready(pds)
      const address = yield* parts.address("u", partAt(1))
      const refused = (message: string) =>
        Effect.flip(parts.accept("u", partAt(1), address, xml(403, "AccessDenied", message)))
      assert.deepInclude(yield* refused("denied by IP Control Policy"), { reason: "AccessDenied", retry: "never" })
      yield* parts.address("u", partAt(1))
      assert.strictEqual(pds.bodies("/file/get_upload_url").length, 0)
      assert.deepInclude(yield* refused("Request has expired."), { reason: "AddressExpired", retry: "now" })
      yield* parts.address("u", partAt(1))
      assert.strictEqual(pds.bodies("/file/get_upload_url").length, 1)
    }))

  const listing = (size: number, etag?: string) =>
    scripted((path, { body }) =>
      path === "/file/create"
        ? created(body)
        : { body: { uploaded_parts: [{ part_number: 3, part_size: size, etag }], next_part_number_marker: "" } }
    )

  it.effect("that are there already count when they have this size", () =>
    Effect.gen(function*() {
      const pds = listing(5 * MiB, "\"E\"")
      const { stores: { parts } } = yield* ready(pds)
      const address = yield* parts.address("u", partAt(3))
      const there = yield* parts.accept("u", partAt(3), address, xml(409, "PartAlreadyExist"))
      assert.deepInclude(there, { number: 3, size: 5 * MiB })
      assert.deepInclude(pds.bodies("/file/list_uploaded_parts")[0], { part_number_marker: 2, limit: 1 })
      const other = yield* ready(listing(4 * MiB))
      const gone = yield* Effect.flip(other.stores.parts.accept("u", partAt(3), address, xml(409, "PartAlreadyExist")))
      assert.strictEqual(gone._tag, "NoSuchUpload")
    }))

  it.effect("need no ETag, and have their CRC-64 compared where it is shown", () =>
    Effect.gen(function*() {
      const { stores: { parts } } = yield* ready(listing(0))
      const address = yield* parts.address("u", partAt(1))
      const bare = yield* parts.accept("u", partAt(1), address, { status: 200, headers: {}, body: "" })
      assert.deepStrictEqual(bare, { number: 1, size: 5 * MiB })
      const headers = { etag: "\"x\"", "x-oss-hash-crc64ecma": "17" }
      const told = yield* parts.accept("u", partAt(1), address, { status: 200, headers, body: "" })
      assert.deepInclude(told, { etag: "x", digest: { crc64: "17" } })
    }))

  it.effect("have refusals with names", () =>
    Effect.gen(function*() {
      const { stores: { parts } } = yield* ready(listing(0))
      const address = yield* parts.address("u", partAt(1))
      const refused = (reply: PartReply) => Effect.flip(parts.accept("u", partAt(1), address, reply))
      assert.deepInclude(yield* refused(xml(400, "PartNotSequential")), { reason: "PartsOutOfOrder" })
      assert.deepInclude(yield* refused(xml(404, "NoSuchUpload")), { _tag: "NoSuchUpload" })
      assert.deepInclude(yield* refused(xml(507, "QuotaExceeded")), { _tag: "QuotaExceeded" })
      assert.deepInclude(yield* refused({ status: 503, headers: { "retry-after": "2" }, body: "" }), {
        reason: "SlowDown",
        retryAfter: 2000
      })
      assert.deepInclude(yield* refused({ status: 502, headers: {}, body: "" }), { reason: "Rejected", retry: "later" })
    }))

  it.effect("are listed page by page, the marker left out at first", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => {
        if (path === "/file/create") return created(body)
        const from = Number(body["part_number_marker"] ?? 0)
        const uploaded_parts = [from + 1, from + 2].map((part_number) => ({ part_number, part_size: 5 }))
        return { body: { uploaded_parts, next_part_number_marker: from < 4 ? String(from + 2) : "" } }
      })
      const { stores } = yield* ready(pds)
      const listed = yield* Stream.runCollect(stores.parts.parts("u"))
      assert.deepStrictEqual(Chunk.toReadonlyArray(listed).map(({ number }) => number), [1, 2, 3, 4, 5, 6])
      assert.isFalse("part_number_marker" in (pds.bodies("/file/list_uploaded_parts")[0] ?? {}))
    }))
})

describe("The end of an upload to pds", () => {
  const ending = (answer: Answer) => scripted((path, { body }) => path === "/file/create" ? created(body) : answer)
  const expected = { size: 100 * MiB, digest: { crc64: "17" } }

  it.effect("gives the CRC-64 of the whole, and takes no other file for ours", () =>
    Effect.gen(function*() {
      const pds = ending({ body: file("f", { size: 100 * MiB, crc64_hash: "17" }) })
      const { stores } = yield* ready(pds)
      yield* stores.parts.complete("u", [], expected)
      assert.deepInclude(pds.bodies("/file/complete")[0], { crc64_hash: "17", upload_id: "u" })
      assert.isTrue((yield* stores.parts.find(expected))._tag === "Some")
      assert.isTrue((yield* stores.parts.find({ ...expected, digest: { crc64: "18" } }))._tag === "None")
      assert.isTrue((yield* stores.parts.find({ size: 1 }))._tag === "None")
    }))

  it.effect("tells a version that this upload made from the one before", () =>
    Effect.gen(function*() {
      const versionOf = (upload_id: string) =>
        scripted((path, { body }) => {
          if (path === "/file/create") return created(body)
          return { body: file("f", { parent_file_id: "p", size: 5, upload_id }) }
        })
      for (const [uploadId, found] of [["u", "Some"], ["other", "None"]] as const) {
        const { stores } = yield* ready(versionOf(uploadId), intentOf({ fileId: "f", size: 5 }))
        assert.strictEqual((yield* stores.parts.find({ size: 5 }))._tag, found)
      }
    }))

  for (const code of ["InvalidParameter.ContentHash", "InvalidParameterNotMatch.crc64_hash"]) {
    it.effect(`is an IntegrityError after ${code}`, () =>
      Effect.gen(function*() {
        const { stores } = yield* ready(ending(refusal(400, code)))
        assert.strictEqual((yield* Effect.flip(stores.parts.complete("u", [], expected)))._tag, "IntegrityError")
      }))
  }

  it.effect("may have come before: a forgotten upload is looked for by its file", () =>
    Effect.gen(function*() {
      for (const code of ["NotFound.UploadId", "AlreadyExist.File"]) {
        const { stores } = yield* ready(ending(refusal(404, code)))
        assert.strictEqual((yield* Effect.flip(stores.parts.complete("u", [], expected)))._tag, "NoSuchUpload")
      }
    }))

  it.effect("renames an updated file, and cannot overwrite by that", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) =>
        path === "/file/create" ? created(body) : { body: file("x", { file_id: "f" }) }
      )
      const { ticket } = yield* ready(pds, intentOf({ fileId: "f", checkNameMode: "overwrite" }))
      yield* pds.provider.uploads.settle(ticket)
      assert.deepInclude(pds.bodies("/file/update")[0], { name: "n", check_name_mode: "ignore" })
    }))
})

describe("The addresses of parts that begin at the same time", () => {
  it.effect("are asked for once", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => ({
        status: 200,
        body: path === "/file/create" ? created({ part_info_list: [] }).body : urls(body)
      }))
      const { stores } = yield* ready(pds)
      const found = yield* Effect.forEach([1, 2, 3, 4], (number) => stores.parts.address("u", partAt(number)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        found.map(({ url }) => new URL(Redacted.value(url)).searchParams.get("partNumber")),
        ["1", "2", "3", "4"]
      )
      assert.strictEqual(pds.bodies("/file/get_upload_url").length, 1)
    }))
})
