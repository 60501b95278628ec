/** The column of app/README.md, put into the web drive as the page says: it compiles, and without its words it does not. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import ts from "typescript"

const page = readFileSync("app/README.md", "utf8")
const section = page.slice(page.indexOf("## Adding a column"))
const column = /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? assert.fail("the page has no column")
const word = (language: string) =>
  new RegExp(`\`(added: "${language}")\``).exec(section)?.[1] ?? assert.fail(`the page has no word ${language}`)

const files = {
  columns: resolve("app/src/files/columns.ts"),
  english: resolve("app/src/files/strings.ts"),
  chinese: resolve("app/src/files/strings.zh.ts")
}

const put = (path: string, before: string, text: string): string => {
  const source = readFileSync(path, "utf8")
  assert.include(source, before)
  return source.replace(before, `${before}\n${text},`)
}

const withColumn = put(files.columns, "ReadonlyArray<Column<FileRow>> => [", column.trimEnd())
const inEnglish = put(files.english, "columns: {", word("Added"))
const inChinese = put(files.chinese, "columns: {", word("添加时间"))

/** Read once for all programs, because there are thousands of them. */
const unchanged = new Map<string, ts.SourceFile | undefined>()

/** What the compiler says of the three files, if they read so. */
const problems = (changed: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const config = ts.getParsedCommandLineOfConfigFile("app/tsconfig.json", { noEmit: true, incremental: false }, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => assert.fail(String(messageText))
  })
  const options = config?.options ?? {}
  const host = ts.createCompilerHost(options)
  const { getSourceFile, readFile } = host
  host.readFile = (path) => changed.get(resolve(path)) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    if (changed.has(resolve(path))) return getSourceFile(path, ...rest)
    if (!unchanged.has(path)) unchanged.set(path, getSourceFile(path, ...rest))
    return unchanged.get(path)
  }
  const program = ts.createProgram(Object.values(files), options, host)
  return Object.values(files).flatMap((path) =>
    program.getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
  )
}

describe("a column more in the web drive", () => {
  it("compiles with ten lines", () => {
    const all = new Map([[files.columns, withColumn], [files.english, inEnglish], [files.chinese, inChinese]])
    assert.deepStrictEqual(problems(all), [])
    assert.isAtMost(column.trimEnd().split("\n").length + 2, 10)
  })

  it("does not compile without its words", () => {
    assert.isNotEmpty(problems(new Map([[files.columns, withColumn]])))
    assert.isNotEmpty(problems(new Map([[files.columns, withColumn], [files.english, inEnglish]])))
  })
})
