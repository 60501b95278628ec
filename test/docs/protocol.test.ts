/**
 * The table of docs/protocol.md: every call of spec point 7 stands there with a function of ours, and with exchanges
 * that were written by hand and are compared with the raw bytes.
 */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import * as Drive from "effect-drive"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as TestDrive from "../../src/testing/TestDrive.js"
import type { Exchange } from "../golden/harness.js"

const root = join(import.meta.dirname, "../..")

interface Row {
  readonly call: string
  readonly method: string
  readonly path: string
  readonly request: string
  readonly answer: string
  readonly ours: string
  readonly tests: string
}

const table = readFileSync(join(root, "docs/protocol.md"), "utf8").split("\n\n")
  .find((block) => block.startsWith("| Call |")) ?? ""

const rows = table.split("\n").slice(2).map((line): Row => {
  const cells = line.split("|").slice(1, -1).map((cell) => cell.trim())
  const [call = "", request = "", answer = "", ours = "", tests = ""] = cells
  assert.strictEqual(cells.length, 5, line)
  const [, method = "", path = ""] = /`([A-Z]+) (\/[^`]*)`/.exec(call) ?? []
  return { call, method, path, request, answer, ours: ours.replaceAll("`", ""), tests }
})

/** Visitors of a share are no users: their browsers ask by themselves. */
const isVisitors = (row: Row) => row.path.startsWith("/share/")

const ofUsers = rows.filter((row) => !isVisitors(row))

/** Spec point 7, word for word but for the names in braces. */
const specified = `
POST /api/v2/user/login
POST /api/v2/user/check
POST /api/v2/user/add
POST /api/v2/user/logout
GET /api/v2/drive/space/{}/token
POST /api/v2/drive/space/list
GET /api/v2/user/{}/cfg
GET /api/v2/drive/space/{}/benefit
GET /api/v2/user/{}/drive/info
GET /api/v2/drive/space/{}/handle
POST /api/v2/drive/space/{}/handle
POST /api/v2/file/{}/switch
GET /api/v2/file/{}/list
POST /api/v2/file/{}
PUT /api/v2/file/{}/update
PUT /api/v2/file/{}/upload/success-callback
GET /api/v2/file/{}/{}/info
PUT /api/v2/file/{}/update-info
POST /api/v2/file/{}/download
POST /api/v2/file/{}/batch-download
POST /api/v2/file/{}/compress
GET /api/v2/file/{}/task/{}
POST /api/v2/file/{}/copy
POST /api/v2/file/{}/move
PUT /api/v2/file/{}/rename
DELETE /api/v2/file/{}/{}
POST /api/v2/file/{}/{}/recycle
POST /api/v2/file/{}/{}/restore
GET /api/v2/file/{}/recycles
POST /api/v2/file/{}/recycle/clear
POST /api/v2/drive/{}/asset
PUT /api/v2/drive/{}/asset/{}
POST /api/v2/drive/{}/asset/list
GET /api/v2/drive/{}/asset/{}
GET /api/v2/drive/{}/asset/{}/file
GET /api/v2/drive/{}/asset/{}/down-url
POST /api/v2/drive/{}/asset/recycle
POST /api/v2/drive/{}/asset/star
PUT /api/v2/drive/{}/asset/{}/permission
POST /api/v2/drive/{}/asset/{}/open-share
POST /api/v2/drive/{}/asset/{}/share-set
POST /api/v2/drive/{}/asset/{}/cancel-share
POST /api/v2/drive/{}/asset/{}/share-update
POST /api/v2/drive/{}/asset/folders/list
POST /api/v2/drive/{}/asset/folders
POST /api/v2/drive/{}/asset/folders/delete
POST /api/v2/drive/{}/asset/folders/pin
PUT /api/v2/drive/{}/asset/folders/{}/rename
`.trim().split("\n")

/** What the emulator answers below /api, as `METHOD /path`. Storages alone make the callback. */
const routes = readdirSync(join(root, "emulator/src/api")).filter((name) => name !== "StorageCallbackRoute.ts")
  .flatMap((name) => {
    const code = readFileSync(join(root, "emulator/src/api", name), "utf8")
    return [...code.matchAll(/HttpRouter\.(get|post|put|del)\(\s*"(\/api\/[^"]+)"/g)]
  })
  .map(([, method = "", path = ""]) =>
    `${method === "del" ? "DELETE" : method.toUpperCase()} ${path.replace(/:\w+/g, "{}")}`
  )

const unnamed = (path: string) => path.replace(/\{\w+\}/g, "{}")

interface GoldenCase {
  readonly area: string
  readonly name: string
  readonly exchange: Exchange | undefined
}

/** `files: list, listDefaults; assets: update` → the exchanges. */
const goldenOf = (row: Row): ReadonlyArray<GoldenCase> =>
  row.tests.split(";").flatMap((group) => {
    const [area = "", names = ""] = group.split(":").map((one) => one.trim())
    const file = join(root, `test/golden/${area}.json`)
    assert.isTrue(existsSync(file), `${row.call}: test/golden/${area}.json`)
    const exchanges: Readonly<Record<string, Exchange>> = JSON.parse(readFileSync(file, "utf8"))
    return names.split(",").map((name) => ({ area, name: name.trim(), exchange: exchanges[name.trim()] }))
  })

const matches = (row: Row, { request }: Exchange) => {
  const template = row.path.split("/").map((part) => part.startsWith("{") ? "[^/?]+" : part).join("/")
  return request.method === row.method && new RegExp(`^${template}$`).test(request.target.replace(/\?.*$/, ""))
}

const served = (area: string) => readFileSync(join(root, `test/golden/${area}.test.ts`), "utf8")

describe("the table of calls", () => {
  it("is the one that is meant", () => {
    assert.isAtLeast(rows.length, specified.length)
    for (const row of rows.filter(isVisitors)) assert.isTrue(existsSync(join(root, row.tests.replaceAll("`", ""))))
  })

  it("has every call of the specification, and marks what goes beyond it", () => {
    const calls = new Set(rows.map((row) => `${row.method} ${unnamed(row.path)}`))
    assert.deepStrictEqual(specified.filter((call) => !calls.has(call)), [])
    for (const row of rows) {
      if (!specified.includes(`${row.method} ${unnamed(row.path)}`)) assert.include(row.call, "(d", row.call)
    }
  })

  it("has every call that the emulator serves, and no other", () => {
    assert.isAtLeast(routes.length, specified.length)
    const calls = ofUsers.map((row) => `${row.method} ${unnamed(row.path)}`)
    assert.sameMembers([...new Set(routes)], [...new Set(calls)])
  })

  it("says what goes in and what comes out", () => {
    for (const row of rows) {
      const bodyless = row.request === "" && row.method !== "PUT"
      assert.isTrue(bodyless || row.request !== "", `${row.call}: request`)
      assert.isNotEmpty(row.answer, `${row.call}: answer`)
    }
  })

  it.effect("names a function of ours for each", () =>
    Effect.gen(function*() {
      const services = yield* Effect.context<Drive.Drive.DriveServices>()
      const all: Readonly<Record<string, unknown>> = Drive
      for (const row of ofUsers) {
        const [service = "", method = ""] = row.ours.split(".")
        const tag = all[service]
        assert.isTrue(Context.isTag(tag), `${row.call}: no service ${service}`)
        if (!Context.isTag(tag)) continue
        const found: Readonly<Record<string, unknown>> = Context.unsafeGet(services, tag)
        assert.isFunction(found[method], `${row.call}: no function ${row.ours}`)
      }
    }).pipe(Effect.provide(TestDrive.layer())))

  it("names tests that make that very call", () => {
    for (const row of ofUsers) {
      const cases = goldenOf(row)
      assert.isNotEmpty(cases, row.call)
      for (const { area, exchange, name } of cases) {
        assert.isDefined(exchange, `${row.call}: ${area} has no ${name}`)
        if (exchange === undefined) continue
        assert.isTrue(matches(row, exchange), `${area}: ${name} is not ${row.call}`)
        assert.include(served(area), `"${name}"`, `no test asks for ${area}: ${name}`)
      }
    }
  })

  it("leaves out no exchange that was written by hand", () => {
    const named = new Set(ofUsers.flatMap(goldenOf).map(({ area, name }) => `${area}: ${name}`))
    const areas = new Set(ofUsers.flatMap(goldenOf).map(({ area }) => area))
    for (const area of areas) {
      const exchanges: object = JSON.parse(readFileSync(join(root, `test/golden/${area}.json`), "utf8"))
      const calls = Object.entries(exchanges) as ReadonlyArray<[string, Exchange]> // golden files hold nothing else
      for (const [name, exchange] of calls) {
        if (named.has(`${area}: ${name}`)) continue
        assert.isTrue(ofUsers.some((row) => matches(row, exchange)), `${area}: ${name} is no call of the table`)
      }
    }
  })
})
