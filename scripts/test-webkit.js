/** `npm run test:webkit [-- vitest's arguments]`: pages with a drive in the WebKit of this machine. */
import { howTo, webkitTests } from "./webkitTests.js"

const counts = await webkitTests(process.argv.slice(2))
if (counts === undefined) {
  console.error(howTo)
  process.exit(1)
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
