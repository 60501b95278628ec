/**
 * `npm run app:screens`: pictures of the drive's main states, in both themes and languages, narrow and wide, in
 * `app/screens`. The web drive is built first where its sources have changed; with `--dev` it is built on the fly.
 */
import { startEmulator } from "effect-drive/emulator"
import type { ShareSettings } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Page, Response } from "playwright-core"
import { chromium } from "playwright-core"
import type { PreviewServer, ViteDevServer } from "vite"
import { createServer, preview } from "vite"
import { wholeChromium } from "../../test/browser/chromium.js"
import { putSampleFiles } from "./sampleFiles.js"
import { screensOfCounts } from "./screens/ofCounts.js"
import { screensOfEmptyRooms } from "./screens/ofEmptyRooms.js"
import { screensOfFiles } from "./screens/ofFiles.js"
import { hardFolders, hardNames, screensOfNames } from "./screens/ofNames.js"
import { screensOfPassing } from "./screens/ofPassing.js"
import { screensOfPreviews } from "./screens/ofPreviews.js"
import { screensOfRooms } from "./screens/ofRooms.js"
import { screensOfShares } from "./screens/ofShares.js"
import { screensOfTransfers } from "./screens/ofTransfers.js"
import { screensOfTransferStates } from "./screens/ofTransferStates.js"
import { screensOfUnusual } from "./screens/ofUnusual.js"
import type { Samples, Screen, Size } from "./screens/Screen.js"
import { sizes } from "./screens/Screen.js"
import { webDriveFolder } from "./webDriveBuild.js"

const root = process.cwd()
const target = resolve(root, "app/screens")
const words = process.argv.slice(2)
const only = words.find((word) => !word.startsWith("--"))
const webDrive = await webDriveFolder(root, () => console.log("Building the web drive …"))

const emulator = await startEmulator({
  faultSwitches: true,
  webDrive,
  taskDuration: "1 hour",
  spaces: [
    {
      spaceId: "nordhafen",
      platform: "s3",
      name: "Nordhafen Studio",
      fileSizeLimit: 5 * 1024 ** 3,
      downloadSpeed: 20 * 1024 ** 2
    },
    { spaceId: "client-archive", platform: "oss", name: "Client archive" },
    { spaceId: "field-team", platform: "pds", name: "Field team" },
    { spaceId: "old-backups", platform: "cos", name: "Old backups" }
  ]
})
const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "screens", version: "1" }, language: "en" })
await drive.session.initialise({ accessToken: emulator.accessToken })
const folder = await putSampleFiles(drive)
const { items } = await drive.files.list({ parentFileId: folder, pageSize: 100 })
const deepFolder = await drive.files.ensureFolder("Photographs/2026/November/Week 46/From the crane")

/** A folder with files of these names, with a word or two in each. */
const folderOf = async (path: string, names: ReadonlyArray<string>, content: string): Promise<string> => {
  const parentFileId = await drive.files.ensureFolder(path)
  await Promise.all(names.map((name) => drive.uploads.start({ source: new Blob([content]), name, parentFileId }).done))
  return `/nordhafen/f/${parentFileId}`
}
const inOneItem = await folderOf("Alone", ["nothing in it.txt"], "")
const inSoundings = await folderOf("Soundings", Array.from({ length: 240 }, (_, at) => `sounding ${at + 1}.csv`), "1,2")
const inOddFolder = await folderOf("Odd names", [
  `W${"w".repeat(150)}.pdf`,
  "محضر اجتماع لجنة إعادة بناء الميناء بخصوص الرصيف الشمالي والرصيف الجنوبي والحوض.docx",
  "项目进度汇报（第二阶段）：码头北侧灯光改造、给排水、电气及消防系统设计图纸与施工说明书最终送审版本.pdf",
  "no extension at all but a good many words that go on and on until nobody reads them",
  "archive.of.many.dots.and.a.long.tail.tar.gz.backup.of.the.year.2026.old.bak",
  ".hidden",
  "x"
], "a word or two")
await drive.files.ensureFolder("Odd names/ארכיון התמונות של הנמל הישן והחדש מכל השנים")
await drive.files.ensureFolder(
  "Odd names/A folder whose name takes more room than any column of any list can give to it"
)
const somePicture = await drive.downloads.blob({
  fileId: items.find(({ name }) => name === "first frost.jpg")?.fileId ?? ""
})
const putHardNames = async (path: string): Promise<string> => {
  const parentFileId = await drive.files.ensureFolder(path)
  for (const name of Object.values(hardNames)) {
    const source = name.endsWith(".jpg") ? somePicture : new Blob(["a word or two"])
    await drive.uploads.start({ source, name, parentFileId }).done
  }
  return parentFileId
}
const hardFolder = await putHardNames("Names that are hard")
const deepHardFolder = await putHardNames(`Names that are hard/${hardFolders}`)
const { items: hardOnes } = await drive.files.list({ parentFileId: hardFolder, pageSize: 100 })
const hardOneId = (name: string): string => hardOnes.find((one) => one.name === name)?.fileId ?? ""
const { assetId: longAsset } = await drive.assets.create({ fileId: hardOneId(hardNames.long) })

/** The address of a file's link; the file by the beginning of its name. */
const linkTo = async (name: string, settings: ShareSettings): Promise<string> => {
  const file = items.find((one) => one.name.startsWith(name))
  return (await drive.sharing.open(file?.assetId ?? "", settings)).href
}
const links = {
  code: await linkTo("dune survey", { code: "K7QX" }),
  picture: await linkTo("night works", { expiresIn: "7 days" }),
  text: await linkTo("tide-model.py", { expiresIn: "7 days", permission: "download" }),
  pdf: await linkTo("Pier 4", { expiresIn: "7 days" }),
  film: await linkTo("drone pass 03, low tide, north quay.webm", { expiresIn: "7 days", permission: "download" }),
  sound: await linkTo("음성", { expiresIn: "7 days", permission: "download" }),
  none: await linkTo("photos-week-46", { permission: "download" }),
  long: (await drive.sharing.open(longAsset, { expiresIn: "7 days", permission: "download" })).href,
  look: await linkTo("Kostenübersicht 2026.xlsx", { permission: "view" })
}
await drive.dispose()

const serving = {
  configFile: join(root, "app/vite.config.ts"),
  logLevel: "error" as const,
  clearScreen: false
}
const proxy = { "/api": emulator.apiHost }
const server: ViteDevServer | PreviewServer = words.includes("--dev")
  ? await (await createServer({ ...serving, server: { host: "127.0.0.1", port: 0, proxy } })).listen()
  : await preview({ ...serving, preview: { host: "127.0.0.1", port: 0, proxy } })
const origin = (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, "")

const axe = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8")

/** What axe finds on a page, one line each. */
const findings = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")))`)

const samples: Samples = {
  links,
  inFolder: `/nordhafen/f/${folder}`,
  inDeepFolder: `/nordhafen/f/${deepFolder}`,
  inOddFolder,
  inHardFolders: `/nordhafen/f/${deepHardFolder}`,
  inHardNames: `/nordhafen/f/${hardFolder}`,
  previewOfHard: (name) => `/nordhafen/f/${hardFolder}?preview=${hardOneId(name)}`,
  inOneItem,
  inSoundings,
  previewOf: (start) =>
    `/nordhafen/f/${folder}?preview=${items.find(({ name }) => name.startsWith(start))?.fileId ?? ""}`
}
// a line that is broken for a picture stays so for those that follow: these are the last
const screens = [
  screensOfFiles,
  screensOfPassing,
  screensOfPreviews,
  screensOfRooms,
  screensOfEmptyRooms,
  screensOfShares,
  screensOfUnusual,
  screensOfNames,
  screensOfCounts,
  screensOfTransferStates,
  screensOfTransfers
].flatMap((screensOf) => screensOf(samples))

const browser = await chromium.launch({
  ...await wholeChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
})
mkdirSync(target, { recursive: true })
/** All of them, unless some are named: `--dark`, `--zh-CN`, `--small`. */
const named = <Word extends string>(all: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const some = all.filter((word) => words.includes(`--${word}`))
  return some.length === 0 ? all : some
}
const themes = named(["light", "dark"])
const languages = named(["en", "zh-CN"])
const widths = named(Object.keys(sizes) as Array<Size>)

interface Look {
  readonly size: Size
  readonly colorScheme: (typeof themes)[number]
  readonly locale: (typeof languages)[number]
}

/** These show much the same as another size does, and are looked at only where they are asked for by their names. */
const sameAs: Readonly<Partial<Record<Size, Size>>> = {
  broad: "wide",
  medium: "wide",
  flat: "wide",
  zoomed: "wide",
  magnified: "wide",
  short: "small"
}

const isOf = (size: Size, { sizes: own }: Screen): boolean => {
  const other = sameAs[size]
  const isAskedFor = other !== undefined && words.includes(`--${size}`)
  if (own === undefined) return other === undefined || isAskedFor
  return own.includes(size) || isAskedFor && own.includes(other)
}

const looksOf = (screen: Screen): ReadonlyArray<Look> =>
  widths.filter((size) => isOf(size, screen)).flatMap((size) =>
    themes.flatMap((colorScheme) => languages.map((locale) => ({ size, colorScheme, locale })))
  )

/** How the browser itself tells of each answer from 400 on; no page can keep it from that. */
const refused = "Failed to load resource: the server responded with a status of"

/** "Is it there already?" is answered by 404, and "may it have this name?" by 409: what continues after a reload asks the one. */
const isAnswer = (response: Response): boolean =>
  response.status() < 400 || response.status() === 409 ||
  response.status() === 404 && response.request().method() === "HEAD"

/** A dialog with a field waits for the keyboard of a phone, and a machine with much to do draws late. */
const atRest = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector("[data-scrim][style*='opacity: 0']") === null)
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished)
    )
  )
}

const takePicture = async (screen: Screen, { colorScheme, locale, size }: Look): Promise<void> => {
  const isPhone = size === "phone" || size === "small" || size === "short"
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    locale,
    hasTouch: isPhone || size === "tablet" || size === "medium" || size === "flat",
    isMobile: isPhone,
    forcedColors: words.includes("--forced") ? "active" : "none",
    deviceScaleFactor: isPhone || size === "zoomed" || size === "magnified" ? 2 : 1
  })
  const page = await context.newPage()
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning"
    if (isComplaint && !message.text().startsWith(refused)) console.log(screen.name, message.text())
  })
  page.on("response", (response) => {
    if (!isAnswer(response)) console.log(screen.name, response.status(), response.request().method(), response.url())
  })
  page.on("pageerror", (error) => console.log(screen.name, error.stack))
  const token = screen.signedOut === true ? "" : `#token=${encodeURIComponent(emulator.accessToken)}`
  await page.goto(`${origin}${screen.path}${token}`)
  await page.locator(screen.signedOut === true ? "form" : "[data-index]").first().waitFor()
  await page.waitForLoadState("networkidle")
  await screen.act?.(page)
  await page.waitForTimeout(350)
  await atRest(page)
  await page.screenshot({ path: join(target, `${screen.name}.${size}.${colorScheme}.${locale}.png`) })
  for (const finding of await findings(page)) console.log(screen.name, size, colorScheme, finding)
  await context.close()
}

for (const screen of screens) {
  if (only !== undefined && !only.split(",").includes(screen.name)) continue
  for (const look of looksOf(screen)) {
    await takePicture(screen, look).catch((cause: unknown) => {
      console.error(screen.name, look, cause)
      process.exitCode = 1
    })
  }
}
await browser.close()
await server.close()
await emulator.close()
