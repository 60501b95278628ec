/**
 * The package as its users get it: built, packed, unpacked into an empty folder beside nothing but what package.json
 * names, then run in plain Node and type-checked there.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import type { Browser } from "playwright-core"
import { launchChromium } from "../browser/chromium.js"
import { esbuildAppAlone, esbuildAppWithWorker, scriptsOf, uploadFrom, viteApp, webpackApp } from "./bundlers.js"

const root = resolve(import.meta.dirname, "../..")
const installed = join(root, "node_modules")

interface PackageJson {
  readonly exports: Readonly<Record<string, unknown>>
  readonly bin: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const run = async (cwd: string, file: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(file, args, { cwd, maxBuffer: 1 << 26 }).catch((error: unknown) => {
    const output = error as { readonly stdout?: string; readonly stderr?: string } // what execFile rejects with
    throw new Error(`${file} ${args.join(" ")}\n${output.stdout ?? ""}\n${output.stderr ?? ""}`, { cause: error })
  })
  return stdout
}

const node = (cwd: string, ...args: ReadonlyArray<string>): Promise<string> => run(cwd, process.execPath, ...args)

const packageJson = (folder: string): PackageJson => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Makes `name` of this repository's node_modules visible in the folder. */
const link = (folder: string, name: string): void => {
  const from = join(installed, name)
  if (!existsSync(from)) return
  const to = join(folder, "node_modules", name)
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

/** The first code block of the README. */
const readmeExample = (): string => {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
  assert.isDefined(code)
  return code ?? ""
}

const targets = (entry: unknown): ReadonlyArray<string> =>
  typeof entry === "string" ? [entry] : Object.values(entry ?? {}).flatMap(targets)

describe("the packed package", () => {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-package-"))
  const app = join(work, "app")
  const unpacked = join(app, "node_modules/effect-drive")
  let tarball = ""

  beforeAll(async () => {
    await node(root, "scripts/build.js")
    await run(root, "npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", work)
    tarball = join(work, readdirSync(work).find((name) => name.endsWith(".tgz")) ?? "")
    mkdirSync(unpacked, { recursive: true })
    await run(work, "tar", "-xzf", tarball, "--strip-components=1", "-C", unpacked)
    const { dependencies, peerDependencies } = packageJson(unpacked)
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) link(app, name)
    writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }))
  })

  afterAll(() => rmSync(work, { recursive: true, force: true }))

  it("holds every file that its exports and its bin name", () => {
    const { bin, exports } = packageJson(unpacked)
    const missing = [...targets(exports), ...targets(bin)].filter((file) => !existsSync(join(unpacked, file)))
    assert.deepStrictEqual(missing, [])
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

  it("names the storage SDKs' types nowhere in its own", () => {
    const types = readdirSync(join(unpacked, "dist"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".d.ts"))
    assert.isAbove(types.length, 100)
    const naming = types.filter((file) => /["']ali-oss["']/.test(readFileSync(join(unpacked, "dist", file), "utf8")))
    assert.deepStrictEqual(naming, [])
  })

  it("loads every export in plain Node that is not for browsers alone", async () => {
    const { exports } = packageJson(unpacked)
    const elsewhere = ["./package.json", "./browser", "./react", "./hash-worker", "./download-worker"]
    for (const path of Object.keys(exports).filter((name) => !elsewhere.includes(name))) {
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

  it("is clean for publint", async () => {
    const { publint } = await import("publint")
    const { messages } = await publint({ pkgDir: unpacked, pack: false, strict: true })
    assert.deepStrictEqual(messages, [])
  })

  describe("in an application that a bundler made, under a content security policy", () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterAll(() => browser.close())

    it("hashes in a worker with Vite, which finds it by itself, and loads no other platform's SDK", async () => {
      const folder = await viteApp(app)
      const { complaints, loaded, size, workers } = await uploadFrom(browser, folder, "'self'")
      const withOss = scriptsOf(folder).filter((file) =>
        readFileSync(join(folder, file), "utf8").includes("aliyun-sdk-")
      )
      assert.lengthOf(withOss, 1)
      assert.notIncludeMembers([...loaded], withOss.map((file) => `/${file}`))
      assert.deepStrictEqual(complaints, [])
      assert.strictEqual(size, 3_000_000)
      assert.lengthOf(workers, 1)
      assert.match(workers[0] ?? "", /^\/assets\/hashWorker-.*\.js$/)
    })

    it("hashes in a worker with webpack, which finds it by itself", async () => {
      const { complaints, size, workers } = await uploadFrom(browser, await webpackApp(app), "'self'")
      assert.deepStrictEqual(complaints, [])
      assert.strictEqual(size, 3_000_000)
      assert.lengthOf(workers, 1)
      assert.match(workers[0] ?? "", /^\/[^/]+\.js$/)
    })

    it("hashes in a worker with esbuild, as an entry of the application's own", async () => {
      const { complaints, size, workers } = await uploadFrom(browser, await esbuildAppWithWorker(app), "'self'")
      assert.deepStrictEqual(complaints, [])
      assert.strictEqual(size, 3_000_000)
      assert.deepStrictEqual(workers, ["/hash-worker.js"])
    })

    it("waits for a file of the transfers' code that cannot be had at first", async () => {
      const file = /^\/pageTransferCode-.*\.js$/
      const { complaints, loaded, size } = await uploadFrom(browser, await esbuildAppWithWorker(app), "'self'", file)
      assert.lengthOf(complaints.filter((text) => text.includes("503")), 1)
      assert.lengthOf(loaded.filter((path) => file.test(path)), 2)
      assert.strictEqual(size, 3_000_000)
    })

    it("hashes in a worker made of text with esbuild, where the policy allows blob: workers", async () => {
      const { size, workers } = await uploadFrom(browser, await esbuildAppAlone(app), "'self' blob:")
      assert.strictEqual(size, 3_000_000)
      assert.match(workers.at(-1) ?? "", /^blob:/)
    })
  })

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
