import { assert, describe, it } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { Emulator } from "../src/Emulator.js"
import { inProcessOrigins } from "../src/Origins.js"

describe("the emulator in memory", () => {
  it("is built at once, without waiting for anything", async () => {
    const runtime = ManagedRuntime.make(Emulator.layer())
    assert.deepStrictEqual(runtime.runSync(Emulator).origins, inProcessOrigins)
    await runtime.dispose()
  })
})
