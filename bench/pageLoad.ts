/** What comes over the wire until a page shows a folder of an s3 space, and with its first small upload: a real Chromium counts. */
import { startEmulator } from "effect-drive/emulator"
import { basename } from "node:path"
import { gzipSync } from "node:zlib"
import { launchChromium } from "../test/browser/chromium.js"
import { listen } from "../test/browser/PageServer.js"
import type { Row } from "./harness.js"
import { kibibytes } from "./harness.js"
import { patientContext } from "./patientContext.js"
import { bundle } from "./sizes.js"

const code = `import { createDrive } from "effect-drive/promise"
globalThis.openFolder = async (apiHost, accessToken) => {
  globalThis.drive = createDrive({ apiHost, product: { id: "p", version: "1" } })
  await drive.session.initialise({ accessToken })
  await drive.files.list()
}
globalThis.uploadSmall = () => drive.uploads.start({ source: new File(["1"], "one.txt") }).done
globalThis.uploadInParts = () => drive.uploads.start({ source: new File([new Uint8Array(16 << 20)], "large.bin") }).done`

declare global {
  interface Window {
    openFolder: (apiHost: string, accessToken: string) => Promise<void>
    uploadSmall: () => Promise<unknown>
    uploadInParts: () => Promise<unknown>
  }
}

/** The page as a server gives it that compresses. */
const serve = async () => {
  const { outputFiles } = await bundle(code)
  const files = new Map(
    outputFiles.map(({ contents, path }) => [`/${basename(path)}`, gzipSync(contents, { level: 9 })] as const)
  )
  return listen((request, response) => {
    const file = files.get(`/${basename(request.url ?? "")}`)
    if (request.url === "/") {
      response.writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>page</title><script type=module src=/stdin.js></script>")
    } else if (file === undefined) response.writeHead(404).end()
    else {
      const headers = { "content-type": "text/javascript", "content-encoding": "gzip", "content-length": file.length }
      response.writeHead(200, headers).end(file)
    }
  })
}

export async function loadedByPage(): Promise<ReadonlyArray<Row>> {
  const browser = await launchChromium()
  const server = await serve()
  const emulator = await startEmulator({ spaces: [{ spaceId: "mine", platform: "s3" }] })
  try {
    const page = await (await patientContext(browser)).newPage()
    const session = await page.context().newCDPSession(page)
    const scripts = new Set<string>()
    let bytes = 0
    session.on("Network.responseReceived", ({ requestId, response, type }) => {
      if (type === "Script" && response.url.startsWith(server.origin)) scripts.add(requestId)
    })
    session.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await session.send("Network.enable")
    await page.goto(server.origin)
    await page.waitForFunction(() => "openFolder" in window)
    await page.evaluate(
      ([host, token]) => window.openFolder(host, token),
      [
        emulator.apiHost,
        emulator.accessToken
      ] as const
    )
    const [listed, filesListed] = [bytes, scripts.size]
    await page.evaluate(() => window.uploadSmall())
    const [small, filesSmall] = [bytes - listed, scripts.size - filesListed]
    await page.evaluate(() => window.uploadInParts())
    const [inParts, filesInParts] = [bytes - listed - small, scripts.size - filesListed - filesSmall]
    return [
      {
        what: `A page until it shows a folder of s3, over the wire: KiB in ${filesListed} files with their headers`,
        ours: kibibytes(listed),
        value: listed / 1024,
        bar: 140
      },
      {
        what: `Its first small upload, over the wire: KiB in ${filesSmall} files with their headers`,
        ours: kibibytes(small),
        value: small / 1024,
        bar: 40
      },
      {
        what: `Its first upload in parts after that, over the wire: KiB in ${filesInParts} files with their headers`,
        ours: kibibytes(inParts),
        value: inParts / 1024
      }
    ]
  } finally {
    await browser.close()
    await server.close()
    await emulator.close()
  }
}
