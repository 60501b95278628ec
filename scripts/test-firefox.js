/** `npm run test:firefox [-- vitest's arguments]`: pages and the web drive in the Firefox of this machine. */
import { firefoxTests, howTo } from "./firefoxTests.js"
import { endWithRun } from "./lastLines.js"

endWithRun(await firefoxTests(process.argv.slice(2)), howTo)
