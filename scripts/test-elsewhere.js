/**
 * `npm run test:elsewhere`: what other runs have tried here, where it may differ: installed as a package and bundled, on other releases of
 * Node, on another storage, in other browsers, in another DOM. And more runs of the property tests. The last line counts the tests.
 *
 * With `-- --short` it is the package, the S3 server, Firefox, and on the oldest and the newest Node what differs most between them.
 */
import { withBuiltApp } from "./buildApp.js"
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { endWith } from "./lastLines.js"
import { nodeVersions, packedTests, sourceTests } from "./nodeTests.js"
import { packageTests } from "./packageTests.js"
import { moreRuns } from "./propertyTests.js"
import { howTo as howToS3, s3Tests } from "./s3Tests.js"
import { vitestRun } from "./vitestRun.js"
import { howTo as howToWebKit, webkitTests } from "./webkitTests.js"

const short = process.argv.includes("--short")
const inOnePiece = true
const [oldest, newest] = [nodeVersions[0], nodeVersions.at(-1)]

async function onNodesAndAsPackage(app) {
  const nodes = short
    ? []
    : [...await sourceTests(undefined, { inOnePiece }), ...await packedTests(undefined, { inOnePiece, env: await app })]
  return [...nodes, await packageTests(short ? "quick" : "most", { inOnePiece, env: await app })]
}

/** What `npm test` has tried, in another DOM and with other seeds. */
const repeats = async () => [
  await vitestRun("jsdom", ["--project", "jsdom"], { inOnePiece, again: true }),
  await moreRuns({ inOnePiece })
]

/** One after the other: a storage of our own and browsers all want memory. */
async function onOthers(app) {
  const env = await app
  return {
    s3: await s3Tests([], { inOnePiece }),
    firefox: await firefoxTests([], { inOnePiece, env }),
    webkit: short ? undefined : await webkitTests([], { inOnePiece }),
    others: await (short ? sourceTests([oldest, newest], { inOnePiece, isShort: true }) : repeats())
  }
}

const [nodes, { firefox, others, s3, webkit }] = await withBuiltApp((app) =>
  Promise.all([onNodesAndAsPackage(app), onOthers(app)])
)
if (firefox === undefined) console.log(howToFirefox)
if (webkit === undefined && !short) console.log(howToWebKit)
if (s3 === undefined) console.log(howToS3)
endWith([...nodes, s3, firefox, webkit, ...others].filter((run) => run !== undefined))
