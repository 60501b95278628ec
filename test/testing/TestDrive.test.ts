import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { createTestDrive, Emulator, TestDrive } from "effect-drive/testing"
import { Downloads } from "../../src/services/Downloads.js"
import { Files } from "../../src/services/Files.js"
import { Session } from "../../src/services/Session.js"
import { Uploads } from "../../src/services/Uploads.js"

const signIn = Effect.flatMap(Session, (session) => session.initialise({ accessToken: TestDrive.accessToken }))

describe("TestDrive", () => {
  it.effect("is a whole drive without a socket, under the test's own clock", () =>
    Effect.gen(function*() {
      yield* signIn
      const upload = yield* Effect.flatMap(Uploads, (uploads) =>
        uploads.start({ source: "hello", name: "a.txt", path: "x/y" }))
      const { fileId } = yield* upload.await
      const text = yield* Stream.unwrap(Effect.map(Downloads, (downloads) =>
        downloads.stream({ fileId }))).pipe(
          Stream.decodeText(),
          Stream.mkString
        )
      const names = yield* Stream.unwrap(Effect.map(Files, (files) => files.listAll())).pipe(
        Stream.map(({ name }) => name),
        Stream.runCollect
      )
      assert.deepStrictEqual([text, [...names]], ["hello", ["x"]])
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("takes spaces, limits and faults", () =>
    Effect.gen(function*() {
      const space = yield* signIn
      assert.deepStrictEqual([String(space.spaceId), space.fileSizeLimit], ["mine", 10])
      const uploads = yield* Uploads
      const tooLarge = yield* uploads.start({ source: "more than ten bytes", name: "a.txt" })
      assert.strictEqual((yield* Effect.flip(tooLarge.await))._tag, "FileTooLarge")
      const { faults, signOutAll } = yield* Emulator
      const files = yield* Files
      faults.add([{
        match: { method: "GET", path: "/list" },
        action: { _tag: "status", status: 418, body: "{\"code\":7}" }
      }])
      assert.deepInclude(yield* Effect.flip(files.list()), { _tag: "ApiError", code: 7 })
      assert.deepStrictEqual(faults.remaining(), [])
      yield* signOutAll
      assert.strictEqual((yield* Effect.flip(files.list()))._tag, "TokenExpired")
    }).pipe(Effect.provide(TestDrive.layer({ spaces: [{ spaceId: "mine", platform: "s3", fileSizeLimit: 10 }] }))))

  it("has a Promise client too", async () => {
    const drive = await createTestDrive()
    assert.strictEqual(drive.session.state()._tag, "Ready")
    const { fileId } = await drive.uploads.start({ source: "hello", name: "a.txt" }).done
    assert.strictEqual(await (await drive.downloads.blob({ fileId })).text(), "hello")
    await drive.dispose()
  })
})
