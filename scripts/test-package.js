/** `npm run test:package`: the package as its users get it, also by bundlers that take minutes, which no other run tries. */
import { endWith } from "./lastLines.js"
import { packageTests } from "./packageTests.js"

endWith([await packageTests("all")])
