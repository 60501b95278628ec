/**
 * `npm run demo -- DIR`: uploads a folder to a drive, lists it, downloads it again, and compares every hash.
 */
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Arguments } from "./arguments.js"
import * as CommandLine from "./arguments.js"
import * as LocalTrees from "./LocalTree.js"
import * as Report from "./report.js"
import * as RoundTrip from "./roundTrip.js"
import * as sampleTree from "./sampleTree.js"
import type { Screen } from "./Screen.js"
import * as Screens from "./Screen.js"
import * as Text from "./text.js"

/** What has to be undone at the end, the last first. */
type Undo = Array<() => Promise<unknown>>

const temporaryFolder = async (undo: Undo): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "effect-drive-"))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const sourceFolder = async (wanted: string | undefined, screen: Screen, signal: AbortSignal, undo: Undo) => {
  if (wanted === undefined) {
    screen.line(screen.colours.dim("Making a sample tree …"))
    const folder = await temporaryFolder(undo)
    await sampleTree.make(folder, signal)
    return folder
  }
  const folder = resolve(wanted)
  const isFolder = await stat(folder).then((found) => found.isDirectory(), () => false)
  if (!isFolder) throw new CommandLine.UsageError(`${wanted} is not a folder`)
  return folder
}

const connect = async ({ drive }: Arguments, undo: Undo) => {
  if (drive !== undefined) return { apiHost: drive.apiHost, accessToken: drive.token, name: drive.apiHost }
  const emulator = await startEmulator()
  undo.push(() => emulator.close())
  return { apiHost: emulator.apiHost, accessToken: emulator.accessToken, name: `an emulator at ${emulator.apiHost}` }
}

const run = async (args: Arguments, screen: Screen, signal: AbortSignal, undo: Undo): Promise<boolean> => {
  const { bold, dim } = screen.colours
  const source = await sourceFolder(args.directory, screen, signal, undo)
  const tree = await LocalTrees.read(source)
  const total = tree.files.reduce((sum, { size }) => sum + size, 0)
  const found = [Text.counted(tree.files.length, "file"), Text.counted(tree.folders.length, "folder")]
  screen.line(`${bold(source)}  ${[...found, Text.bytes(total)].join(", ")}`)

  const { accessToken, apiHost, name } = await connect(args, undo)
  const drive = createDrive({ apiHost, product: { id: "first-run", version: "1.0" }, language: "en" })
  undo.push(() => drive.dispose())
  const first = await drive.session.initialise({ accessToken }, { signal })
  const space = args.spaceId === undefined ? first : await drive.spaces.select(args.spaceId, { signal })
  const folder = `first run ${new Date().toISOString().replace(/\..*/, "").replace("T", " ").replaceAll(":", ".")}`
  const folderId = await drive.files.createFolder({ name: folder, checkNameMode: "auto_rename" }, { signal })
  screen.line(dim(`to space ${space.spaceId} (${space.platform}) of ${name}, folder “${folder}”`))
  screen.line()

  undo.push(() => drive.uploads.cancelAll())
  const job = { drive, screen, signal }
  const uploaded = await RoundTrip.upload(tree, folderId, job)
  screen.line(`\n${bold("On the drive")}`)
  const remote = await RoundTrip.list(folderId, job)
  screen.line()
  const target = await temporaryFolder(undo)
  const downloaded = await RoundTrip.download(remote, target, job)
  screen.line(dim("Comparing …\n"))
  const verdicts = await RoundTrip.compare(tree, remote, target, signal)
  return Report.print({ tree, remote, uploaded, downloaded, verdicts }, screen)
}

const main = async (): Promise<number> => {
  const isTerminal = process.stdout.isTTY === true
  const colour = isTerminal && process.env["NO_COLOR"] === undefined
  const screen = Screens.make(process.stdout, { colour })
  const controller = new AbortController()
  const undo: Undo = []
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt)

  try {
    const args = CommandLine.read(process.argv.slice(2))
    if (args === undefined) {
      screen.line(CommandLine.usage)
      return 0
    }
    return await run(args, screen, controller.signal, undo) ? 0 : 1
  } catch (error) {
    if (controller.signal.aborted) {
      screen.line("\nInterrupted, cleaning up …")
      return 130
    }
    process.stderr.write(`${screen.colours.red(Report.explain(error))}\n`)
    if (!(error instanceof CommandLine.UsageError)) return 1
    process.stderr.write(`\n${CommandLine.usage}`)
    return 2
  } finally {
    for (const step of undo.reverse()) {
      await step().catch((error: unknown) => process.stderr.write(`clean-up: ${Report.explain(error)}\n`))
    }
  }
}

process.exitCode = await main()
