/**
 * Arguments of other types than those that a function takes, as a program without types gives them: `InvalidInput`, never a bare
 * error of the language, and no call is made.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Cause, type Context, Effect, Exit } from "effect"
import {
  AssetFolders,
  Assets,
  Bucket,
  Downloads,
  DriveEvents,
  FileContents,
  Files,
  FolderUploads,
  Migration,
  RecycleBin,
  Session,
  Sharing,
  Spaces,
  Tasks,
  Uploads
} from "effect-drive"
import type { DriveClient, DriveServices } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import type { TestDriveClient } from "effect-drive/testing"
import { createTestDrive } from "effect-drive/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { InvalidInput } from "../../src/domain/errors/InputErrors.js"
import { table } from "./badInputTable.js"
import { beforeOptions, wrongOptions, wrongSpaces } from "./callOptions.js"
import type { Row, World } from "./matrix.js"
import * as Outcomes from "./outcomes.js"

/** By the type that is right: what is wrong. */
const wrong: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  string: [7, true, {}, ["a"], null],
  number: ["1", true, {}, null],
  boolean: ["yes", 7, {}, null],
  object: [7, "text", true, null, ["a"]],
  list: [7, "text", true, null, { fileIds: ["a"] }, [7], [null], new Array(1)],
  function: [7, "text", true, null, {}]
}

/** Fields that take one of a few words. */
const words = new Set(["checkNameMode", "fileType", "method", "tier"])

const typeOf = (value: unknown): string => Array.isArray(value) ? "list" : typeof value

/** `null` means there that nothing is given. */
const nullable = new Set(["page", "pageSize", "parentFileId", "spaceId", "permission", "folderId", "days"])

/** A number is a word of the service too. */
const numbers = new Set(["permission", "rawAction"])

/** Values that are checked by what is done with them, not by their type. */
const anything = new Set(["business", "access_token"])

/** What is wrong besides in fields that take more than one type. */
const alsoWrong: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  source: [{ path: 7 }, { name: "a" }, []],
  file: [{ path: 7 }, { name: "a" }, []],
  target: [{ name: 7 }, { name: "a" }, { path: "a" }, []]
}

const argsOf = ({ calls }: Row, world: World): ReadonlyArray<unknown> | undefined => {
  const { id, list, marker, name, page } = calls
  return id?.args("an-id", world) ?? list?.args(["an-id"], world) ?? name?.args("a-name", world) ??
    page?.args(1, world) ??
    marker?.args("a-marker", world)
}

/** Words and flags that the calls of the table leave out. */
const more: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "files.list": [{ fileType: "file" }],
  "files.listAll": [{ fileType: "folder" }],
  "files.createFolder": [{ name: "a", checkNameMode: "refuse" }],
  "files.rename": [{ fileId: "f", name: "a", checkNameMode: "refuse" }],
  "files.copy": [{ fileIds: ["f"], toParentFileId: "root", checkNameMode: "refuse" }, { isAsync: true }],
  "files.move": [{ fileIds: ["f"], toParentFileId: "root", checkNameMode: "refuse" }, { isAsync: true }],
  "files.remove": [["f"], { isAsync: true }],
  "recycleBin.recycle": [["f"], { isAsync: true }],
  "recycleBin.restore": [["f"], { isAsync: true }],
  "recycleBin.clear": [{ isAsync: true }],
  "uploads.start": [{
    source: "x",
    name: "a",
    parentFileId: "root",
    path: "a/b",
    checkNameMode: "refuse",
    chunkSize: 1,
    parallel: 1,
    priority: 1
  }],
  "uploads.startFolder": [{ path: "a", followLinks: true, checkNameMode: "refuse" }],
  "uploads.setLimits": [{ part: 1, bytesPerSecond: 1 }],
  "uploads.setPriority": ["u", 1],
  "downloads.archive": [{ fileIds: ["f"], name: "a.zip", expireSec: 1 }],
  "downloads.start": [{ fileId: "f", target: "/nowhere/f", range: { start: 0, end: 1 } }],
  "downloads.save": [{ fileIds: ["f"], target: "/nowhere/f", onProgress: () => {} }],
  "assets.create": [{ file: "x", name: "a", parentFileId: "root" }],
  "assets.update": [{ assetId: "a", file: "x", name: "a", chunkSize: 1 }],
  "downloads.stream": [{ fileId: "f", range: { start: 0, end: 1 } }],
  "downloads.blob": [{ fileId: "f", range: { start: 0, end: 1 } }],
  "bucket.resume": [{ source: "x", objectKey: "k", uploadId: "u", partSize: 1 }],
  "bucket.presign": [{ method: "GET", key: "k", downloadName: "a" }],
  "bucket.restore": [{ objectKey: "k", days: 1, tier: "Bulk" }],
  "bucket.versioning.put": ["Enabled"],
  "events.on": ["SignedIn", () => {}]
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
    const isOptions = isRecord(arg) && ("spaceId" in arg || "isAsync" in arg)
    const values = isOptions ? wrongOptions : wrong[typeOf(arg)] ?? []
    const whole = values.map((value) => ({ title: `${index}: ${shown(value)}`, args: instead(value) }))
    const fields = isRecord(arg)
      ? Object.entries(arg).filter(([field]) => !anything.has(field)).flatMap(([field, right]) =>
        [...wrong[typeOf(right)] ?? [], ...alsoWrong[field] ?? [], ...words.has(field) ? ["no such word"] : []]
          .filter((value) => value === null ? !nullable.has(field) : typeof value !== "number" || !numbers.has(field))
          .map((value) => ({
            title: `${field}: ${shown(value)}`,
            args: instead({ ...arg, [field]: value })
          }))
      )
      : []
    return [...whole, ...fields]
  })

/** A handle, `undefined` or nothing done for an id that is none: they ask for nothing. */
const tolerant = new Set([
  "get",
  "snapshot",
  "subscribe",
  "stop",
  "resume",
  "cancel",
  "retry",
  "remove",
  "settleConflict",
  "resumesByItself"
].flatMap((method) => [`uploads.${method}`, `downloads.${method}`]))

/** What signs in takes a token under more than one name. */
const skipped = new Set(["session.check", "session.add", ...tolerant])

/** First arguments that may be wrong: a path is text where an id is in a record, and an id that is none has no priority. */
const mayBe = (name: string, first: unknown): boolean =>
  name === "files.breadcrumb" ? typeof first === "string" : name === "uploads.setPriority" && first !== "u"

const faceOf = (drive: DriveClient, name: string): object | undefined =>
  name.split(".").reduce<object | undefined>((at, key) => at === undefined ? undefined : Reflect.get(at, key), drive)

/** The services behind the faces, and the names that differ there. */
type Found = (drive: DriveClient) => object

const service = <I extends DriveServices, S extends object>(tag: Context.Tag<I, S>): Found => (drive) =>
  drive.runtime.runSync(tag)

const services: Readonly<Record<string, Found>> = {
  session: service(Session),
  spaces: service(Spaces),
  files: service(Files),
  tasks: service(Tasks),
  migration: service(Migration),
  assets: service(Assets),
  assetFolders: service(AssetFolders),
  sharing: service(Sharing),
  recycleBin: service(RecycleBin),
  uploads: service(Uploads),
  downloads: service(Downloads),
  bucket: service(Bucket)
}

const elsewhere: Readonly<Record<string, readonly [Found, string]>> = {
  "files.saveContent": [service(FileContents), "save"],
  "uploads.startFolder": [service(FolderUploads), "start"]
}

const faceNames = new Set([...Object.keys(services), "bucket.lifecycle", "bucket.versioning", "events"])

/** How the call of a function that answers at once ended; one that gives an Effect has no other way to say it than a defect. */
const thrownBy = (call: () => unknown): string => {
  try {
    const given = call()
    if (!Exit.isExit(given)) return `fine: ${String(given)}`
    const error = Exit.isFailure(given) ? Cause.squash(given.cause) : given
    return error instanceof InvalidInput ? `InvalidInput ${error.field}` : String(error)
  } catch (error) {
    return isDriveError(error) && error._tag === "InvalidInput" ? `InvalidInput ${error.field}` : String(error)
  }
}

describe("wrong shapes", () => {
  let drive: TestDriveClient
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

  /** The first call would have met the fault. */
  const madeACall = (): boolean => {
    const { faults } = drive.emulator
    const unmet = faults.next({ target: "api", method: "GET", path: "/", query: new URLSearchParams() })
    return unmet === undefined
  }

  const complaints = async (
    cases: ReadonlyArray<Case>,
    call: (given: ReadonlyArray<unknown>) => Promise<string>,
    refusal = /^InvalidInput/
  ): Promise<ReadonlyArray<string>> => {
    const bad: Array<string> = []
    for (const { args, title } of cases) {
      drive.emulator.faults.add([{ match: {}, action: { _tag: "status", status: 418 } }])
      const outcome = await call(args).catch((error: Error) => error.message.split("\n")[0] ?? "")
      const called = madeACall()
      if (!refusal.test(outcome) || called) {
        bad.push(`${title} → ${outcome}${called ? ", after a call" : ""}`)
      }
    }
    return bad
  }

  const serviceOf = (face: string, method: string): readonly [object, string] => {
    const [outer = "", inner] = face.split(".")
    const [found, name] = elsewhere[`${face}.${method}`] ?? [services[outer], method]
    assert.isDefined(found)
    const service = found(drive)
    return [inner === undefined ? service : Reflect.get(service, inner), name]
  }

  it("what is to be called back", async () => {
    const upload = drive.uploads.start({ source: "x", name: "listened" })
    const folder = drive.uploads.startFolder({ entries: [] })
    const download = drive.downloads.start({ fileId: "f", target: join(world.directory, "f") })
    const uploads = drive.runtime.runSync(Uploads)
    const downloads = drive.runtime.runSync(Downloads)
    const calls: Readonly<Record<string, (listener: never) => unknown>> = {
      "uploads.subscribe": (listener) => drive.uploads.subscribe(listener),
      "uploads.subscribe to an id": (listener) => drive.uploads.subscribe(listener, upload.id),
      "uploads.subscribe to no id": (listener) => drive.uploads.subscribe(listener, "none"),
      "uploads.subscribeTotals": (listener) => drive.uploads.subscribeTotals(listener),
      "an upload's subscribe": upload.subscribe,
      "a folder's subscribe": folder.subscribe,
      "downloads.subscribe": (listener) => drive.downloads.subscribe(listener),
      "a download's subscribe": download.subscribe,
      "events.on": (listener) => drive.events.on("SignedIn", listener),
      "Uploads.subscribe": (listener) => uploads.subscribe(listener),
      "Uploads.subscribeTotals": (listener) => uploads.subscribeTotals(listener),
      "Downloads.subscribe": (listener) => downloads.subscribe(listener),
      "DriveEvents.on": (listener) =>
        drive.runtime.runSyncExit(Effect.scoped(Effect.flatMap(DriveEvents, (events) => events.on(listener))))
    }
    const outcomes = Object.entries(calls).flatMap(([name, call]) =>
      [...wrong["function"] ?? [], undefined].map((value) => {
        const outcome = thrownBy(() => Reflect.apply(call, undefined, [value]))
        return outcome === "InvalidInput listener" ? [] : `${name} of ${shown(value)} → ${outcome}`
      })
    )
    assert.deepStrictEqual(outcomes.flat(), [])
    await Promise.allSettled([upload.done, folder.done, download.done])
  })

  it("what is to be aborted by", async () => {
    const asset = { file: "x", name: "a" }
    const calls: Readonly<Record<string, (options: never) => unknown>> = {
      "files.list": (options) => drive.files.list({}, options),
      "files.listAll": (options) => drive.files.listAll({}, options),
      "uploads.start": (options) => drive.uploads.start({ source: "x", name: "a" }, options),
      "uploads.startFolder": (options) => drive.uploads.startFolder({ entries: [] }, options),
      "uploads.stopAll": (options) => drive.uploads.stopAll(options),
      "downloads.start": (options) => drive.downloads.start({ fileId: "f", target: "/nowhere/f" }, options),
      "downloads.url": (options) => drive.downloads.url("f", options),
      "tasks.poll": (options) => drive.tasks.poll("t", options),
      "assets.create": (options) => drive.assets.create({ name: "a" }, options),
      "assets.create with a file": (options) => drive.assets.create(asset, options),
      "assets.update": (options) => drive.assets.update({ assetId: "a", name: "b" }, options),
      "bucket.lifecycle.get": (options) => drive.bucket.lifecycle.get(options),
      "run": (options) => drive.run(Effect.void, options)
    }
    const values = [new AbortController(), "x", 7, true, {}, null]
    for (const [name, call] of Object.entries(calls)) {
      const cases = values.map((signal) => ({ title: `${name} by ${shown(signal)}`, args: [{ signal }] }))
      const outcome = (given: ReadonlyArray<unknown>) => Outcomes.ofPromise(() => Reflect.apply(call, undefined, given))
      assert.deepStrictEqual(await complaints(cases, outcome), [])
    }
    // No options are none: what a call comes to then is no bare error.
    for (const call of Object.values(calls)) await Outcomes.ofPromise(() => Reflect.apply(call, undefined, [null]))
  })

  it.each([
    {
      what: "the options of a call, which else would go to the space that is selected",
      before: { "session.initialise": [{ accessToken: "t" }], ...beforeOptions },
      values: wrongOptions
    },
    { what: "a space that is none, which is not the one that is selected", before: beforeOptions, values: wrongSpaces }
  ])("$what", async ({ before, values }) => {
    for (const [name, args] of Object.entries(before)) {
      const [face = "", method = ""] = name.split(/\.(?=[^.]+$)/)
      const of = faceOf(drive, face)
      assert.isDefined(of)
      const outcome = (given: ReadonlyArray<unknown>) =>
        Outcomes.ofPromise(() => Reflect.apply(Reflect.get(of, method), of, given))
      const cases = values.map((options) => ({ title: `${name}: ${shown(options)}`, args: [...args, options] }))
      assert.deepStrictEqual(await complaints(cases, outcome, /^InvalidInput (options|spaceId|space_id)/), [])
    }
  })

  const rows = table.filter(({ calls, face, method }) =>
    faceNames.has(face) && !skipped.has(`${face}.${method}`) &&
    (Object.keys(calls).length > 0 || `${face}.${method}` in more)
  )
  for (const row of rows) {
    const { face, method } = row
    const name = `${face}.${method}`
    const cases = () =>
      [argsOf(row, world), more[name]].flatMap((args) => args === undefined ? [] : casesOf(args))
        .filter(({ args }) => !mayBe(name, args[0]))

    it(name, async () => {
      const of = faceOf(drive, face)
      assert.isDefined(of)
      const call = (given: ReadonlyArray<unknown>) =>
        Outcomes.ofPromise(() => Reflect.apply(Reflect.get(of, method), of, given))
      assert.isNotEmpty(cases())
      assert.deepStrictEqual(await complaints(cases(), call), [])
    })

    if (face === "events") continue
    it(`${name}, of the service itself`, async () => {
      const [service, method] = serviceOf(face, row.method)
      const call = (given: ReadonlyArray<unknown>) =>
        Effect.runPromise(Outcomes.ofEffect(() => Reflect.apply(Reflect.get(service, method), service, given)))
      assert.deepStrictEqual(await complaints(cases(), call), [])
    })
  }
})
