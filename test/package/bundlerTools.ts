/** Bundlers that nothing but this test needs. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { cachedPackages } from "../../scripts/cachedFolder.js"

const versions = {
  "@rollup/plugin-commonjs": "29.0.3",
  "@rollup/plugin-json": "6.1.0",
  "@rollup/plugin-node-resolve": "16.0.3",
  "@rspack/core": "2.3.2",
  "rollup": "4.68.7",
  "vite": "8.3.8"
}

const ofNext = { "next": "16.4.6", "react": "19.3.1", "react-dom": "19.3.1" }

/** Their node_modules. Next is the largest of them, and only there for who wants it. */
export const bundlerTools = (wantNext: boolean): Promise<string> =>
  cachedPackages("bundlers", wantNext ? { ...versions, ...ofNext } : versions)

/** `file` of one of them, of which the types say nothing. */
export const load = async <M>(tools: string, file: string): Promise<M> =>
  await import(/* @vite-ignore */ pathToFileURL(join(tools, file)).href) as M
