/**
 * `npm start -- [DIR]`: the web drive on this machine. Builds it when it is not fresh, starts an emulator that keeps everything in
 * a folder, puts sample files into it the first time, and prints the address that signs in.
 */
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { stat, writeFile } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { putSampleFiles } from "./sampleFiles.js"
import { webDriveFolder } from "./webDriveBuild.js"

const usage = `Usage: npm start -- [DIR] [--port N] [--data FOLDER] [--web-drive FOLDER]

Starts a drive on this machine and prints the address that opens it.

  DIR                 a folder to put into the drive first
  --port N            port of the drive (default 4455; 0 takes a free one), its storages get the next ones
  --data FOLDER       where everything is kept (default .drive)
  --web-drive FOLDER  a built web drive (default: dist/app, which is built when the sources have changed)
  --help              this text
`

class UsageError extends Error {}

const read = (words: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        "port": { type: "string" },
        "data": { type: "string" },
        "web-drive": { type: "string" },
        "help": { type: "boolean", short: "h" }
      }
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const portOf = (text: string): number => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`--port takes a number from 0 to 65535, not "${text}"`)
  return port
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const isThere = (path: string): Promise<boolean> => stat(path).then(() => true, () => false)

/** Once per folder of data: what people delete stays deleted. */
const putSamplesOnce = async (drive: DriveClient, data: string, spaceIds: ReadonlyArray<string>): Promise<void> => {
  const mark = join(data, "sample-files")
  if (await isThere(mark)) return
  say("Putting sample files into it …")
  for (const spaceId of spaceIds) {
    await drive.spaces.select(spaceId)
    await putSampleFiles(drive)
  }
  await writeFile(mark, "The sample files were put into this drive.\n")
}

const putFolder = async (drive: DriveClient, folder: string, spaceId: string): Promise<void> => {
  say(`Putting ${folder} into it …`)
  await drive.spaces.select(spaceId)
  const parentFileId = await drive.files.ensureFolder(basename(folder))
  const report = await drive.uploads.startFolder({ path: folder, parentFileId, checkNameMode: "overwrite" }).done
  if (report.failed.length > 0) say(`${report.failed.length} of its files could not be put into it.`)
}

const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once("SIGINT", () => resolve())
    process.once("SIGTERM", () => resolve())
  })

const run = async (words: ReadonlyArray<string>): Promise<void> => {
  const { positionals, values } = read(words)
  if (values.help === true) return say(usage)
  if (positionals.length > 1) throw new UsageError(`one folder at a time, not ${positionals.length}`)
  const port = portOf(values.port ?? "4455")
  const folder = positionals[0] === undefined ? undefined : resolve(positionals[0])
  if (folder !== undefined && !await stat(folder).then((found) => found.isDirectory(), () => false)) {
    throw new UsageError(`${folder} is not a folder`)
  }
  const data = resolve(values.data ?? ".drive")
  const given = values["web-drive"]
  const webDrive = given === undefined
    ? await webDriveFolder(process.cwd(), () => say("Building the web drive …"))
    : resolve(given)

  const emulator = await startEmulator({ port, data, webDrive, faultSwitches: true })
  try {
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "start", version: "1" }, language: "en" })
    try {
      await drive.session.login({ accessToken: emulator.accessToken })
      const spaceIds = emulator.spaces.filter(({ platform }) => platform !== "cos").map(({ spaceId }) => spaceId)
      await putSamplesOnce(drive, data, spaceIds.filter((spaceId) => spaceId !== "s3-archive"))
      if (folder !== undefined) await putFolder(drive, folder, spaceIds[0] ?? "")
    } finally {
      await drive.dispose()
    }
    say(
      `\n  ${
        emulator.webDrive ?? ""
      }\n\nOpen this address: it signs in. Everything is kept in ${data}. Stop with Ctrl-C.`
    )
    await untilSignal()
  } finally {
    await emulator.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
