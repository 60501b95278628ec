/**
 * `npm run test:elsewhere`: what `npm test` has tried here, where it may differ: the web drive on the other platforms, other releases of
 * Node, another storage, another browser, other bundlers. And more runs of the property tests. The last line counts the tests.
 */
import { withBuiltApp } from "./buildApp.js"
import { bundlerTests } from "./bundlerTests.js"
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { endWith } from "./lastLines.js"
import { packedTests, sourceTests } from "./nodeTests.js"
import { moreRuns } from "./propertyTests.js"
import { howTo as howToS3, s3Tests } from "./s3Tests.js"
import { webDriveTests } from "./webDriveTests.js"

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
    webDrive: await webDriveTests({ inOnePiece, env }),
    s3: await s3Tests([], { inOnePiece }),
    firefox: await firefoxTests([], { inOnePiece, env }),
    properties: await moreRuns({ inOnePiece })
  }
}

const [nodes, { firefox, properties, s3, webDrive }] = await withBuiltApp((app) =>
  Promise.all([onNodesAndBundlers(app), onOthers(app)])
)
if (firefox === undefined) console.log(howToFirefox)
if (s3 === undefined) console.log(howToS3)
endWith([...nodes, webDrive, firefox, properties, s3].filter((run) => run !== undefined))
