/** A drive whose service gives out no storage credential, no benefit or no drive info. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Files, Session, Spaces, Uploads } from "effect-drive"
import { Emulator, TestDrive } from "effect-drive/testing"
import { assertFields } from "../../layers/api/assertFields.js"

const spaces = [{ spaceId: "s3", platform: "s3", fileSizeLimit: 100 }, { spaceId: "oss", platform: "oss" }] as const

const refuse = (path: string, status = 403) => ({
  match: { target: "api" as const, path },
  times: 100,
  action: { _tag: "status" as const, status }
})

describe("a drive", () => {
  it.effect("without credentials lists, names and moves files; only storing fails, with the credential's reason", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add([refuse("/token"), refuse("/benefit"), refuse("/drive/info")])
      const session = yield* Session
      const files = yield* Files
      const uploads = yield* Uploads
      yield* session.initialise({ accessToken: TestDrive.accessToken })
      assertFields(yield* session.state(), { _tag: "Ready" })
      for (const { spaceId } of spaces) {
        const inSpace = { spaceId }
        const folder = yield* files.createFolder({ name: "folder" }, inSpace)
        yield* files.rename({ fileId: folder, name: "renamed" }, inSpace)
        assert.deepStrictEqual((yield* files.list({}, inSpace)).items.map(({ name }) => name), ["renamed"])
        const upload = yield* uploads.start({ source: "bytes", name: "a" }, inSpace)
        const error = yield* Effect.flip(upload.await)
        assertFields(error, { _tag: "TransportError", reason: "Status", status: 403 })
      }
    }).pipe(Effect.provide(TestDrive.layer({ spaces }))))

  it.effect("of a busy service opens at once: limits are not asked again while it asks for fewer requests", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add([{ ...refuse("/benefit", 503), times: 1 }, { ...refuse("/drive/info", 429), times: 1 }])
      const { initialise } = yield* Session
      assertFields(yield* initialise({ accessToken: TestDrive.accessToken }), { fileSizeLimit: undefined })
      assert.deepStrictEqual(faults.remaining(), [])
      assertFields(yield* (yield* Spaces).benefit(), { fileSizeLimit: 100 })
    }).pipe(Effect.provide(TestDrive.layer({ spaces }))))

  it.effect("whose limits were refused at first knows them when a file is stored", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add([{ ...refuse("/benefit"), times: 1 }, { ...refuse("/drive/info"), times: 1 }])
      const { initialise } = yield* Session
      assertFields(yield* initialise({ accessToken: TestDrive.accessToken }), { fileSizeLimit: undefined })
      const upload = yield* (yield* Uploads).start({ source: "x".repeat(101), name: "a" })
      assertFields(yield* Effect.flip(upload.await), { _tag: "FileTooLarge", limit: 100 })
    }).pipe(Effect.provide(TestDrive.layer({ spaces }))))
})
