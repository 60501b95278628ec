/**
 * Arguments of other types than those that a function takes, as a program without types gives them: `InvalidInput`, never a bare
 * error of the language, and no call is made.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { DriveClient } from "effect-drive/promise"
import { createTestDrive } from "effect-drive/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { table } from "./badInputTable.js"
import type { Row, World } from "./matrix.js"
import * as Outcomes from "./outcomes.js"

/** By the type that is right: what is wrong. */
const wrong: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  string: [7, true, {}, ["a"], null],
  number: ["1", true, {}, null],
  boolean: ["yes", 7, {}, null],
  object: [7, "text", true, null, ["a"]],
  list: [7, "text", true, null, { fileIds: ["a"] }, [7], [null]]
}

const typeOf = (value: unknown): string => Array.isArray(value) ? "list" : typeof value

/** `null` means there that nothing is given. */
const nullable = new Set(["page", "pageSize", "parentFileId", "spaceId", "permission", "folderId"])

/** A number is a word of the service too. */
const numbers = new Set(["permission", "rawAction"])

/** Values that are checked by what is done with them, not by their type. */
const anything = new Set(["source", "target", "entries", "file", "archive", "business", "access_token"])

const argsOf = ({ calls }: Row, world: World): ReadonlyArray<unknown> | undefined => {
  const { id, list, marker, name, page } = calls
  return id?.args("an-id", world) ?? list?.args(["an-id"], world) ?? name?.args("a-name", world) ??
    page?.args(1, world) ??
    marker?.args("a-marker", world)
}

interface Case {
  readonly title: string
  readonly args: ReadonlyArray<unknown>
}

const shown = (value: unknown): string => JSON.stringify(value) ?? "undefined"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeOf(value) === "object" && value !== null

/** Each argument, and each field of each argument, in turn. */
const casesOf = (args: ReadonlyArray<unknown>): ReadonlyArray<Case> =>
  args.flatMap((arg, index) => {
    const instead = (value: unknown) => args.map((one, at) => at === index ? value : one)
    const isOptions = isRecord(arg) && "spaceId" in arg
    const whole = isOptions || typeof arg === "function"
      ? []
      : (wrong[typeOf(arg)] ?? []).map((value) => ({ title: `${index}: ${shown(value)}`, args: instead(value) }))
    const fields = isRecord(arg)
      ? Object.entries(arg).filter(([field]) => !anything.has(field)).flatMap(([field, right]) =>
        (wrong[typeOf(right)] ?? [])
          .filter((value) => value === null ? !nullable.has(field) : typeof value !== "number" || !numbers.has(field))
          .map((value) => ({
            title: `${field}: ${shown(value)}`,
            args: instead({ ...arg, [field]: value })
          }))
      )
      : []
    return [...whole, ...fields]
  })

/** A handle or `undefined` for an id that is none: they ask for nothing. */
const tolerant = new Set(["get", "snapshot", "subscribe"])

const faceOf = (drive: DriveClient, name: string): object | undefined =>
  name.split(".").reduce<object | undefined>((at, key) => at === undefined ? undefined : Reflect.get(at, key), drive)

const faces = new Set([
  "session",
  "spaces",
  "files",
  "tasks",
  "migration",
  "assets",
  "assetFolders",
  "sharing",
  "recycleBin"
])

describe("wrong shapes", () => {
  let drive: DriveClient
  let world: World

  beforeAll(async () => {
    drive = await createTestDrive({ spaces: [{ spaceId: "s3", platform: "s3" }] })
    const directory = mkdtempSync(join(tmpdir(), "effect-drive-shapes-"))
    world = { platform: "s3", fileId: "f", folderId: "d", assetId: "a", assetFolderId: "x", directory }
  })
  afterAll(async () => {
    await drive.dispose()
    rmSync(world.directory, { recursive: true, force: true })
  })

  for (const row of table) {
    if (!faces.has(row.face) || tolerant.has(row.method) || row.method === "check" || row.method === "add") continue
    if (Object.keys(row.calls).length === 0) continue
    it(`${row.face}.${row.method}`, async () => {
      const face = faceOf(drive, row.face)
      assert.isDefined(face)
      const args = argsOf(row, world)
      assert.isDefined(args)
      const bad: Array<string> = []
      for (const { args: given, title } of casesOf(args)) {
        const outcome = await Outcomes.ofPromise(() => Reflect.apply(Reflect.get(face, row.method), face, given)).catch(
          (error: Error) => error.message.split("\n")[0] ?? ""
        )
        if (!outcome.startsWith("InvalidInput")) bad.push(`${title} → ${outcome}`)
      }
      assert.deepStrictEqual(bad, [])
    }, 60_000)
  }
})
