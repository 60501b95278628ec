/** What calls about several things report when pds says that something is not there. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { FileId, rootFileId } from "../../../../src/domain/Ids.js"
import { type Answer, refusal, scripted } from "./scriptedPds.js"

const [a, b, target] = [FileId.make("a"), FileId.make("b"), FileId.make("target")]

interface Request {
  readonly id: string
  readonly url: string
}

const notFound = { status: 404, body: { code: "NotFound.File", message: "no" } }

const found = (type: string) => ({ status: 200, body: { type } })

/** Every copy and move is refused; `files` says what is seen by looking. */
const drive = (files: Record<string, Answer>, looking: Answer | undefined = undefined) =>
  scripted((path, { body }) => {
    if (path === "/file/archive_files") return refusal(404, "NotFound.File")
    if (path !== "/batch") return undefined
    // As the batch writes them, which another test looks at.
    const requests = body["requests"] as ReadonlyArray<Request>
    if (requests[0]?.url === "/file/get" && looking !== undefined) return looking
    const responses = requests.map(({ id, url }) => ({ id, ...(url === "/file/get" ? files[id] : notFound) }))
    return { body: { responses } }
  })

const moved = (pds: ReturnType<typeof drive>, toParentFileId = target) =>
  Effect.map(
    pds.provider.files.move({ fileIds: [a, b], toParentFileId, checkNameMode: undefined }),
    ({ errorItems, successItems }) => {
      assert.deepStrictEqual(successItems, [])
      return errorItems.map(({ error, fileId }) => [fileId, error._tag])
    }
  )

const looked = (pds: ReturnType<typeof drive>) => pds.bodies("/batch").slice(1).map((body) => body["requests"])

describe("Something that is not there", () => {
  it.effect("is the folder or the file, as one look at all of them says", () =>
    Effect.gen(function*() {
      const pds = drive({ a: found("file"), b: notFound, target: notFound })
      assert.deepStrictEqual(yield* moved(pds), [[a, "ParentNotFound"], [b, "FileNotFound"]])
      const get = { method: "POST", url: "/file/get", headers: { "Content-Type": "application/json" } }
      const asked = [target, a, b].map((id) => ({ ...get, id, body: { drive_id: "42", file_id: id } }))
      assert.deepStrictEqual(looked(pds), [asked])
    }))

  it.effect("is the folder too when that is a file or in the bin", () =>
    Effect.gen(function*() {
      const binned = { status: 403, body: { code: "ForbiddenFileInTheRecycleBin", message: "no" } }
      for (const there of [found("file"), binned]) {
        const pds = drive({ a: found("file"), b: found("folder"), target: there })
        assert.deepStrictEqual(yield* moved(pds), [[a, "ParentNotFound"], [b, "ParentNotFound"]])
      }
    }))

  it.effect("is the file when the folder is there, or is the root, which nobody looks for", () =>
    Effect.gen(function*() {
      const pds = drive({ a: notFound, b: found("file"), target: found("folder") })
      assert.deepStrictEqual(yield* moved(pds), [[a, "FileNotFound"], [b, "FileNotFound"]])
      const atRoot = drive({})
      assert.deepStrictEqual(yield* moved(atRoot, rootFileId), [[a, "FileNotFound"], [b, "FileNotFound"]])
      assert.deepStrictEqual(looked(atRoot), [])
    }))

  it.effect("is the file when nothing can be learned by looking", () =>
    Effect.gen(function*() {
      for (const pds of [drive({}, refusal(403, "Forbidden")), drive({}, { status: 503, body: "" })]) {
        const fiber = yield* Effect.fork(moved(pds))
        yield* TestClock.adjust("10 minutes")
        assert.deepStrictEqual(yield* Fiber.join(fiber), [[a, "FileNotFound"], [b, "FileNotFound"]])
      }
    }))

  it.effect("of an archive is named; all of it where it is not known", () =>
    Effect.gen(function*() {
      const archive = (pds: ReturnType<typeof drive>, ...fileIds: ReadonlyArray<FileId>) =>
        Effect.flip(pds.provider.downloads.archive({ fileIds, name: "a.zip", expireSec: undefined }))
      const one = yield* archive(drive({ a: notFound, b: found("file") }), a, b)
      assert.deepInclude(one, { _tag: "FileNotFound", fileId: a, fileIds: [a] })
      const both = yield* archive(drive({ a: notFound, b: notFound }), a, b, a)
      assert.deepInclude(both, { _tag: "FileNotFound", fileIds: [a, b] })
      const unknown = yield* archive(drive({}, refusal(403, "Forbidden")), a, b)
      assert.deepInclude(unknown, { _tag: "FileNotFound", fileIds: [a, b] })
      assert.strictEqual(unknown.message, "not all of these files and folders are there: a, b")
      const single = drive({})
      assert.deepInclude(yield* archive(single, a), { _tag: "FileNotFound", fileId: a, fileIds: [a] })
      assert.deepStrictEqual(single.bodies("/batch"), [])
    }))
})
