/** `npm run test:bundlers`: applications by every bundler, also by those that take minutes, which no other run tries. */
import { bundlerTests } from "./bundlerTests.js"

const { failed, passed } = await bundlerTests("all")
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
