import { build } from "esbuild"
import { basename, extname, join } from "node:path"

/** A program as one file, for a process of its own; in the cache folder of the packages, so that it finds them. */
export const bundledProgram = async (source: string): Promise<string> => {
  const name = basename(source, extname(source))
  const outfile = join(import.meta.dirname, "../node_modules/.cache", `${name}-${process.pid}.mjs`)
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error"
  })
  return outfile
}
