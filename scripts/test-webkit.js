/** `npm run test:webkit [-- vitest's arguments]`: pages with a drive in the WebKit of this machine. */
import { endWithRun } from "./lastLines.js"
import { howTo, webkitTests } from "./webkitTests.js"

endWithRun(await webkitTests(process.argv.slice(2)), howTo)
