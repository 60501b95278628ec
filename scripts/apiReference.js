/**
 * `npm run docs:api` writes docs/api, one page an entry point of the package, from the doc comments. With a folder as its argument
 * it writes there, so that a test can compare. What is missing is printed, and then the exit status is 1.
 */
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { entries } from "./apiReference/entries.js"
import { addFaces } from "./apiReference/faces.js"
import { findGaps } from "./apiReference/gaps.js"
import { loadTypedoc } from "./apiReference/tools.js"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const { markdown, typedoc } = await loadTypedoc()

const app = await typedoc.Application.bootstrapWithPlugins({
  entryPoints: Object.values(entries).map((file) => join(root, file)),
  tsconfig: join(root, "tsconfig.json"),
  plugin: [markdown],
  outputs: [{ name: "markdown", path: resolve(process.argv[2] ?? join(root, "docs/api")) }],
  outputFileStrategy: "modules",
  readme: "none",
  name: "API reference",
  skipErrorChecking: true,
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  githubPages: false,
  logLevel: "Warn",
  sort: ["kind", "alphabetical"],
  excludeTags: ["@since", "@category"],
  validation: {
    notExported: false,
    invalidLink: true,
    notDocumented: false,
    rewrittenLink: true,
    unusedMergeModuleWith: true
  },
  useCodeBlocks: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  expandParameters: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  typeAliasPropertiesFormat: "table",
  flattenOutputFiles: true
}, [])

addFaces(app, { typedoc, root })
const project = await app.convert()
if (project === undefined) throw new Error("typedoc could not read the sources")

const names = Object.keys(entries)
for (const [index, module] of [...project.children ?? []].sort((a, b) => a.id - b.id).entries()) {
  module.name = names[index]
}
app.validate(project)
await app.generateOutputs(project)

const gaps = findGaps(project, typedoc)
for (const gap of gaps) process.stdout.write(`${gap}\n`)
process.exitCode = gaps.length > 0 ? 1 : 0
