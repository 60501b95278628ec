/**
 * WebKit as the suites of pages use a browser: as much of Playwright's interface as they need. Playwright itself drives builds of its own only,
 * which no registry has.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, vi } from "vitest"
import type { TestedBrowser } from "../browser/pageFlows.js"
import { waitLimit } from "../limits.js"
import { startScreen, WebDriver } from "./WebDriver.js"

const elementKey = "element-6066-11e4-a52e-4f735466cecf"

/** A value that stays in the page. */
class Kept {
  constructor(readonly kept: number) {}
}

/** Calls the function in the page, and keeps what comes of it: no command waits for it. */
const begin = `
const [source, given, number, keeps] = arguments
const revive = (value) => Array.isArray(value) ? value.map(revive)
  : value === null || typeof value !== "object" ? value
  : "kept" in value ? window.keptValues[value.kept]
  : "nothing" in value ? undefined
  : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revive(one)]))
window.keptValues ??= []
window.ends ??= []
const write = (value) => value === undefined ? { nothing: true }
  : Array.isArray(value) ? value.map(write)
  : value === null || typeof value !== "object" ? value
  : value instanceof Node || value === window ? { nothing: true }
  : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(one)]))
const run = async () => (0, eval)("(" + source + ")")(revive(given))
run().then(
  (value) => {
    if (keeps) window.ends[number] = { value: { kept: window.keptValues.push(value) - 1 } }
    else window.ends[number] = { value: write(value) }
  },
  (error) => {
    window.ends[number] = { error: String(error?.stack ?? error), message: String(error?.message ?? error) }
  }
)`

const write = (value: unknown): unknown => {
  if (value === undefined) return { nothing: true }
  if (Array.isArray(value)) return value.map(write)
  if (value === null || typeof value !== "object" || value instanceof Kept) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(one)]))
}

const read = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(read)
  if (value === null || typeof value !== "object") return value
  if ("nothing" in value) return undefined
  if ("kept" in value) return new Kept(Number(value.kept))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, read(one)]))
}

interface Ended {
  readonly value?: unknown
  readonly error?: string
  readonly message?: string
}

class WebKitPage {
  private calls = 0

  constructor(private readonly context: WebKitContext, private readonly window: string) {}

  async goto(url: string): Promise<void> {
    await this.context.inWindow(this.window, (driver) => driver.send("POST", "/url", { url }))
  }

  async waitForFunction(source: (() => unknown) | string): Promise<void> {
    await vi.waitUntil(() => this.evaluate(source), { timeout: waitLimit })
  }

  async evaluate(source: unknown, argument?: unknown, keeps = false): Promise<unknown> {
    const number = this.calls++
    await this.execute(begin, [
      typeof source === "string" ? `() => (${source})` : String(source),
      write(argument),
      number,
      keeps
    ])
    const look = () => this.execute<Ended | null>("return window.ends[arguments[0]] ?? null", [number])
    const { error, message, value } = await vi.waitUntil(look, { timeout: waitLimit })
    if (error !== undefined) throw new Error(`${message}\n${error}`)
    return read(value)
  }

  evaluateHandle(source: unknown, argument?: unknown): Promise<unknown> {
    return this.evaluate(source, argument, true)
  }

  async setInputFiles(selector: string, path: string): Promise<void> {
    await this.context.inWindow(this.window, async (driver) => {
      const found = await driver.send<Record<string, string>>("POST", "/element", {
        using: "css selector",
        value: selector
      })
      await driver.send("POST", `/element/${found[elementKey]}/value`, { text: path })
    })
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.evaluate((isOffline: boolean) => {
      Object.defineProperty(navigator, "onLine", { value: !isOffline, configurable: true })
      window.dispatchEvent(new Event(isOffline ? "offline" : "online"))
    }, isOffline)
  }

  async close(): Promise<void> {
    await this.context.closeWindow(this.window)
  }

  private execute<A>(script: string, args: ReadonlyArray<unknown>): Promise<A> {
    return this.context.inWindow(this.window, (driver) => driver.send<A>("POST", "/execute/sync", { script, args }))
  }
}

class WebKitContext {
  private readonly pages = new Map<string, WebKitPage>()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly driver: WebDriver) {}

  async newPage(): Promise<WebKitPage> {
    const window = await this.inTurn(async () => {
      const [first] = await this.driver.send<ReadonlyArray<string>>("GET", "/window/handles")
      await this.driver.send("POST", "/window", { handle: first })
      return (await this.driver.send<{ readonly handle: string }>("POST", "/window/new", { type: "tab" })).handle
    })
    const page = new WebKitPage(this, window)
    this.pages.set(window, page)
    return page
  }

  /** A command is about the window that was switched to last. */
  inWindow<A>(window: string, use: (driver: WebDriver) => Promise<A>): Promise<A> {
    return this.inTurn(async () => {
      await this.driver.send("POST", "/window", { handle: window })
      return use(this.driver)
    })
  }

  async closeWindow(window: string): Promise<void> {
    await this.inWindow(window, (driver) => driver.send("DELETE", "/window"))
    this.pages.delete(window)
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await Promise.all([...this.pages.values()].map((page) => page.setOffline(isOffline)))
  }

  close(): Promise<void> {
    return this.inTurn(() => this.driver.close())
  }

  private inTurn<A>(work: () => Promise<A>): Promise<A> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => {})
    return done
  }
}

/** What it saves lies in a folder of the suite that calls this. */
export const webKitOfSuite = (): TestedBrowser => {
  const home = mkdtempSync(join(tmpdir(), "webkit-home-"))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  return {
    launch: async () => {
      const screen = await startScreen()
      const newContext = async () =>
        new WebKitContext(await WebDriver.start(screen.display, { HOME: home })) as unknown as BrowserContext
      return { newContext, close: screen.close } as unknown as Browser
    },
    saved: async (_: Page, name, size) => {
      const pathsIn = () => readdirSync(home, { recursive: true }).map((path) => join(home, String(path)))
      // It has its name from the start.
      const find = () => pathsIn().find((path) => basename(path) === name && statSync(path).size === size)
      return readFileSync(await vi.waitUntil(find, { timeout: waitLimit }))
    }
  }
}
