/**
 * `npm run test:elsewhere`: what other runs have tried here, where it may differ: installed as a package and bundled, on other releases of
 * Node, on another storage, in another browser, in another DOM. And more runs of the property tests. The last line counts the tests.
 */
import { withBuiltApp } from "./buildApp.js"
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { endWith } from "./lastLines.js"
import { packedTests, sourceTests } from "./nodeTests.js"
import { packageTests } from "./packageTests.js"
import { moreRuns } from "./propertyTests.js"
import { howTo as howToS3, s3Tests } from "./s3Tests.js"
import { vitestRun } from "./vitestRun.js"

const inOnePiece = true

async function onNodesAndAsPackage(app) {
  return [
    ...await sourceTests(undefined, { inOnePiece }),
    ...await packedTests(undefined, { inOnePiece, env: await app }),
    await packageTests("most", { inOnePiece, env: await app })
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
  Promise.all([onNodesAndAsPackage(app), onOthers(app)])
)
if (firefox === undefined) console.log(howToFirefox)
if (s3 === undefined) console.log(howToS3)
endWith([...nodes, s3, firefox, dom, properties].filter((run) => run !== undefined))
