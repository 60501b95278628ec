/** The README's line, as each package manager takes it, in an empty folder. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cachedPackages } from "../../scripts/cachedFolder.js"
import { node, run } from "./applications.js"

interface Manager {
  /** Beside what every application has. */
  readonly manifest?: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, string>>
  /** `tools` is the node_modules of the managers that Node does not bring. */
  readonly add: (folder: string, tools: string, packages: ReadonlyArray<string>) => Promise<string>
}

const releases = { "pnpm": "12.21.0", "@yarnpkg/cli-dist": "4.18.1" }

/** Each refuses a conflict between peers, or says so. */
export const managers = {
  npm: {
    add: (folder, _, packages) =>
      run(folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--strict-peer-deps", ...packages)
  },
  pnpm: {
    add: (folder, modules, packages) =>
      node(
        folder,
        join(modules, "pnpm/bin/pnpm.mjs"),
        "add",
        "--ignore-scripts",
        "--strict-peer-dependencies",
        ...packages
      )
  },
  yarn: {
    // Some registries lack binaries of later releases, which Yarn asks for on every platform.
    manifest: { resolutions: { "msgpackr-extract": "3.0.4" } },
    files: {
      ".yarnrc.yml": "nodeLinker: node-modules\nenableScripts: false\nenableTelemetry: false\n",
      "yarn.lock": ""
    },
    add: (folder, modules, packages) => node(folder, join(modules, "@yarnpkg/cli-dist/bin/yarn.js"), "add", ...packages)
  }
} as const satisfies Readonly<Record<string, Manager>>

/** Installs what the line names, with the tarball in the place of the package; gives what the manager said. */
export const installWith = async (
  name: keyof typeof managers,
  folder: string,
  line: string,
  tarball: string
): Promise<string> => {
  const { add, files = {}, manifest = {} }: Manager = managers[name]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "app", private: true, ...manifest }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const packages = line.split(" ").slice(2).map((one) => one === "effect-drive" ? `effect-drive@file:${tarball}` : one)
  return add(folder, await cachedPackages("managers", releases), packages)
}
