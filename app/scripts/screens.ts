/**
 * `npm run app:screens`: pictures of the drive's main states, in both themes and languages, narrow and wide, in
 * `app/screens`. The page is what `vite build` made; with `--dev` it is built on the fly.
 */
import { startEmulator } from "effect-drive/emulator"
import type { ShareSettings } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Page } from "playwright-core"
import { chromium } from "playwright-core"
import type { PreviewServer, ViteDevServer } from "vite"
import { createServer, preview } from "vite"
import { putSampleFiles } from "./sampleFiles.js"

const root = process.cwd()
const target = resolve(root, "app/screens")
const words = process.argv.slice(2)
const only = words.find((word) => !word.startsWith("--"))

const browsers = [process.env["CHROME_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"]
const executablePath = browsers.find((path) => path !== undefined && existsSync(path))

const emulator = await startEmulator({
  faultSwitches: true,
  webDrive: join(root, "dist/app"),
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

/** The address of a file's link. */
const linkTo = async (name: string, settings: ShareSettings): Promise<string> => {
  const file = (await drive.files.list({ parentFileId: folder, pageSize: 100 })).items.find((one) => one.name === name)
  return (await drive.sharing.open(file?.assetId ?? "", settings)).href
}
const links = {
  code: await linkTo("tide-model.py", { code: "K7QX" }),
  picture: await linkTo("harbour at dusk.jpg", { expiresIn: "7 days" }),
  text: await linkTo("site-notes.md", { expiresIn: "7 days" }),
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

const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 740 }
}
type Size = keyof typeof sizes

const axe = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8")

/** What axe finds on a page, one line each. */
const findings = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")))`)

interface Screen {
  readonly name: string
  readonly path: string
  readonly sizes?: ReadonlyArray<Size>
  readonly signedOut?: boolean
  readonly act?: (page: Page) => Promise<void>
}

const inFolder = `/nordhafen/f/${folder}`
const previewOf = (start: string): string =>
  `${inFolder}?preview=${items.find(({ name }) => name.startsWith(start))?.fileId ?? ""}`
const row = (page: Page, name: string) => page.locator("[data-index]", { hasText: name }).first()

/** One that is on the screen without scrolling, wide or narrow. */
const someAsset = (page: Page) => row(page, (page.viewportSize()?.width ?? 0) < 640 ? "100%" : "Kosten")

/** So that what moves can be seen moving. */
const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 600_000 }
  await session.send("Network.emulateNetworkConditions", conditions)
}

/** Picks files whose bytes are made here, by the button that does it. */
const pick = async (page: Page, files: ReadonlyArray<{ readonly name: string; readonly bytes: number }>) => {
  await page.evaluate("delete window.showOpenFilePicker")
  await page.getByRole("button", { name: /^(Upload|上传|Add|添加|新建)$/ }).locator("visible=true").first().click()
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("menuitem", { name: /^(Upload files|上传文件)/ }).first().click()
  await (await chooser).setFiles(
    files.map(({ bytes, name }) => ({
      name,
      mimeType: "",
      buffer: Buffer.alloc(bytes, Math.floor(Math.random() * 250))
    }))
  )
}

const openShare = async (page: Page, name: string): Promise<void> => {
  await row(page, name).click({ position: { x: 90, y: 20 } })
  await page.keyboard.press("Shift+S")
  await page.getByRole("dialog").waitFor()
}

/** What a visitor sees: on the emulator's own origin, where links lead to. */
const visit = (link: string, act: (page: Page) => Promise<void> = async () => {}) => async (page: Page) => {
  await page.goto(link)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await act(page)
  await page.waitForLoadState("networkidle")
}

const screens: ReadonlyArray<Screen> = [
  { name: "list", path: inFolder },
  {
    name: "selected",
    path: inFolder,
    act: async (page) => {
      await row(page, "harbour at").click({ position: { x: 90, y: 20 } })
      await row(page, "Kosten").click({ modifiers: ["Control"], position: { x: 90, y: 20 } })
      await row(page, "morning fog").click({ modifiers: ["Control"], position: { x: 90, y: 20 } })
    },
    sizes: ["wide", "tablet"]
  },
  {
    name: "menu",
    path: inFolder,
    act: async (page) => {
      await row(page, "harbour at").click({ button: "right", position: { x: 300, y: 20 } })
      await page.getByRole("menu").first().waitFor()
    },
    sizes: ["wide", "phone"]
  },
  { name: "grid", path: `${inFolder}?view=grid`, sizes: ["wide", "phone"] },
  {
    name: "rename",
    path: inFolder,
    sizes: ["wide"],
    act: async (page) => {
      await row(page, "quay-panorama").click({ position: { x: 90, y: 20 } })
      await page.keyboard.press("F2")
    }
  },
  {
    name: "spaces",
    path: inFolder,
    sizes: ["wide"],
    act: async (page) => {
      await page.getByRole("button", { name: /Nordhafen Studio/ }).click()
      await page.getByRole("menu").waitFor()
    }
  },
  {
    name: "keyboard",
    path: inFolder,
    sizes: ["wide"],
    act: async (page) => {
      await row(page, "quay-panorama").click({ position: { x: 90, y: 20 } })
      await page.keyboard.press("?")
      await page.getByRole("dialog").waitFor()
    }
  },
  {
    name: "filter",
    path: inFolder,
    sizes: ["wide"],
    act: async (page) => {
      await page.getByRole("searchbox").fill("zzz")
    }
  },
  {
    name: "recycled",
    path: `/nordhafen/f`,
    sizes: ["wide"],
    act: async (page) => {
      await page.keyboard.press("Shift+N")
      await page.getByRole("dialog").waitFor()
    }
  },
  {
    name: "sidebar",
    path: inFolder,
    sizes: ["tablet", "phone"],
    act: async (page) => {
      await page.getByRole("button", { name: /Places|位置/ }).click()
      await page.waitForTimeout(400)
    }
  },
  {
    name: "drop",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      const session = await page.context().newCDPSession(page)
      const size = (page.viewportSize()?.width ?? 0) > 1000 ? "wide" : "small"
      const data = { items: [], files: [join(root, "README.md"), join(root, "docs")], dragOperationsMask: 1 }
      for (const type of ["dragEnter", "dragOver"] as const) {
        await session.send("Input.dispatchDragEvent", { type, x: size === "wide" ? 700 : 200, y: 500, data })
      }
    }
  },
  {
    name: "transfers",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await slowDown(page)
      await pick(page, [
        { name: "harbour at dusk.jpg", bytes: 600_000 },
        { name: "drone pass 05, high tide, north quay and the mole.mp4", bytes: 9_000_000 },
        { name: "tide gauge.csv", bytes: 700_000 },
        { name: "quay-panorama-east.jpg", bytes: 7_000_000 },
        { name: "港口改造 总平面图 v13.dwg", bytes: 3_000_000 },
        { name: "음성 메모 0413.m4a", bytes: 3_000_000 }
      ])
      await page.getByRole("button", { name: /^(Pause|暂停): quay-panorama-east/ }).first().click()
      await page.waitForTimeout(2500)
    }
  },
  {
    name: "folded",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await slowDown(page)
      await pick(page, [{ name: "drone pass 06.mp4", bytes: 9_000_000 }])
      await page.waitForTimeout(2000)
      await page.getByRole("button", { name: /^(Fold|收起)$/ }).click()
    }
  },
  {
    name: "conflict",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await pick(page, [{ name: "harbour at dusk.jpg", bytes: 600_000 }, { name: "site-notes.md", bytes: 6_000 }])
      await page.getByRole("button", { name: /^(Choose|选择): / }).first().click()
      await page.getByRole("dialog").waitFor()
    }
  },
  {
    name: "conflicts",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      const names = ["harbour at dusk.jpg", "site-notes.md", "tide-model.py", "first frost.jpg", "council talk.pptx"]
      await pick(page, names.map((name) => ({ name, bytes: 6_451 })))
      await page.getByRole("button", { name: /^(Choose|选择): / }).nth(4).waitFor()
      await page.getByRole("button", { name: /^(Choose|选择): / }).first().click()
      await page.getByRole("dialog").waitFor()
    }
  },
  {
    name: "move",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await row(page, "Kosten").click({ position: { x: 90, y: 20 } })
      await page.keyboard.press("Shift+M")
      await page.getByRole("treeitem", { name: "02 Drawings" }).locator("> div").click()
      await page.waitForTimeout(400)
    }
  },
  {
    name: "details",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await row(page, "Kosten").click({ position: { x: 90, y: 20 } })
      await page.keyboard.press("i")
      await page.getByRole("complementary").waitFor()
    }
  },
  {
    name: "preview-picture",
    path: previewOf("harbour at"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.locator("[data-viewer] img[alt]:not([alt=''])").waitFor()
      await page.waitForTimeout(600)
    }
  },
  {
    name: "preview-zoomed",
    path: previewOf("harbour at"),
    sizes: ["wide"],
    act: async (page) => {
      await page.locator("[data-viewer] img[alt]:not([alt=''])").waitFor()
      for (let step = 0; step < 4; step++) await page.keyboard.press("+")
    }
  },
  {
    name: "preview-code",
    path: previewOf("tide-model"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.locator("[data-line]").first().waitFor()
      await page.waitForTimeout(400)
    }
  },
  {
    name: "preview-find",
    path: previewOf("tide-model"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.locator("[data-line]").first().waitFor()
      await page.keyboard.press("Control+f")
      await page.keyboard.type("return")
    }
  },
  {
    name: "preview-markdown",
    path: previewOf("site-notes"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.locator("[data-viewer] [role='document'] h1").waitFor()
    }
  },
  {
    name: "preview-pdf",
    path: previewOf("Pier 4"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.locator("[data-page='1'] canvas").last().waitFor()
      await page.waitForTimeout(900)
    }
  },
  {
    name: "preview-video",
    path: previewOf("drone pass 03"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.getByRole("slider", { name: /Position|位置/ }).waitFor()
      await page.waitForTimeout(500)
    }
  },
  {
    name: "preview-audio",
    path: previewOf("음성"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.getByRole("slider", { name: /Position|位置/ }).waitFor()
    }
  },
  {
    name: "preview-none",
    path: previewOf("photos-week-46"),
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.locator("[data-viewer] h2").nth(1).waitFor()
    }
  },
  {
    name: "inspector",
    path: inFolder,
    act: async (page) => {
      await page.getByRole("button", { name: /^(Inspector|检查器)$/ }).click()
      await page.getByText(/^(Reset connections|重置连接)/).click()
      await page.getByText(/^(Lose answers|丢失应答)/).click()
      await page.getByRole("button", { name: /^(Close the inspector|关闭检查器)$/ }).click()
      await slowDown(page)
      await pick(page, [{ name: "drone pass 03, low tide, north quay.mp4", bytes: 24_000_000 }])
      await page.getByRole("button", { name: /^(Fold|收起)$/ }).click()
      await page.getByRole("button", { name: /^(Inspector|检查器)$/ }).click()
      await page.waitForTimeout(9000)
    }
  },
  { name: "bin", path: "/nordhafen/bin" },
  {
    name: "bin-selected",
    path: "/nordhafen/bin",
    sizes: ["wide", "small"],
    act: async (page) => {
      const at = { position: { x: 90, y: 20 } }
      const isNarrow = (page.viewportSize()?.width ?? 0) < 640
      await row(page, "Pier 3").click(isNarrow ? { ...at, button: "right" } : at)
      if (isNarrow) await page.getByRole("dialog").waitFor()
      else await row(page, "Old tender").click({ ...at, modifiers: ["Control"] })
    }
  },
  {
    name: "bin-remove",
    path: "/nordhafen/bin",
    sizes: ["wide", "small"],
    act: async (page) => {
      await row(page, "Pier 3").focus()
      for (const name of ["Pier 3", "drone pass", "photos-week"]) {
        await row(page, name).focus()
        await page.keyboard.press("x")
      }
      await page.keyboard.press("Delete")
      await page.getByRole("alertdialog").waitFor()
    }
  },
  {
    name: "bin-clear",
    path: "/nordhafen/bin",
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.getByRole("button", { name: /^(Clear the bin|清空回收站)/ }).locator("visible=true").click()
      await page.getByRole("alertdialog").waitFor()
    }
  },
  { name: "assets", path: "/nordhafen/assets" },
  { name: "assets-grid", path: "/nordhafen/assets?view=grid", sizes: ["wide", "small"] },
  {
    name: "assets-selected",
    path: "/nordhafen/assets",
    sizes: ["wide"],
    act: async (page) => {
      await row(page, "Kosten").click({ position: { x: 90, y: 20 } })
      await page.keyboard.press("i")
      await page.getByRole("complementary").waitFor()
    }
  },
  {
    name: "assets-menu",
    path: "/nordhafen/assets",
    sizes: ["wide", "small"],
    act: async (page) => {
      await someAsset(page).click({ button: "right", position: { x: 200, y: 20 } })
      await page.getByRole("menu").first().waitFor()
    }
  },
  {
    name: "assets-permission",
    path: "/nordhafen/assets",
    sizes: ["wide", "small"],
    act: async (page) => {
      await someAsset(page).focus()
      await page.keyboard.press("x")
      await page.keyboard.press("Shift+A")
      await page.getByRole("dialog").waitFor()
    }
  },
  {
    name: "assets-move",
    path: "/nordhafen/assets",
    sizes: ["wide", "small"],
    act: async (page) => {
      await someAsset(page).focus()
      await page.keyboard.press("x")
      await page.keyboard.press("Shift+M")
      await page.getByRole("dialog").waitFor()
    }
  },
  {
    name: "file-asset",
    path: inFolder,
    sizes: ["wide", "tablet"],
    act: async (page) => {
      await row(page, "Kosten").focus()
      await page.keyboard.press("x")
      await page.keyboard.press("Shift+A")
      await page.getByRole("dialog").waitFor()
    }
  },
  { name: "starred", path: "/nordhafen/starred", sizes: ["wide", "small"] },
  { name: "share-off", path: inFolder, sizes: ["wide", "small"], act: (page) => openShare(page, "reed belt") },
  {
    name: "share",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await openShare(page, "first frost")
      await page.getByRole("switch").first().press("Space")
      await page.getByRole("img", { name: /QR|二维码/ }).waitFor()
    }
  },
  {
    name: "share-question",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await openShare(page, "first frost")
      await page.getByRole("switch").first().press("Space")
      await page.getByRole("img", { name: /QR|二维码/ }).waitFor()
      await page.getByRole("switch").nth(1).press("Space")
    }
  },
  {
    name: "public-code",
    path: inFolder,
    sizes: ["wide", "small"],
    act: visit(links.code, (page) => page.getByRole("textbox").fill("K7"))
  },
  { name: "public", path: inFolder, sizes: ["wide", "small"], act: visit(links.picture) },
  { name: "public-text", path: inFolder, sizes: ["wide", "small"], act: visit(links.text) },
  { name: "public-look", path: inFolder, sizes: ["wide", "small"], act: visit(links.look) },
  { name: "public-gone", path: inFolder, sizes: ["wide"], act: visit(new URL("/s/nothing", links.text).href) },
  {
    name: "space",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      await page.goto(`${new URL(page.url()).origin}/nordhafen/about`)
      await page.getByRole("textbox").last().waitFor()
    }
  },
  {
    name: "space-moving",
    path: inFolder,
    sizes: ["wide"],
    act: async (page) => {
      await page.getByRole("link", { name: /^(This space|此空间)$/ }).click()
      await page.getByRole("link", { name: /Client archive/ }).click()
      await page.getByRole("heading", { name: "Client archive" }).waitFor()
      const field = page.getByRole("textbox", { name: /move is for|迁移用途/ })
      await field.or(page.getByRole("progressbar")).first().waitFor()
      if (await field.isVisible()) {
        await field.fill("drive")
        await page.keyboard.press("Enter")
      }
      await page.getByRole("progressbar").waitFor()
    }
  },
  {
    name: "space-unsupported",
    path: inFolder,
    sizes: ["wide", "small"],
    act: async (page) => {
      const address = new URL(page.url())
      await page.goto(`${address.origin}/old-backups/about`)
      await page.getByRole("heading", { name: "Old backups" }).waitFor()
    }
  },
  { name: "signin", path: "/", signedOut: true, sizes: ["wide", "phone"] }
]

const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
})
mkdirSync(target, { recursive: true })
const themes = words.includes("--light") ? (["light"] as const) : (["light", "dark"] as const)
const languages = words.includes("--en") ? (["en"] as const) : (["en", "zh-CN"] as const)
for (const screen of screens) {
  if (only !== undefined && !only.split(",").includes(screen.name)) continue
  for (const size of screen.sizes ?? (Object.keys(sizes) as Array<Size>)) {
    for (const colorScheme of themes) {
      for (const language of languages) {
        const isTouch = size === "phone" || size === "small" || size === "tablet"
        const context = await browser.newContext({
          viewport: sizes[size],
          colorScheme,
          locale: language,
          hasTouch: isTouch,
          isMobile: size === "phone" || size === "small",
          deviceScaleFactor: size === "phone" || size === "small" ? 2 : 1
        })
        const page = await context.newPage()
        page.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning") console.log(screen.name, message.text())
        })
        page.on("pageerror", (error) => console.log(screen.name, error.stack))
        const token = screen.signedOut === true ? "" : `#token=${encodeURIComponent(emulator.accessToken)}`
        await page.goto(`${origin}${screen.path}${token}`)
        await page.locator(screen.signedOut === true ? "form" : "[data-index]").first().waitFor()
        await page.waitForLoadState("networkidle")
        await screen.act?.(page)
        await page.waitForTimeout(350)
        await page.screenshot({ path: join(target, `${screen.name}.${size}.${colorScheme}.${language}.png`) })
        for (const finding of await findings(page)) console.log(screen.name, size, colorScheme, finding)
        await context.close()
      }
    }
  }
}
await browser.close()
await server.close()
await emulator.close()
