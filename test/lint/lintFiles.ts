import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"

const plugin = resolve(import.meta.dirname, "../../scripts/lint/plugin.js")
const oxlint = join(dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin/oxlint")

/** By path, from the root. */
export type Files = Readonly<Record<string, string>>

interface Diagnostic {
  readonly message: string
  readonly filename: string
  readonly labels: ReadonlyArray<{ readonly span: { readonly offset: number } }>
}

const offsetOf = ({ labels }: Diagnostic): number => labels[0]?.span.offset ?? 0

/** Makes the folder that these files would lie in, and removes it at the end. */
async function inFolder<A>(files: Files, use: (folder: string) => Promise<A>): Promise<A> {
  const folder = await mkdtemp(join(tmpdir(), "effect-drive-lint-"))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const config = (rule: string, options: ReadonlyArray<unknown>) =>
  JSON.stringify({
    jsPlugins: [plugin],
    categories: { correctness: "off" },
    rules: { [`house/${rule}`]: ["error", ...options] }
  })

/** Its status says whether something was found. */
const run = (folder: string, ...args: ReadonlyArray<string>): Promise<string> =>
  promisify(execFile)(process.execPath, [oxlint, ...args, "."], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { readonly code?: unknown; readonly stdout?: string }) => {
      if (error.code !== 1 || error.stdout === undefined) throw error
      return error.stdout
    }
  )

/** What one of our rules says of each of these files, from its start to its end. */
export const lintFiles = (rule: string, options: ReadonlyArray<unknown>, files: Files) =>
  inFolder({ ...files, ".oxlintrc.json": config(rule, options) }, async (folder) => {
    const { diagnostics } = JSON.parse(await run(folder, "--format", "json")) as {
      readonly diagnostics: ReadonlyArray<Diagnostic>
    }
    const found: Record<string, Array<string>> = Object.fromEntries(Object.keys(files).map((path) => [path, []]))
    for (const one of diagnostics.toSorted((a, b) => offsetOf(a) - offsetOf(b))) {
      found[one.filename.replaceAll("\\", "/")]?.push(one.message)
    }
    return found
  })

/** What `npm run format` makes of these files. */
export const fixFiles = (rule: string, options: ReadonlyArray<unknown>, files: Files) =>
  inFolder({ ...files, ".oxlintrc.json": config(rule, options) }, async (folder) => {
    await run(folder, "--fix")
    const read = Object.keys(files).map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const)
    return Object.fromEntries(await Promise.all(read))
  })
