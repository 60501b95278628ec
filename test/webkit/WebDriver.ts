/** WebKitGTK's small browser, driven by the WebDriver protocol: one program and one session each. */
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { waitLimit } from "../limits.js"

const driver = "/usr/bin/WebKitWebDriver"

const miniBrowsers = [
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
]

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const ended = (program: ChildProcess): Promise<void> =>
  program.exitCode !== null || program.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => program.once("exit", () => resolve()))

/** A screen that nobody sees; the browser has no way without one. */
export const startScreen = async (): Promise<{ readonly display: string; readonly close: () => Promise<void> }> => {
  const program = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"]
  })
  const number = await new Promise<string>((resolve, reject) => {
    program.once("error", reject)
    program.stdio[3]?.once("data", (text) => resolve(String(text).trim()))
  })
  return {
    display: `:${number}`,
    close: async () => {
      program.kill()
      await ended(program)
    }
  }
}

export class WebDriver {
  private constructor(
    private readonly program: ChildProcess,
    private readonly session: string
  ) {}

  static async start(display: string, environment: Readonly<Record<string, string>>): Promise<WebDriver> {
    const port = await freePort()
    const program = spawn(driver, ["-p", String(port)], {
      stdio: "ignore",
      env: { ...process.env, ...environment, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" }
    })
    const origin = `http://127.0.0.1:${port}`
    await vi.waitUntil(() => fetch(`${origin}/status`).then(() => true, () => false), { timeout: waitLimit })
    const binary = miniBrowsers.find((path) => existsSync(path))
    const { sessionId } = await WebDriver.call<{ readonly sessionId: string }>("POST", `${origin}/session`, {
      capabilities: {
        alwaysMatch: {
          browserName: "MiniBrowser",
          "webkitgtk:browserOptions": { binary, args: ["--automation"] },
          timeouts: { script: waitLimit, pageLoad: waitLimit }
        }
      }
    })
    return new WebDriver(program, `${origin}/session/${sessionId}`)
  }

  private static async call<A>(method: string, url: string, body?: unknown): Promise<A> {
    const answer = await fetch(url, { method, body: body === undefined ? null : JSON.stringify(body) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
    return value
  }

  /** A command of the session, by the end of its path. */
  send<A>(method: string, path: string, body?: unknown): Promise<A> {
    return WebDriver.call<A>(method, `${this.session}${path}`, body)
  }

  async close(): Promise<void> {
    try {
      await this.send("DELETE", "")
    } finally {
      this.program.kill()
      await ended(this.program)
    }
  }
}
