import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { createTestDrive, TestDrive } from "effect-drive/testing"
import { Migration } from "../../../src/services/Migration.js"
import { Session } from "../../../src/services/Session.js"

describe("Migration", () => {
  it.effect("begins, is under way, and ends; also on a platform whose files are not handled", () =>
    Effect.gen(function*() {
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      const migration = yield* Migration
      for (const options of [undefined, { spaceId: "cos-legacy" }]) {
        assert.strictEqual((yield* migration.status(options)).status, "NONE")
        yield* migration.start({ business: "photos" }, options)
        assert.deepStrictEqual((yield* migration.status(options)).details, { status: "STARTED", business: "photos" })
        const again = yield* Effect.flip(migration.start({ business: "photos" }, options))
        assert.deepInclude(again, { _tag: "ApiError", code: "AlreadyExist.Migration" })
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* migration.status(options)).status, "SUCCESS")
      }
    }).pipe(Effect.provide(TestDrive.layer())))

  it("has a Promise face", async () => {
    const drive = await createTestDrive()
    await drive.migration.start({ business: "photos" })
    assert.strictEqual((await drive.migration.status({ signal: AbortSignal.timeout(10_000) })).status, "STARTED")
    await drive.dispose()
  })
})
