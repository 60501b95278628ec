/** A bandwidth limit in a real Chromium, in real time: how much of it is used in the half minute after the first byte. */
import { startEmulator } from "effect-drive/emulator"
import { launchChromium } from "../test/browser/chromium.js"
import { openDrivePage, serveDrivePage } from "../test/browser/DrivePage.js"
import type { Row } from "./harness.js"
import { patientContext } from "./patientContext.js"

const mebibyte = 1024 * 1024
const limit = 4 * mebibyte
const seconds = 30

/** Design: the mean over 30 s within a tenth. */
const bar = 0.1

export async function pacedUpload(): Promise<ReadonlyArray<Row>> {
  const browser = await launchChromium()
  const server = await serveDrivePage()
  const emulator = await startEmulator()
  try {
    const page = await openDrivePage(await patientContext(browser), server, emulator)
    await page.evaluate(async ([bytesPerSecond, size]) => {
      const { drive, until } = window.client
      await drive.uploads.setLimits({ bytesPerSecond })
      const upload = drive.uploads.start({ source: new Blob([new Uint8Array(size)]), name: "paced.bin" })
      await until(upload, ({ bytes }) => bytes.sent > 0)
    }, [limit, 2 * limit * seconds] as const)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const rate = emulator.traffic().received / seconds
    const off = Math.abs(rate / limit - 1)
    return [{
      what: `limit of ${limit / mebibyte} MiB/s in Chromium: mean over ${seconds} s, off by`,
      ours: `${(off * 100).toFixed(1)} % (${(rate / mebibyte).toFixed(2)} MiB/s)`,
      value: off,
      bar
    }]
  } finally {
    await browser.close()
    await server.close()
    await emulator.close()
  }
}
