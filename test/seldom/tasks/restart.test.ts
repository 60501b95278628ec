/** The service says once which file an archive's task makes; the process that heard it is killed. */
import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { bundledProgram } from "../../bundledProgram.js"
import { unzip } from "./unzip.js"

describe("an archive's task after the process was killed", () => {
  it("still has its name and its address in the next one, and not without the directory", async () => {
    const directory = await mkdtemp(join(tmpdir(), "task-memory-"))
    const emulator = await startEmulator({ taskDuration: "10 millis" })
    const script = await bundledProgram(join(import.meta.dirname, "restartProgram.ts"))
    try {
      const child = spawn(process.execPath, [script, emulator.apiHost, emulator.accessToken, directory], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      const ended = once(child, "close")
      let taskId = ""
      for await (const line of createInterface({ input: child.stdout })) {
        taskId = line
        child.kill("SIGKILL")
      }
      await ended
      assert.strictEqual(child.signalCode, "SIGKILL")

      const product = { id: "restart", version: "1.0" }
      const next = createDrive({ apiHost: emulator.apiHost, product, sessionDirectory: directory })
      await next.session.initialise({ accessToken: emulator.accessToken })
      const task = await next.tasks.wait(taskId)
      assert.deepStrictEqual([task.state, task.name], ["Succeed", "both 五.zip"])
      const answer = await fetch(task.href ?? "")
      assert.deepStrictEqual(unzip(Buffer.from(await answer.arrayBuffer())), [["one.txt", "one"], ["two.txt", "two"]])
      await next.dispose()

      const other = createDrive({ apiHost: emulator.apiHost, product })
      await other.session.initialise({ accessToken: emulator.accessToken })
      assert.isUndefined((await other.tasks.wait(taskId)).name)
      await other.dispose()
    } finally {
      await emulator.close()
      await rm(script, { force: true })
      await rm(directory, { recursive: true, force: true })
    }
  })
})
