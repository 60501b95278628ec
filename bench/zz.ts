import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { launchChromium } from "../test/browser/chromium.js"
const browser = await launchChromium()
const emulator = await startEmulator({ webDrive: "dist/app", spaces: [{ spaceId: "bench", platform: "s3", name: "B" }] })
const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "bench", version: "1" } })
await drive.session.initialise({ accessToken: emulator.accessToken })
await drive.uploads.start({ source: new Blob(["x"]), name: "x.txt" }).done
const origin = new URL(emulator.webDrive ?? "").origin
const page = await browser.newPage()
const t0 = Date.now()
let sum = 0
page.on("response", (r) => { const u = new URL(r.url()); const p = u.pathname; const kb = p.endsWith(".js") ? gzipSync(readFileSync("dist/app" + p), { level: 9 }).length/1024 : 0; sum += kb; console.log(Date.now()-t0, r.status(), r.request().method(), p, kb.toFixed(1), sum.toFixed(1)) })
await page.goto(`${origin}/bench/f#token=${emulator.accessToken}`)
await page.locator("[data-index]").first().waitFor(); await new Promise((r) => setTimeout(r, 4000))
await browser.close(); await drive.dispose(); await emulator.close()
