/** `npm run test:s3 [-- vitest's arguments]` */
import { howTo, s3Tests } from "./s3Tests.js"

const counts = await s3Tests(process.argv.slice(2))
if (counts === undefined) {
  console.error(howTo)
  process.exit(1)
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
