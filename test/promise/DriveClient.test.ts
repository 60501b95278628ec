import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { TokenExpired } from "../../src/domain/errors/ApiErrors.js"
import { InvalidInput } from "../../src/domain/errors/InputErrors.js"
import { UploadCancelled } from "../../src/domain/errors/TransferErrors.js"
import { DriveDisposed } from "../../src/promise/DriveDisposed.js"
import { isDriveError } from "../../src/promise/DriveError.js"
import type { DriveEvent } from "../../src/services/DriveEvents.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import * as FakeDrive from "./fakeDrive.js"

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => assert.fail("it should have rejected"), (error: unknown) => error)

const thrownBy = (call: () => unknown): unknown => {
  try {
    call()
  } catch (error) {
    return error
  }
  return assert.fail("it should have thrown")
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("createDrive", () => {
  it("gives services by name, and the selected space at once", async () => {
    const { calls, drive } = FakeDrive.make()
    assert.strictEqual((await drive.session.initialise({ accessToken: "t" })).spaceId, "s1")
    assert.strictEqual(drive.session.state()._tag, "Ready")
    assert.strictEqual(drive.spaces.current()?.spaceId, "s1")
    await drive.files.list({ parentFileId: "f" }, { spaceId: "s2", signal: new AbortController().signal })
    assert.deepStrictEqual(calls, [["list", { parentFileId: "f" }, { spaceId: "s2" }]])
    await drive.dispose()
  })

  it("errors of the catalogue are told apart from bugs", async () => {
    const { drive } = FakeDrive.make()
    assert.isTrue(isDriveError(await rejected(drive.files.info("x"))))
    assert.isFalse(isDriveError(await rejected(drive.files.ensureFolder("x"))))
    await drive.dispose()
  })

  it("runs Effects over its services by the rules of its promises", async () => {
    const { drive } = FakeDrive.make()
    const fails = Effect.fail(new TokenExpired({ path: "/x" }))
    assert.instanceOf(await rejected(drive.run(fails)), TokenExpired)
    assert.strictEqual(await drive.runtime.runPromise(Effect.succeed(1)), 1)
    await drive.dispose()
  })

  it("a download's address can be read, and its log holds no secret", async () => {
    const { drive } = FakeDrive.make()
    const link = await drive.downloads.url("f1")
    assert.strictEqual(link.href, "https://storage.example/key?signature=secret")
    assert.strictEqual(Redacted.value(link.url), link.href)
    for (const log of [inspect(link), JSON.stringify(link), inspect({ ...link })]) assert.notInclude(log, "secret")
    await drive.dispose()
  })

  it("calls after dispose reject, whether the drive was used before or not", async () => {
    for (const use of [true, false]) {
      const { drive } = FakeDrive.make()
      if (use) await drive.files.list()
      await drive.dispose()
      await drive.dispose()
      assert.instanceOf(await rejected(drive.files.list()), DriveDisposed)
      assert.instanceOf(await rejected(drive.session.logout()), DriveDisposed)
      assert.throws(() => drive.uploads.start({ source: "x" }), DriveDisposed)
      assert.throws(() => drive.session.state(), DriveDisposed)
    }
  })
})

describe("events.on", () => {
  /** All there are: the compiler asks for those that are missing. */
  const tags: Readonly<Record<DriveEvent["_tag"], true>> = {
    FilesChanged: true,
    NetworkChanged: true,
    TokenExpired: true,
    SignedIn: true,
    SignedOut: true,
    SpaceSelected: true,
    CredentialRefreshed: true,
    FieldsLeftOut: true
  }
  const signedIn = { _tag: "SignedOut" } as const
  const expired: DriveEvent = { _tag: "TokenExpired", error: new TokenExpired({ path: "/x" }) }
  const publish = (event: DriveEvent) => Effect.flatMap(DriveEvents, (events) => events.publish(event))

  it("hears events of its kind from now on, until it is ended", async () => {
    const { drive } = FakeDrive.make()
    const heard: Array<string> = []
    const off = drive.events.on("TokenExpired", ({ error }) => heard.push(error.path))
    await drive.run(publish(expired))
    await drive.run(publish(signedIn))
    await turn()
    off()
    await turn()
    await drive.run(publish(expired))
    await turn()
    assert.deepStrictEqual(heard, ["/x"])
    await drive.dispose()
  })

  it("refuses words that are no event, for which nobody would ever be called", async () => {
    const { drive } = FakeDrive.make()
    const on = (tag: unknown) => Reflect.apply(drive.events.on, undefined, [tag, () => {}])
    for (
      const tag of ["TokenExpire", "tokenExpired", "", "toString", "__proto__", 7, null, undefined, {}, ["SignedIn"]]
    ) {
      const error = thrownBy(() => on(tag))
      assert.instanceOf(error, InvalidInput)
      assert.strictEqual(error.field, "tag")
      assert.include(error.message, "tag must be one of FilesChanged, NetworkChanged, TokenExpired")
    }
    for (const tag of Object.keys(tags)) on(tag)()
    await drive.dispose()
  })

  it("ends with the drive", async () => {
    const { drive } = FakeDrive.make()
    const off = drive.events.on("SignedOut", () => assert.fail("nothing was published"))
    await drive.dispose()
    off()
  })
})

describe("uploads", () => {
  it("start returns a handle at once; done is the result", async () => {
    const fake = FakeDrive.make()
    const upload = fake.drive.uploads.start({ source: "text", name: "a.txt" }, { spaceId: "s2" })
    assert.strictEqual(upload.id, "u1")
    assert.strictEqual(upload.snapshot().name, "a.txt")
    assert.deepStrictEqual(fake.drive.uploads.list(), [upload.id])
    fake.succeed(upload.id)
    assert.deepStrictEqual(await upload.done, FakeDrive.result)
    assert.deepStrictEqual(await fake.drive.uploads.get(upload.id)?.done, FakeDrive.result)
    assert.isUndefined(fake.drive.uploads.get("unknown"))
    await fake.drive.dispose()
  })

  it("subscribe gives new snapshots until it is ended", async () => {
    const fake = FakeDrive.make()
    const upload = fake.drive.uploads.start({ source: "text" })
    const seen: Array<string | undefined> = []
    const off = upload.subscribe((snapshot) => seen.push(snapshot.progress))
    fake.update(upload.id, { progress: "running" })
    off()
    fake.update(upload.id, { progress: "success" })
    assert.deepStrictEqual(seen, ["running"])
    assert.strictEqual(upload.snapshot().progress, "success")
    await fake.drive.dispose()
  })

  it("intents reach the registry", async () => {
    const fake = FakeDrive.make()
    const upload = fake.drive.uploads.start({ source: "text" })
    await upload.stop()
    await upload.resume()
    await upload.resume("again")
    await upload.setPriority(2)
    await fake.drive.uploads.setPriority(upload.id, -1)
    await fake.drive.uploads.stopAll()
    assert.deepStrictEqual(fake.calls.slice(1), [
      ["stop", "u1"],
      ["resume", "u1", undefined],
      ["resume", "u1", "again"],
      ["setPriority", "u1", 2],
      ["setPriority", "u1", -1],
      [
        "stopAll"
      ]
    ])
    await fake.drive.dispose()
  })

  it("cancel rejects done with UploadCancelled, and one that nobody looked at is no unhandled rejection", async () => {
    const fake = FakeDrive.make()
    const unhandled: Array<unknown> = []
    const listener = (error: unknown) => unhandled.push(error)
    process.on("unhandledRejection", listener)
    const upload = fake.drive.uploads.start({ source: "text" })
    const { done } = upload
    await upload.cancel()
    await turn()
    await turn()
    process.off("unhandledRejection", listener)
    assert.deepStrictEqual(unhandled, [])
    assert.instanceOf(await rejected(done), UploadCancelled)
    await fake.drive.dispose()
  })

  it("retry makes a new done", async () => {
    const fake = FakeDrive.make()
    const upload = fake.drive.uploads.start({ source: "text" })
    fake.fail(upload.id, new TokenExpired({ path: "/x" }))
    assert.instanceOf(await rejected(upload.done), TokenExpired)
    await upload.retry()
    fake.succeed(upload.id)
    assert.deepStrictEqual(await upload.done, FakeDrive.result)
    await fake.drive.dispose()
  })

  it("a retry by other hands than the handle's makes a new done too", async () => {
    const fake = FakeDrive.make()
    const upload = fake.drive.uploads.start({ source: "text" })
    fake.fail(upload.id, new TokenExpired({ path: "/x" }))
    assert.instanceOf(await rejected(upload.done), TokenExpired)
    await fake.drive.uploads.retry(upload.id)
    fake.succeed(upload.id)
    assert.deepStrictEqual(await upload.done, FakeDrive.result)
    await fake.drive.dispose()
  })

  it("aborting the signal of start cancels the upload and rejects done with the reason", async () => {
    const fake = FakeDrive.make()
    const controller = new AbortController()
    const upload = fake.drive.uploads.start({ source: "text" }, { signal: controller.signal })
    const done = rejected(upload.done)
    const reason = new Error("the user left")
    controller.abort(reason)
    assert.strictEqual(await done, reason)
    assert.deepStrictEqual(fake.calls.at(-1), ["cancel", "u1"])
    assert.throws(() => fake.drive.uploads.start({ source: "text" }, { signal: controller.signal }), reason.message)
    await fake.drive.dispose()
  })

  it("done of an aborted upload waits until nothing of it is left", async () => {
    const fake = FakeDrive.make()
    const release = fake.hold()
    const controller = new AbortController()
    const upload = fake.drive.uploads.start({ source: "text" }, { signal: controller.signal })
    let settled = false
    const done = rejected(upload.done).finally(() => settled = true)
    controller.abort()
    await turn()
    assert.isFalse(settled)
    release()
    assert.strictEqual(await done, controller.signal.reason)
    await fake.drive.dispose()
  })

  it("done of a stopped upload stays pending until dispose, then says so", async () => {
    const fake = FakeDrive.make()
    const upload = fake.drive.uploads.start({ source: "text" })
    let settled = false
    const done = rejected(upload.done).finally(() => settled = true)
    await upload.stop()
    await turn()
    assert.isFalse(settled)
    await fake.drive.dispose()
    assert.instanceOf(await done, DriveDisposed)
  })
})
