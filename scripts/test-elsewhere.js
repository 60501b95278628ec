/**
 * `npm run test:elsewhere`: what `npm test` has tried here, where it may differ: other releases of Node, another storage, another
 * browser, Next. And more runs of the property tests. The last line counts the tests.
 */
import { bundlerTests } from "./bundlerTests.js"
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { endWith } from "./lastLines.js"
import { packedTests, sourceTests } from "./nodeTests.js"
import { moreRuns } from "./propertyTests.js"
import { howTo as howToS3, s3Tests } from "./s3Tests.js"

const options = { inOnePiece: true }

async function onNodes() {
  return [
    ...await sourceTests(undefined, options),
    ...await packedTests(undefined, options),
    await bundlerTests("elsewhere", options)
  ]
}

/** One after the other: a storage of our own and a browser both want memory. */
async function onOthers() {
  return {
    s3: await s3Tests([], options),
    firefox: await firefoxTests([], options),
    properties: await moreRuns(options)
  }
}

const [nodes, { firefox, properties, s3 }] = await Promise.all([onNodes(), onOthers()])
if (firefox === undefined) console.log(howToFirefox)
if (s3 === undefined) console.log(howToS3)
endWith([...nodes, firefox, properties, s3].filter((run) => run !== undefined))
