/** `npm run test:s3 [-- vitest's arguments]` */
import { endWithRun } from "./lastLines.js"
import { howTo, s3Tests } from "./s3Tests.js"

endWithRun(await s3Tests(process.argv.slice(2)), howTo)
