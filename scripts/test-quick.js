/** `npm run test:quick [-- vitest's arguments]`: what needs no socket, browser, bundler or other process. */
import { availableParallelism } from "node:os"
import { quickTests } from "./quickTests.js"
import { vitestRun } from "./vitestRun.js"

// virtual clocks wait for real timers of a millisecond between their steps, so two processes keep two processors two thirds busy
const forks = availableParallelism() + 1
const counts = await vitestRun("quick", ["--project", "unit", ...process.argv.slice(2), ...quickTests], { forks })
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
