/**
 * Runs the table of bad input on one platform: every call by the Promise client, over sockets, and by the service itself.
 */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  AssetFolders,
  Assets,
  Bucket,
  Credentials,
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
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient, DriveServices } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { table } from "./badInputTable.js"
import type { Expected, Many, Platform, Row, World } from "./matrix.js"
import { inputs } from "./matrix.js"
import * as Outcomes from "./outcomes.js"

const product = { id: "bad-input", version: "1.0" }

const unknown = "no-such-id"

/** 1,024 bytes of UTF-8, the most a name may have, in characters of 1 to 4 bytes. */
const longest = (turn: number) => `${"aä漢\u{1f600}".repeat(102)}${String(turn).padStart(4, "0")}`

const odd = ["\u{1f469}\u200d\u{1f680}.txt", "e\u0301 und é", "שלום", "%2e%2e?&#+ ", "漢字 \u{20bb7}", "a\\b:c*"]

/** A service is an Effect over the drive's services. */
const services: Readonly<Record<string, Effect.Effect<object, never, DriveServices>>> = {
  session: Session,
  spaces: Spaces,
  credentials: Credentials,
  files: Files,
  contents: FileContents,
  uploads: Uploads,
  folderUploads: FolderUploads,
  downloads: Downloads,
  tasks: Tasks,
  migration: Migration,
  assets: Assets,
  assetFolders: AssetFolders,
  sharing: Sharing,
  recycleBin: RecycleBin,
  bucket: Bucket,
  "bucket.lifecycle": Effect.map(Bucket, ({ lifecycle }) => lifecycle),
  "bucket.versioning": Effect.map(Bucket, ({ versioning }) => versioning),
  driveEvents: DriveEvents
}

/** Faces within faces. */
const innerFaces = ["bucket.lifecycle", "bucket.versioning"]

/** Functions whose name in the client is not the one they have in a service. */
const renamed: Readonly<Record<string, readonly [service: string, method: string]>> = {
  "files.saveContent": ["contents", "save"],
  "uploads.startFolder": ["folderUploads", "start"]
}

const functionsOf = (face: object): ReadonlyArray<string> =>
  Object.entries(face).filter(([, method]) => typeof method === "function").map(([name]) => name)

const isFace = (drive: DriveClient, name: string): boolean =>
  name !== "runtime" && typeof Reflect.get(drive, name) === "object"

const faceOf = (drive: DriveClient, name: string): object | undefined =>
  name === "client"
    ? drive
    : name.split(".").reduce<object | undefined>(
      (at, key) => at === undefined ? undefined : Reflect.get(at, key),
      drive
    )

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${unknown}-${index}`)

interface Case {
  readonly title: string
  readonly args: ReadonlyArray<unknown>
  readonly expected: Expected
  /** The service's own call is left out where it would only repeat all of these calls. */
  readonly byService: boolean
}

interface Foreign {
  readonly files: string
  readonly bin: string
}

const manyOn = (
  many: Many,
  platform: Platform
): { readonly count: number; readonly expected: Expected } | undefined => {
  if (typeof many === "string" || "s3" in many) return { count: 10_000, expected: many }
  if (!("expected" in many) || many.except[platform] !== undefined) return undefined
  return { count: many.count, expected: many.expected }
}

const casesOf = ({ calls, face }: Row, world: World, foreign: Foreign, turn: number): ReadonlyArray<Case> => {
  const { id, list, marker, name, page } = calls
  const cases: Array<Case> = []
  const add = (title: string, args: ReadonlyArray<unknown>, expected: Expected, byService = true) =>
    cases.push({ title, args, expected, byService })
  if (id !== undefined) add("an unknown id", id.args(unknown, world), id.unknown)
  if (list !== undefined) {
    add("an empty list", list.args([], world), list.empty)
    add("a list of an unknown id", list.args([unknown], world), list.unknown)
    const many = manyOn(list.many, world.platform)
    if (many !== undefined) add(`${many.count} ids`, list.args(ids(many.count), world), many.expected, false)
  }
  if (name !== undefined) {
    add("a name of 1,024 bytes", name.args(longest(turn), world), name.longest)
    add("a name of 1,025 bytes", name.args(`${longest(turn)}x`, world), name.tooLong)
    for (const one of odd) add(`the name ${one}`, name.args(`${turn} ${one}`, world), name.odd ?? name.longest)
  }
  if (page !== undefined) add("a page after the last", page.args(99, world), page.afterLast)
  if (marker !== undefined) {
    add("a marker of another space", marker.args(face === "files" ? foreign.files : foreign.bin, world), marker.foreign)
  }
  return cases
}

/** Bad input for every function, on this platform. */
export const badInputTableOn = (platform: Platform): void => {
  let emulator: RunningEmulator
  let drive: DriveClient
  let world: World
  let foreign: Foreign
  const other = { spaceId: `${platform}-other` }

  const put = async (name: string, spaceId = platform as string) =>
    await drive.uploads.start({ source: name, name }, { spaceId }).done

  beforeAll(async () => {
    emulator = await startEmulator({
      spaces: [{ spaceId: platform, platform }, { ...other, platform }],
      taskDuration: "1 millis"
    })
    drive = createDrive({ apiHost: emulator.apiHost, product })
    await drive.session.initialise({ accessToken: emulator.accessToken })
    const { assetId, fileId } = await put("known")
    const asset = assetId ?? (await drive.assets.create({ fileId })).assetId
    for (const name of ["a", "b", "c"]) await put(name, other.spaceId)
    const { items, next } = await drive.files.list({ pageSize: 1 }, other)
    await drive.recycleBin.recycle(items.map((one) => one.fileId), other)
    for (const name of ["d", "e"]) {
      await drive.recycleBin.recycle([(await put(name, other.spaceId)).fileId], other)
    }
    foreign = { files: next ?? "", bin: (await drive.recycleBin.list({ limit: 1 }, other)).next ?? "" }
    world = {
      platform,
      fileId,
      assetId: asset,
      folderId: await drive.files.createFolder({ name: "known folder" }),
      assetFolderId: (await drive.assetFolders.create({ name: "known" })).folderId,
      directory: mkdtempSync(join(tmpdir(), "effect-drive-bad-"))
    }
  })
  afterAll(async () => {
    await drive.dispose()
    await emulator.close()
    rmSync(world.directory, { recursive: true, force: true })
  })

  it("names every function of the client and of the services", async () => {
    const named = table.map((row) => `${row.face}.${row.method}`)
    assert.deepStrictEqual(named.filter((name, index) => named.indexOf(name) !== index), [], "named twice")
    const faces = ["client", ...Object.keys(drive).filter((name) => isFace(drive, name)), ...innerFaces]
    const ofClient = faces.flatMap((face) =>
      functionsOf(faceOf(drive, face) ?? {}).map((method) => `${face}.${method}`)
    )
    const known = new Map(Object.entries(renamed).map(([name, [service, method]]) => [`${service}.${method}`, name]))
    const ofServices = await Promise.all(
      Object.entries(services).map(async ([service, tag]) =>
        functionsOf(await drive.run(tag)).map((method) => known.get(`${service}.${method}`) ?? `${service}.${method}`)
      )
    )
    assert.deepStrictEqual([...new Set([...ofClient, ...ofServices.flat()])].sort(), [...named].sort())
  })

  it("has for each function each input, or the reason why not", () => {
    for (const { calls, face, method, without } of table) {
      for (const input of inputs) {
        assert.isTrue((calls[input] === undefined) === (without[input] !== undefined), `${face}.${method}: ${input}`)
      }
    }
  })

  for (const [turn, row] of table.entries()) {
    if (Object.keys(row.calls).length === 0) continue
    it(`${row.face}.${row.method}`, async () => {
      const [serviceName, method] = renamed[`${row.face}.${row.method}`] ?? [row.face, row.method]
      const tag = services[serviceName]
      assert.isDefined(tag, serviceName)
      const service = await drive.run(tag)
      const face = faceOf(drive, row.face)
      for (const { args, byService, expected, title } of casesOf(row, world, foreign, turn)) {
        const wanted = typeof expected === "string" ? expected : expected[platform]
        if (face !== undefined) {
          const outcome = await Outcomes.ofPromise(() => Reflect.apply(Reflect.get(face, row.method), face, args))
          assert.strictEqual(outcome, wanted, `${title}, by the client`)
        }
        if (!byService) continue
        const outcome = await drive.run(
          Outcomes.ofEffect(() => Reflect.apply(Reflect.get(service, method), service, args))
        )
        assert.strictEqual(outcome, wanted, `${title}, by the service`)
      }
    })
  }

  it("and nothing was touched", async () => {
    assert.strictEqual((await drive.files.info(world.folderId)).name, "known folder")
    assert.strictEqual((await drive.downloads.blob({ fileId: world.fileId })).size, "new".length)
    assert.deepStrictEqual((await drive.recycleBin.list()).items, [])
  })
}
