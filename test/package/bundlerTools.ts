/** Bundlers that nothing but this test needs. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { cachedPackages } from "../../scripts/cachedFolder.js"

/** Their node_modules. */
export const bundlerTools = (): Promise<string> =>
  cachedPackages("bundlers", {
    "@rollup/plugin-commonjs": "29.0.3",
    "@rollup/plugin-json": "6.1.0",
    "@rollup/plugin-node-resolve": "16.0.3",
    "@rspack/core": "2.3.2",
    "next": "16.4.6",
    "react": "19.3.1",
    "react-dom": "19.3.1",
    "rollup": "4.68.7",
    "vite": "8.3.8"
  })

/** `file` of one of them, of which the types say nothing. */
export const load = async <M>(tools: string, file: string): Promise<M> =>
  await import(/* @vite-ignore */ pathToFileURL(join(tools, file)).href) as M
