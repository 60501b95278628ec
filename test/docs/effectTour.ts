/** The code of docs/effect.md, as one program. */
import { assert } from "@effect/vitest"
import { Console, Effect, Layer, Metric, MetricState, Stream } from "effect"
import { Downloads, FileContents, Files, FolderUploads, Session, Uploads } from "effect-drive"
import * as Drive from "effect-drive/node"
import { writeFileSync } from "node:fs"
import { keepingTracer } from "../keepingTracer.js"

const report = Effect.fn("report")(function*(accessToken: string) {
  const session = yield* Session
  const files = yield* Files
  const uploads = yield* Uploads
  const downloads = yield* Downloads

  const space = yield* session.initialise({ accessToken })
  const parentFileId = yield* files.ensureFolder("reports/2026")

  const upload = yield* uploads.start({ source: "one,two\n", name: "data.csv", parentFileId })
  yield* upload.changes.pipe(
    Stream.takeUntil(({ progress }) => progress === "success" || progress === "error"),
    Stream.runForEach(({ bytes, progress }) => Console.log(progress, bytes.committed)),
    Effect.fork
  )
  const { fileId } = yield* upload.await

  const text = yield* downloads.stream({ fileId }).pipe(Stream.decodeText(), Stream.mkString)
  const names = yield* files.listAll({ parentFileId }).pipe(Stream.map(({ name }) => name), Stream.runCollect)
  return { space: space.spaceId, names: [...names], text }
})

const backup = Effect.fn("backup")(function*(path: string) {
  const folders = yield* FolderUploads
  const contents = yield* FileContents
  const files = yield* Files

  const parentFileId = yield* files.ensureFolder("backup")
  const folder = yield* folders.start({ path, parentFileId, checkNameMode: "overwrite" })
  const report = yield* folder.await
  yield* Effect.forEach(report.failed, ({ error, path }) => Console.error(path, error.message))

  const { fileId } = yield* contents.save({ fileId: yield* files.resolve("backup/log.txt"), source: "done\n" })
  return { fileId, succeeded: report.succeeded }
})

const gone = Effect.flatMap(Files, (files) => files.info("no-such-file")).pipe(
  Effect.map(({ name }) => name),
  Effect.catchTag("FileNotFound", ({ fileId }) => Effect.succeed(`no file ${fileId}`)),
  Effect.catchTag("TokenExpired", () => Effect.succeed("sign in again"))
)

const counted = Effect.map(Metric.snapshot, (metrics) => {
  const counters = metrics.filter(({ metricState }) => MetricState.isCounterState(metricState))
  return new Map(counters.map(({ metricKey, metricState }) => [metricKey.name, Object(metricState).count]))
})

export const tour = async (apiHost: string, accessToken: string, folder: string): Promise<void> => {
  writeFileSync(`${folder}/log.txt`, "running\n")
  const spans: Array<unknown> = []
  const telemetry = Layer.setTracer(keepingTracer(spans))
  const drive = Drive.layerNode({ apiHost, product: { id: "my-app", version: "2.4" } })
  const traced = drive.pipe(Layer.provide(telemetry))

  const program = Effect.all([report(accessToken), backup(folder), gone]).pipe(Effect.provide(drive))
  const [{ names, text }, { succeeded }, answer] = await Effect.runPromise(program)

  assert.deepStrictEqual([names, text, succeeded], [["data.csv"], "one,two\n", 1])
  assert.strictEqual(answer, "no file no-such-file")

  const sizes = await Effect.runPromise(
    Effect.zipRight(Effect.provide(report(accessToken), traced), counted)
  )
  assert.isAtLeast(sizes.get("drive.bytes") ?? 0, 16)
  assert.include(spans.map(String).join(), "drive.upload")
}
