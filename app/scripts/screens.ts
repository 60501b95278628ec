/**
 * `npm run app:screens`: pictures of the drive's main states, in both themes and languages, narrow and wide, in
 * `app/screens`. The page is what `vite build` made; with `--dev` it is built on the fly.
 */
import { startEmulator } from "effect-drive/emulator"
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
const row = (page: Page, name: string) => page.locator("[data-index]", { hasText: name }).first()

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
