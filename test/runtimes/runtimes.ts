/** Other runtimes than Node: the registry has their programs as packages. */
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { cachedPackages } from "../../scripts/cachedFolder.js"

const { arch, platform } = process
const bun = `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}`
const deno = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`

interface Runtime {
  readonly package: string
  readonly version: string
  readonly file: string
  /** Before the program's name. */
  readonly args: ReadonlyArray<string>
}

const allowed = ["net", "read", "write", "env", "sys"].map((what) => `--allow-${what}`)

export const runtimes = {
  Bun: { package: bun, version: "1.4.5", file: "bin/bun", args: [] },
  Deno: { package: deno, version: "2.9.6", file: "deno", args: ["run", "--no-lock", "--no-prompt", ...allowed] }
} as const satisfies Readonly<Record<string, Runtime>>

/** The command that runs a program, installed when it is first asked for. */
export const commandOf = async (name: keyof typeof runtimes): Promise<readonly [string, ...Array<string>]> => {
  const { args, file, package: from, version } = runtimes[name]
  const command = join(await cachedPackages(name.toLowerCase(), { [from]: version }), from, file)
  chmodSync(command, 0o755)
  return [command, ...args]
}
