/**
 * The package as its users get it: built, packed, unpacked into an empty folder beside nothing but what package.json
 * names, then run in plain Node and type-checked there.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { launchChromium } from "../browser/chromium.js"
import type { Installed } from "./applications.js"
import { application, installed, link, node, pack, packageJson, root } from "./applications.js"
import { bundledApplications } from "./bundledApplications.js"
import { installWith } from "./managers.js"

/** The first code block of the README. */
const readmeExample = (): string => {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
  assert.isDefined(code)
  return code ?? ""
}

/** What the README says to install. */
const readmeLine = (): string => {
  const [line = ""] = /^npm install effect-drive .*$/m.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
  assert.include(line, "effect-drive")
  return line
}

const targets = (entry: unknown): ReadonlyArray<string> =>
  typeof entry === "string" ? [entry] : Object.values(entry ?? {}).flatMap(targets)

/** For pages, or no modules. */
const notInNode = ["./package.json", "./browser", "./react", "./inspector", "./hash-worker", "./download-worker"]

describe("the packed package", () => {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-package-"))
  const app = join(work, "all")
  const unpacked = join(app, "node_modules/effect-drive")
  let tarball = ""
  let apps: Readonly<Record<Installed, string>>

  beforeAll(async () => {
    tarball = await pack(work)
    apps = {
      none: await application(tarball, "none"),
      s3: await application(tarball, "s3"),
      all: await application(tarball, "all")
    }
  }, 600_000)

  // Whole installations: for as long as that takes, this process must answer vitest.
  afterAll(() => rm(work, { recursive: true, force: true }), 600_000)

  it("holds every file that its exports and its bin name", () => {
    const { bin, exports } = packageJson(unpacked)
    const missing = [...targets(exports), ...targets(bin)].filter((file) => !existsSync(join(unpacked, file)))
    assert.deepStrictEqual(missing, [])
  })

  it("holds the source that each of its maps names, and no map of a declaration", () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: "utf8" })
    const maps = files.filter((file) => file.endsWith(".map"))
    assert.isAbove(maps.length, 100)
    assert.deepStrictEqual(maps.filter((file) => file.endsWith(".d.ts.map")), [])
    const missing = maps.filter((file) => {
      const { sources } = JSON.parse(readFileSync(join(unpacked, file), "utf8")) as { readonly sources: Array<string> }
      return sources.length === 0 || sources.some((source) => !existsSync(join(unpacked, dirname(file), source)))
    })
    assert.deepStrictEqual(missing, [])
  })

  it("holds the web drive, whose files are there by the names that its page has for them", () => {
    const folder = join(unpacked, "dist/app")
    for (const page of ["index.html", "shared.html"]) {
      const html = readFileSync(join(folder, page), "utf8")
      const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, path]) => path ?? [])
      assert.isAbove(named.length, 1)
      assert.deepStrictEqual(named.filter((path) => !existsSync(join(folder, path))), [])
    }
  })

  it("holds what its pages link to, but for the API reference, which weighs as much as all the others", () => {
    const pages = readdirSync(unpacked, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"))
    assert.includeMembers(pages, ["README.md", "SECURITY.md"])
    const linked = pages.flatMap((page) =>
      [...readFileSync(join(unpacked, page), "utf8").matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
        .flatMap(([, link]) => link === undefined ? [] : [join(dirname(page), link)])
    )
    assert.isAbove(linked.length, 50)
    const missing = new Set(linked.filter((file) => !existsSync(join(unpacked, file))))
    assert.deepStrictEqual([...missing], [join("docs", "api", "README.md")])
  })

  it("says which files of the adapter are for clients, and leaves its entry open to server components", () => {
    const folder = join(unpacked, "dist/src/react")
    const files = readdirSync(folder).filter((name) => name.endsWith(".js"))
    const forClients = files.filter((name) => readFileSync(join(folder, name), "utf8").startsWith("\"use client\""))
    assert.includeMembers(forClients, [...files.filter((name) => name.startsWith("use")), "DriveProvider.js"])
    assert.notIncludeMembers(forClients, ["index.js", "driveQueries.js", "queryKeys.js", "queryDefaults.js"])
  })

  it("relies on no lifecycle script", () => {
    const lifecycle = ["preinstall", "install", "postinstall", "prepare", "prepack", "prepublishOnly", "postpack"]
    assert.deepStrictEqual(Object.keys(packageJson(unpacked).scripts).filter((name) => lifecycle.includes(name)), [])
  })

  it("runs the lines of the README in plain Node", async () => {
    writeFileSync(join(app, "example.mjs"), readmeExample())
    const output = await node(app, "example.mjs")
    assert.include(output, "Hello, drive")
  })

  it.each(["npm", "pnpm", "yarn"] as const)(
    "is installed by %s as the README says, and runs its lines",
    async (name) => {
      const folder = join(work, `by-${name}`)
      const said = await installWith(name, folder, readmeLine(), tarball)
      assert.notMatch(said, /ERESOLVE|unmet peer|YN0060|YN0002|YN0086/)
      assert.match(packageJson(join(folder, "node_modules/effect")).version, /^3\./)
      writeFileSync(join(folder, "example.mjs"), readmeExample())
      assert.include(await node(folder, "example.mjs"), "Hello, drive")
    }
  )

  it("type-checks the lines of the README, and every export", async () => {
    link(app, "@types/node")
    link(app, "@types/react")
    const entries = Object.keys(packageJson(unpacked).exports).filter((path) => path !== "./package.json")
    writeFileSync(join(app, "example.ts"), readmeExample())
    writeFileSync(
      join(app, "exports.ts"),
      entries.map((path, index) => `export * as entry${index} from "effect-drive${path.slice(1)}"\n`).join("")
    )
    writeFileSync(
      join(app, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          module: "NodeNext",
          lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          skipLibCheck: true,
          types: ["node"]
        },
        files: ["example.ts", "exports.ts"]
      })
    )
    await node(app, join(installed, "typescript/lib/tsc.js"), "-p", ".")
    const bundler = ["--module", "ESNext", "--moduleResolution", "bundler"]
    await node(app, join(installed, "typescript/lib/tsc.js"), "-p", ".", ...bundler)
  })

  it("type-checks in a Node program without the types of pages, which checks those of its libraries too", async () => {
    link(app, "@types/node")
    const entries = Object.keys(packageJson(unpacked).exports).filter((path) => !notInNode.includes(path))
    writeFileSync(
      join(app, "inNode.ts"),
      entries.map((path, index) => `export * as entry${index} from "effect-drive${path.slice(1)}"\n`).join("")
    )
    writeFileSync(
      join(app, "tsconfig.node.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2023",
          module: "NodeNext",
          lib: ["ES2023"],
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          types: ["node"]
        },
        files: ["inNode.ts"]
      })
    )
    await node(app, join(installed, "typescript/lib/tsc.js"), "-p", "tsconfig.node.json")
  })

  it("names the storage SDKs' types nowhere in its own", () => {
    const types = readdirSync(join(unpacked, "dist"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".d.ts"))
    assert.isAbove(types.length, 100)
    const naming = types.filter((file) => /["']ali-oss["']/.test(readFileSync(join(unpacked, "dist", file), "utf8")))
    assert.deepStrictEqual(naming, [])
  })

  it("loads every export in plain Node that is not for browsers alone", async () => {
    const { exports } = packageJson(unpacked)
    for (const path of Object.keys(exports).filter((name) => !notInNode.includes(name))) {
      const names = await node(
        app,
        "-e",
        `import("effect-drive${path.slice(1)}").then((m) => console.log(Object.keys(m)))`
      )
      assert.notStrictEqual(names.trim(), "[]", path)
    }
  })

  it("starts the emulator by its command", async () => {
    const { bin } = packageJson(unpacked)
    const help = await node(app, join(unpacked, bin["effect-drive-emulator"] ?? ""), "--help")
    assert.include(help, "--port")
  })

  it("serves the web drive by its command, with one address that signs in", async () => {
    const { bin } = packageJson(unpacked)
    const command = join(unpacked, bin["effect-drive-emulator"] ?? "")
    const child = spawn(process.execPath, [command, "--port", "0", "--json"], { cwd: app })
    const browser = await launchChromium()
    try {
      const [line] = await once(createInterface(child.stdout), "line") as [string]
      const { webDrive } = JSON.parse(line) as { readonly webDrive: string }
      const page = await browser.newPage()
      await page.goto(webDrive)
      await page.getByRole("heading", { level: 1 }).waitFor()
      assert.isFalse(await page.locator("form").isVisible())
      const shared = await page.goto(new URL("/s/nothing", webDrive).href)
      assert.strictEqual(shared?.status(), 200)
      await page.getByRole("heading", { name: "There is nothing behind this link" }).waitFor()
    } finally {
      await browser.close()
      child.kill()
    }
  })

  it("is clean for publint", async () => {
    const { publint } = await import("publint")
    const { messages } = await publint({ pkgDir: unpacked, pack: false, strict: true })
    assert.deepStrictEqual(messages, [])
  })

  describe("in an application that a bundler made", () => bundledApplications(() => apps))

  it("resolves with the types it says, as ESM", async () => {
    await node(
      root,
      join(installed, "@arethetypeswrong/cli/dist/index.js"),
      tarball,
      "--profile",
      "esm-only",
      "--no-emoji"
    )
  })
})
