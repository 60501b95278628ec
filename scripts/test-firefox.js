/** `npm run test:firefox [-- vitest's arguments]`: pages and the web drive in the Firefox of this machine. */
import { firefoxTests, howTo } from "./firefoxTests.js"

const counts = await firefoxTests(process.argv.slice(2))
if (counts === undefined) {
  console.error(howTo)
  process.exit(1)
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
