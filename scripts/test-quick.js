/** `npm run test:quick [-- vitest's arguments]`: what needs no socket, browser, bundler or other process. */
import { quickTests } from "./quickTests.js"
import { vitestRun } from "./vitestRun.js"

const counts = await vitestRun("quick", ["--project", "unit", ...process.argv.slice(2), ...quickTests])
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
