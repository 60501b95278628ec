/** The package as its users get it, built and packed once, and applications that have it installed. */
import { execFile } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"

export const root = resolve(import.meta.dirname, "../..")
export const installed = join(root, "node_modules")

export interface PackageJson {
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly bin: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
}

export const run = async (cwd: string, file: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: undefined }
  const { stderr, stdout } = await promisify(execFile)(file, args, { cwd, env, maxBuffer: 1 << 26 }).catch(
    (error: unknown) => {
      const output = error as { readonly stdout?: string; readonly stderr?: string } // what execFile rejects with
      throw new Error(`${file} ${args.join(" ")}\n${output.stdout ?? ""}\n${output.stderr ?? ""}`, { cause: error })
    }
  )
  return stdout === "" ? stderr : stdout
}

export const node = (cwd: string, ...args: ReadonlyArray<string>): Promise<string> =>
  run(cwd, process.execPath, ...args)

export const packageJson = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Makes `name` of another node_modules visible in the folder, in place of what it had by that name. */
export const link = (folder: string, name: string, from = installed): void => {
  const target = join(from, name)
  if (!existsSync(target)) return
  const to = join(folder, "node_modules", name)
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { force: true })
  symlinkSync(target, to)
}

const tarballIn = (folder: string): string | undefined => readdirSync(folder).find((name) => name.endsWith(".tgz"))

const build = async (folder: string): Promise<void> => {
  await node(root, "scripts/build.js")
  await run(root, "npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", folder)
}

/** The tarball of this package in the folder: built and packed, or the one of a run before that has been handed on. */
export const pack = async (folder: string): Promise<string> => {
  const handedOn = process.env["EFFECT_DRIVE_PACKED"] ?? folder
  if (tarballIn(handedOn) === undefined) await build(handedOn)
  const name = tarballIn(handedOn) ?? ""
  if (handedOn !== folder) copyFileSync(join(handedOn, name), join(folder, name))
  return join(folder, name)
}

/** Which of the optional packages an application has beside those that it must have. */
export type Installed = "none" | "s3" | "all"

const has = (which: Installed, name: string): boolean =>
  which === "all" || (which === "s3" && name.startsWith("@aws-sdk"))

/** An application with the package unpacked beside nothing but what package.json names; gives its folder. */
export const application = async (tarball: string, which: Installed): Promise<string> => {
  const app = join(dirname(tarball), which)
  const unpacked = join(app, "node_modules/effect-drive")
  mkdirSync(unpacked, { recursive: true })
  await run(app, "tar", "-xzf", tarball, "--strip-components=1", "-C", unpacked)
  const { dependencies, peerDependencies, peerDependenciesMeta } = packageJson(unpacked)
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (peerDependenciesMeta[name]?.optional !== true || has(which, name)) link(app, name)
  }
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }))
  return app
}
