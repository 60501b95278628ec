/** A process that saves a file is killed with SIGKILL; the next one continues from what it has noted. */
import { assert, describe, it } from "@effect/vitest"
import type { EmulatorOptions } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { watch } from "node:fs"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { bundledProgram } from "../../bundledProgram.js"

const MiB = 1_048_576

/** Bytes that the record beside the target says are there. */
const notedIn = async (target: string): Promise<number> => {
  const record: { readonly done: ReadonlyArray<{ readonly start: number; readonly end: number }> } = JSON.parse(
    await readFile(`${target}.part.json`, "utf8")
  )
  return record.done.reduce((sum, { end, start }) => sum + end - start, 0)
}

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex")

const ways: ReadonlyArray<readonly [string, EmulatorOptions]> = [
  ["one range after the other, at the space's speed", { downloadSpeed: 2 * MiB }],
  ["ranges side by side", {
    faults: [{ match: { target: "s3", method: "GET" }, times: 1000, action: { _tag: "delay", millis: 400 } }]
  }]
]

describe("a download whose process was killed", () => {
  for (const [way, options] of ways) {
    it(`continues in the next one: ${way}`, async () => {
      const directory = await mkdtemp(join(tmpdir(), "effect-drive-killed-"))
      const target = join(directory, "film.bin")
      const emulator = await startEmulator(options)
      const script = await bundledProgram(join(import.meta.dirname, "killedProgram.ts"))
      try {
        const product = { id: "killed", version: "1.0" }
        const drive = createDrive({ apiHost: emulator.apiHost, product })
        await drive.session.initialise({ accessToken: emulator.accessToken })
        const source = randomBytes(10 * MiB)
        const { fileId } = await drive.uploads.start({ source, name: "film.bin" }).done

        const noted = watch(directory)
        const child = spawn(process.execPath, [script, emulator.apiHost, emulator.accessToken, fileId, target], {
          stdio: ["ignore", "pipe", "inherit"]
        })
        const ended = once(child, "close")
        noted.on("change", (_, name) => {
          // The record has its name only when all of it is there; the first one notes no bytes.
          if (String(name) !== `${basename(target)}.part.json`) return
          void notedIn(target).then((bytes) => bytes > 0 && child.kill("SIGKILL"))
        })
        await ended
        noted.close()
        assert.strictEqual(child.signalCode, "SIGKILL")
        const kept = await notedIn(target)
        assert.isTrue(kept > 0 && kept < source.length, `${kept} bytes were noted`)
        assert.notInclude(await readdir(directory), basename(target))

        const { received, verified } = await drive.downloads.start({ fileId, target }).done
        assert.deepStrictEqual([received, verified], [source.length - kept, "sha1"])
        assert.strictEqual(sha1(await readFile(target)), sha1(source))
        assert.deepStrictEqual(await readdir(directory), [basename(target)])
        await drive.dispose()
      } finally {
        await emulator.close()
        await rm(script, { force: true })
        await rm(directory, { recursive: true, force: true })
      }
    })
  }
})
