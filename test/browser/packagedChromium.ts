/**
 * The Chromium inside an npm package. It unpacks itself into the folder for temporary files and takes what lies there for whole,
 * also while somebody else is still writing it: so it is unpacked in a folder of its own, which gets its name when all is there.
 */
import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import type { LaunchOptions } from "playwright-core"
import { cachedFolder } from "../../scripts/cachedFolder.js"

const name = "@sparticuz/chromium"

/** Three folders below the package's own. */
const version = (): string => {
  const manifest = join(dirname(createRequire(import.meta.url).resolve(name)), "../../package.json")
  return JSON.parse(readFileSync(manifest, "utf8")).version
}

const unpacked = (): Promise<string> =>
  cachedFolder(`chromium-${version()}`, async (fresh, folder) => {
    const script = `import chromium from ${JSON.stringify(name)}; await chromium.executablePath()`
    // It unpacks the system libraries that it needs when it believes to run on a function service.
    const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" }
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      cwd: import.meta.dirname,
      env
    })
    const fonts = join(fresh, "fonts/fonts.conf")
    writeFileSync(fonts, readFileSync(fonts, "utf8").replaceAll("/tmp/", `${folder}/`))
  })

/** Its path, and the environment that it needs. */
export const packagedChromium = async (): Promise<Required<Pick<LaunchOptions, "env" | "executablePath">>> => {
  const folder = await unpacked()
  const others = process.env["LD_LIBRARY_PATH"] ?? ""
  const libraries = join(folder, "al2023/lib")
  return {
    executablePath: join(folder, "chromium"),
    env: {
      FONTCONFIG_PATH: join(folder, "fonts"),
      ...process.env,
      // not for all that this process starts: another Chromium would take these for its own
      LD_LIBRARY_PATH: others === "" ? libraries : `${libraries}${delimiter}${others}`
    }
  }
}
