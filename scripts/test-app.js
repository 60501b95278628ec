/** `npm run test:app [-- vitest's arguments]`: the web drive in a Chromium, on every platform. The last line counts the tests. */
import { appTests } from "./appTests.js"
import { withBuiltApp } from "./buildApp.js"
import { endWith } from "./lastLines.js"

const args = process.argv.slice(2)
endWith([await withBuiltApp(async (app) => appTests(args, { env: await app }))])
