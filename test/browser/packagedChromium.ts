/**
 * The Chromium inside an npm package. It unpacks itself into the folder for temporary files and takes what lies there for whole,
 * also while somebody else is still writing it: so it is unpacked in a folder of its own, which gets its name when all is there.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"

const name = "@sparticuz/chromium"

const cache = join(import.meta.dirname, "../../node_modules/.cache/effect-drive")

/** Three folders below the package's own. */
const version = (): string => {
  const manifest = join(dirname(createRequire(import.meta.url).resolve(name)), "../../package.json")
  return JSON.parse(readFileSync(manifest, "utf8")).version
}

const unpackInto = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const script = `import chromium from ${JSON.stringify(name)}; await chromium.executablePath()`
  // It unpacks the system libraries that it needs when it believes to run on a function service.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" }
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: import.meta.dirname, env })
}

/** Processes that unpack at the same time do it twice; the first is taken. */
const unpacked = async (): Promise<string> => {
  const folder = join(cache, `chromium-${version()}`)
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.pid}`
  try {
    await unpackInto(fresh)
    const fonts = join(fresh, "fonts/fonts.conf")
    writeFileSync(fonts, readFileSync(fonts, "utf8").replaceAll("/tmp/", `${folder}/`))
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

/** Its path; this process gets the environment that it needs. */
export const packagedChromium = async (): Promise<string> => {
  const folder = await unpacked()
  const libraries = join(folder, "al2023/lib")
  const others = process.env["LD_LIBRARY_PATH"] ?? ""
  if (!others.startsWith(libraries)) {
    process.env["LD_LIBRARY_PATH"] = others === "" ? libraries : `${libraries}${delimiter}${others}`
  }
  process.env["FONTCONFIG_PATH"] ??= join(folder, "fonts")
  return join(folder, "chromium")
}
