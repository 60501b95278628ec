/** `npm run test:bundlers`: applications by every bundler, also by those that take minutes, which `npm test` leaves out. */
import { vitestRun } from "./vitestRun.js"

const suite = ["--project", "package", "test/package/pack.test.ts", "-t", "in an application that a bundler made"]
const { failed, passed } = await vitestRun("bundlers", suite, { env: { SLOW_BUNDLERS: "1" } })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
