/** `npm start`, as somebody runs it who has just cloned the repository. */
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, describe, expect, test } from "vitest"
import { setAppStage } from "./AppStage.js"
import { row } from "./onPage.js"

interface Run {
  readonly address: string
  readonly output: string
  /** Ends it as Ctrl-C does; gives the status. */
  readonly stop: () => Promise<number | null>
}

const work = mkdtempSync(join(tmpdir(), "effect-drive-start-"))
const stage = setAppStage()
const running = new Set<ChildProcess>()

afterAll(() => {
  for (const child of running) child.kill("SIGKILL")
  rmSync(work, { recursive: true, force: true })
})

const run = (...words: ReadonlyArray<string>): ChildProcess => {
  const child = spawn(process.execPath, ["scripts/start.js", "app/scripts/start.ts", ...words])
  running.add(child)
  child.once("close", () => running.delete(child))
  return child
}

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once("close", resolve))

/** Runs it until its address is printed. */
const start = (...words: ReadonlyArray<string>): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = run(...words, "--port", "0", "--data", join(work, "data"), "--web-drive", stage().webDrive)
    let output = ""
    let errors = ""
    child.stderr?.on("data", (chunk) => errors += chunk)
    child.stdout?.on("data", (chunk) => {
      output += chunk
      if (!output.includes("Stop with Ctrl-C")) return
      const addresses = output.match(/http:\/\/\S+/g) ?? []
      expect(addresses).toHaveLength(1)
      resolve({
        address: addresses[0] ?? "",
        output,
        stop: () => {
          const end = ended(child)
          child.kill("SIGINT")
          return end
        }
      })
    })
    child.once("close", (status) => reject(new Error(`it ended with ${status}: ${errors}`)))
  })

const open = async (address: string): Promise<Page> => {
  const context = await stage().browser.newContext({ locale: "en" })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole("grid").waitFor()
  return page
}

describe("npm start", () => {
  test("prints one address that signs in; a folder is put in first; a restart keeps it all", async () => {
    mkdirSync(join(work, "my papers", "deep"), { recursive: true })
    writeFileSync(join(work, "my papers", "deep", "letter.txt"), "Dear all,")
    const first = await start(join(work, "my papers"))
    expect(first.output).toContain("Putting sample files")
    const page = await open(first.address)
    expect(page.url()).not.toContain("token")
    await row(page, "Projects").waitFor()
    await row(page, "my papers").dblclick({ position: { x: 90, y: 20 } })
    await row(page, "deep").waitFor()
    await page.context().close()
    expect(await first.stop()).toBe(0)

    const second = await start()
    expect(second.output).not.toContain("Putting")
    const again = await open(second.address)
    await row(again, "Projects").waitFor()
    await row(again, "my papers").waitFor()
    await again.context().close()
    expect(await second.stop()).toBe(0)
  })

  test("says what is wrong with its words", async () => {
    const child = run(join(work, "nothing"))
    let said = ""
    child.stderr?.on("data", (chunk) => said += chunk)
    expect(await ended(child)).toBe(2)
    expect(said).toContain("nothing is not a folder")
    expect(said).toContain("Usage: npm start")
  })
})
