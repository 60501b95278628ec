/** The packed package in applications made by bundlers. */
import { vitestRun } from "./vitestRun.js"

/** Which of its tests. `npm test` has tried those that are of one bundler alone. */
const titles = {
  elsewhere: "that is (webpack|Rspack|Vite 8|Rollup|Next)|says what docs/bundlers.md says",
  all: "in an application that a bundler made"
}

/** The counts of vitest for those bundlers that `npm test` leaves out (`elsewhere`), or for each there is (`all`). */
export function bundlerTests(which, { env = {}, inOnePiece = false } = {}) {
  return vitestRun(`bundlers-${which}`, ["--project", "package", "-t", titles[which]], {
    env: { ...env, BUNDLERS: which },
    files: ["test/package/pack.test.ts"],
    inOnePiece
  })
}
