/** What holds in an application of users that a bundler made from the installed package. */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { createDrive } from "effect-drive/promise"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import type { RunningEmulator } from "../../emulator/src/index.js"
import { startEmulator } from "../../emulator/src/index.js"
import { launchChromium } from "../browser/chromium.js"
import type { Installed } from "./applications.js"
import type { Built, Bundler } from "./bundlers.js"
import { esbuildAlone, scriptsOf, triedBundlers } from "./bundlers.js"
import { buildAll, rowOf, rowsOfDocs, writeRows } from "./bundlerTable.js"
import { bundlerTools } from "./bundlerTools.js"
import type { Hashing } from "./uploadFrom.js"
import { tryHashing, uploadFrom } from "./uploadFrom.js"

const makeFolder = async ({ accessToken, apiHost }: RunningEmulator, name: string): Promise<void> => {
  const drive = createDrive({ apiHost, product: { id: "app", version: "1.0" } })
  await drive.session.initialise({ accessToken })
  await drive.files.createFolder({ name })
  await drive.dispose()
}

/** A slow machine is no failure; the first test of a bundler waits for all that are made before. */
const patience = 1_200_000

/** Over 1 MiB, so that there is something to hash for a worker. */
const hashed = { spaceId: "s3", size: 3_000_000 }

const missing = {
  s3: "aws s3 command required: npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner",
  oss: "ali-oss required: npm install ali-oss"
}
/** The one on s3 goes in parts, for which a page needs no SDK. */
const stored = { s3: 6_000_000, oss: 1000 }
const outcomes = {
  none: { ...missing, s3: stored.s3 },
  s3: { ...missing, s3: stored.s3 },
  all: stored
}
const sets = Object.keys(outcomes) as ReadonlyArray<Installed> // the keys of an object of ours

/** The worker that hashes: a file of the application, or text. */
const workers: Readonly<Record<Bundler, RegExp>> = {
  "esbuild 0.28": /^\/hash-worker\.js$/,
  "webpack 5": /^\/[^/]+\.js$/,
  "Rspack 2": /^\/[^/]+\.js$/,
  "Vite 7": /^\/assets\/hashWorker-.*\.js$/,
  "Vite 8": /^\/assets\/hashWorker-.*\.js$/,
  "Rollup 4": /^blob:/,
  "Next 16, Turbopack": /^\/_next\/static\/chunks\/turbopack-worker-[^/]*\.js#/,
  "Next 16, webpack": /^\/_next\/static\/chunks\/[^/]*\.js$/
}

/** Done once for each bundler, by whoever asks first. */
const onceEach = <A>(make: (bundler: Bundler) => Promise<A>): (bundler: Bundler) => Promise<A> => {
  const made = new Map<Bundler, Promise<A>>()
  return (bundler) => {
    const result = made.get(bundler) ?? make(bundler)
    made.set(bundler, result)
    return result
  }
}

/** `apps` is called when they are there. */
export const bundledApplications = (apps: () => Readonly<Record<Installed, string>>): void => {
  const ofNext = triedBundlers.filter((name) => name.startsWith("Next")).flatMap((name) =>
    sets.map((which) => [name, which] as const)
  )
  let browser: Browser
  let emulator: RunningEmulator
  let built: (bundler: Bundler, which: Installed) => Promise<Built>
  let hashing: (bundler: Bundler) => Promise<Hashing>

  beforeAll(async () => {
    const spaces = [{ spaceId: "s3", platform: "s3" }, { spaceId: "oss", platform: "oss" }] as const
    emulator = await startEmulator({ spaces: [...spaces] })
    await makeFolder(emulator, "made before")
    const { accessToken, apiHost } = emulator
    built = await buildAll(apps(), await bundlerTools(ofNext.length > 0), { accessToken, apiHost })
    browser = await launchChromium()
    hashing = onceEach(async (bundler) => {
      const { folder } = await built(bundler, "all")
      return tryHashing((policy) => uploadFrom(browser, emulator, folder, { ...hashed, workers: policy }))
    })
  }, 600_000)

  afterAll(async () => {
    await browser.close()
    await emulator.close()
  })

  it.each(ofNext)(
    "that is %s, with %s of the optional packages, renders what a server component has read",
    async (bundler, which) => {
      const { folder } = await built(bundler, which)
      const { complaints } = await uploadFrom(browser, emulator, folder, { spaceId: "s3", size: 1000 })
      assert.include(readFileSync(join(folder, "index.html"), "utf8"), "<p>signedOut,idle,made before")
      // neither of rendering anew in the page
      assert.deepStrictEqual(complaints, [])
    },
    patience
  )

  it.each(triedBundlers)(
    "that is %s hashes in a worker, of text only where the bundler made no file of it",
    async (name) => {
      const { ofText, strict } = await hashing(name)
      const isText = workers[name].source.startsWith("^blob:")
      const { complaints, outcome, workers: started } = ofText ?? strict
      assert.strictEqual(ofText !== undefined, isText)
      assert.deepStrictEqual(complaints, [])
      assert.match(started.at(-1) ?? "", workers[name])
      assert.lengthOf(started, isText ? 2 : 1)
      assert.deepStrictEqual([strict.outcome, outcome], [hashed.size, hashed.size])
    },
    patience
  )

  it("that is Vite 7 loads no other platform's SDK", async () => {
    const { folder } = await built("Vite 7", "all")
    const { strict: { loaded } } = await hashing("Vite 7")
    const withOss = scriptsOf(folder).filter((file) => readFileSync(join(folder, file), "utf8").includes("aliyun-sdk-"))
    assert.lengthOf(withOss, 1)
    assert.notIncludeMembers([...loaded], withOss.map((file) => `/${file}`))
  }, patience)

  it("waits for a file of the transfers' code that cannot be had at first", async () => {
    const lateFile = /^\/pageTransferCode-.*\.js$/
    const { folder } = await built("esbuild 0.28", "all")
    const { complaints, loaded, outcome } = await uploadFrom(browser, emulator, folder, {
      ...hashed,
      workers: "'self'",
      lateFile
    })
    assert.lengthOf(complaints.filter((text) => text.includes("503")), 1)
    assert.lengthOf(loaded.filter((path) => lateFile.test(path)), 2)
    assert.strictEqual(outcome, 3_000_000)
  }, patience)

  it("hashes in a worker made of text with esbuild, where the policy allows blob: workers", async () => {
    const { folder } = await esbuildAlone(apps().all)
    const { outcome, workers } = await uploadFrom(browser, emulator, folder, {
      ...hashed,
      workers: "'self' blob:"
    })
    assert.strictEqual(outcome, 3_000_000)
    assert.match(workers.at(-1) ?? "", /^blob:/)
  }, patience)

  const cases = triedBundlers.flatMap((bundler) => sets.map((which) => [bundler, which] as const))

  it.each(cases)("that is %s, with %s of the optional packages, uploads or names what to install", async (
    bundler,
    which
  ) => {
    const { folder } = await built(bundler, which)
    const from = async (spaceId: keyof typeof stored) =>
      (await uploadFrom(browser, emulator, folder, { spaceId, size: stored[spaceId] })).outcome
    assert.deepStrictEqual({ s3: await from("s3"), oss: await from("oss") }, outcomes[which])
  }, patience)

  it("says what docs/bundlers.md says it says", async () => {
    const seen: Record<string, string> = {}
    for (const name of triedBundlers) {
      const [none, s3, all] = [await built(name, "none"), await built(name, "s3"), await built(name, "all")]
      seen[name] = rowOf({ none, s3, all }, await hashing(name))
    }
    if (process.env["UPDATE"] !== undefined) writeRows(seen)
    assert.deepStrictEqual(rowsOfDocs(triedBundlers), seen)
  }, patience)
}
