/** What tests of one suite share: a browser, the server of its page, and a drive. */
import type { EmulatorOptions, RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { launchChromium } from "./chromium.js"
import { serveDrivePage } from "./DrivePage.js"
import type { PageServer } from "./PageServer.js"

interface Stage {
  readonly browser: Browser
  readonly server: PageServer
  readonly emulator: RunningEmulator
}

/** Set up before the first test of the suite that calls this, taken down after its last; gives what the tests find. */
export const setStage = (): () => Stage => {
  let stage: Stage | undefined

  beforeAll(async () => {
    stage = { browser: await launchChromium(), server: await serveDrivePage(), emulator: await startEmulator() }
  })

  afterAll(async () => {
    await stage?.browser.close()
    await stage?.server.close()
    await stage?.emulator.close()
  })

  return () => {
    if (stage === undefined) throw new Error("the stage is not set before the first test")
    return stage
  }
}

/** Gives each test that asks an emulator of its own with one space, `mine` on S3; all are closed after the suite's last test. */
export const setFreshEmulators = (): (options?: EmulatorOptions) => Promise<RunningEmulator> => {
  const emulators: Array<RunningEmulator> = []

  afterAll(() => Promise.all(emulators.map((emulator) => emulator.close())))

  return async (options = {}) => {
    const emulator = await startEmulator({ spaces: [{ spaceId: "mine", platform: "s3" }], ...options })
    emulators.push(emulator)
    return emulator
  }
}
