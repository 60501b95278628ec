/** The package as its users get it: packed, installed, and in applications made by bundlers. */
import { vitestRun } from "./vitestRun.js"

/** The counts of vitest with the `quick` bundlers, with `most`, or `all`, of which one takes minutes. */
export function packageTests(bundlers, { env = {}, inOnePiece = false } = {}) {
  return vitestRun("package", ["--project", "package"], {
    again: true,
    env: { ...env, BUNDLERS: bundlers },
    inOnePiece
  })
}
