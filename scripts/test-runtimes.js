/** `npm run test:runtimes [-- vitest's arguments]`: the package in Bun and in Deno. */
import { vitestRun } from "./vitestRun.js"

const { failed, passed } = await vitestRun("runtimes", [
  "--config",
  "vitest.runtimes.config.ts",
  ...process.argv.slice(2)
])
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
