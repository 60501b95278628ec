/**
 * `npm run test:elsewhere`: what `npm test` has tried here, where it may differ: other releases of Node, another storage, another browser,
 * another DOM, other bundlers. And more runs of the property tests. The last line counts the tests.
 */
import { withBuiltApp } from "./buildApp.js"
import { bundlerTests } from "./bundlerTests.js"
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { endWith } from "./lastLines.js"
import { packedTests, sourceTests } from "./nodeTests.js"
import { moreRuns } from "./propertyTests.js"
import { howTo as howToS3, s3Tests } from "./s3Tests.js"
import { vitestRun } from "./vitestRun.js"

const inOnePiece = true

async function onNodesAndBundlers(app) {
  return [
    ...await sourceTests(undefined, { inOnePiece }),
    ...await packedTests(undefined, { inOnePiece, env: await app }),
    await bundlerTests("elsewhere", { inOnePiece, env: await app })
  ]
}

/** One after the other: a storage of our own and browsers all want memory. */
async function onOthers(app) {
  const env = await app
  return {
    s3: await s3Tests([], { inOnePiece }),
    firefox: await firefoxTests([], { inOnePiece, env }),
    dom: await vitestRun("jsdom", ["--project", "jsdom"], { inOnePiece, again: true }),
    properties: await moreRuns({ inOnePiece })
  }
}

const [nodes, { dom, firefox, properties, s3 }] = await withBuiltApp((app) =>
  Promise.all([onNodesAndBundlers(app), onOthers(app)])
)
if (firefox === undefined) console.log(howToFirefox)
if (s3 === undefined) console.log(howToS3)
endWith([...nodes, s3, firefox, dom, properties].filter((run) => run !== undefined))
