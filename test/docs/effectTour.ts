/** The code of docs/effect.md, as one program. */
import { assert } from "@effect/vitest"
import { Console, Context, Effect, Exit, Layer, Metric, MetricState, Option, Stream, Tracer } from "effect"
import { Downloads, FileContents, Files, FolderUploads, Session, Uploads } from "effect-drive"
import * as Drive from "effect-drive/node"
import { Emulator, TestDrive } from "effect-drive/testing"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"

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

class Archive extends Context.Tag("my-app/Archive")<Archive, Context.Context<Drive.DriveServices>>() {}

const inArchive = <A, E>(use: Effect.Effect<A, E, Drive.DriveServices>) =>
  Effect.flatMap(Archive, (services) => Effect.provide(use, services))

const gone = Effect.flatMap(Files, (files) => files.info("no-such-file")).pipe(
  Effect.map(({ name }) => name),
  Effect.catchTag("FileNotFound", ({ fileId }) => Effect.succeed(`no file ${fileId}`)),
  Effect.catchTag("TokenExpired", () => Effect.succeed("sign in again"))
)

const inTest = Effect.gen(function*() {
  const session = yield* Session
  const emulator = yield* Emulator
  const files = yield* Files
  yield* session.initialise({ accessToken: TestDrive.accessToken })
  emulator.faults.add([{ match: { path: "/list" }, action: { _tag: "expire" } }])
  return yield* files.list()
}).pipe(Effect.provide(TestDrive.layer()))

const counted = Effect.map(Metric.snapshot, (metrics) => {
  const counters = metrics.filter(({ metricState }) => MetricState.isCounterState(metricState))
  return new Map(counters.map(({ metricKey, metricState }) => [metricKey.name, Object(metricState).count]))
})

/** Hands each span that has ended to a collector of OpenTelemetry (OTLP over HTTP, JSON). */
const openTelemetry = (collector: string, service: string) => {
  const posts: Array<Promise<unknown>> = []
  const valueOf = (value: unknown) =>
    typeof value === "number" ? { doubleValue: value } : { stringValue: String(value) }
  const attributesOf = (entries: Iterable<readonly [string, unknown]>) =>
    [...entries].map(([key, value]) => ({ key, value: valueOf(value) }))
  const send = (span: object) => {
    const resource = { attributes: attributesOf([["service.name", service]]) }
    const resourceSpans = [{ resource, scopeSpans: [{ scope: { name: "effect" }, spans: [span] }] }]
    const body = JSON.stringify({ resourceSpans })
    const headers = { "content-type": "application/json" }
    posts.push(fetch(`${collector}/v1/traces`, { method: "POST", headers, body }).catch(console.warn))
  }
  const flush = Layer.scopedDiscard(Effect.addFinalizer(() => Effect.promise(() => Promise.all(posts))))
  const tracer = Layer.setTracer(Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const above = Option.getOrUndefined(parent)
      const ids = { traceId: above?.traceId ?? randomBytes(16).toString("hex"), spanId: randomBytes(8).toString("hex") }
      const attributes = new Map<string, unknown>()
      return {
        ...{ _tag: "Span", name, ...ids, parent, context, links, kind, attributes, sampled: true },
        status: { _tag: "Started", startTime },
        attribute: (key, value) => {
          attributes.set(key, value)
        },
        event: () => {},
        addLinks: () => {},
        end: (endTime, exit) =>
          send({
            ...ids,
            ...(above === undefined ? {} : { parentSpanId: above.spanId }),
            name,
            kind: 1,
            startTimeUnixNano: String(startTime),
            endTimeUnixNano: String(endTime),
            attributes: attributesOf(attributes),
            status: { code: Exit.isSuccess(exit) ? 1 : 2 }
          })
      }
    }
  }))
  return Layer.merge(tracer, flush)
}

/** A collector that keeps what it is sent. */
const startCollector = async () => {
  const spans: Array<Sent> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
      const { resourceSpans }: Posted = JSON.parse(Buffer.concat(chunks).toString())
      if (request.url === "/v1/traces") {
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap((one) => one.spans))
      }
      response.setHeader("content-type", "application/json").end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return { spans, server, url: `http://127.0.0.1:${port}` }
}

interface Sent {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: object }>
}

interface Posted {
  readonly resourceSpans: ReadonlyArray<{ readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Sent> }> }>
}

export const tour = async (apiHost: string, accessToken: string, folder: string): Promise<void> => {
  writeFileSync(`${folder}/log.txt`, "running\n")
  const collector = await startCollector()
  const telemetry = openTelemetry(collector.url, "my-app")
  const drive = Drive.layerNode({ apiHost, product: { id: "my-app", version: "2.4" } })
  const traced = drive.pipe(Layer.provide(telemetry))

  const archive = Layer.effect(Archive, Effect.context<Drive.DriveServices>()).pipe(
    Layer.provide(Drive.layerNode({ apiHost, product: { id: "my-archive", version: "2.4" } }))
  )
  const twoDrives = Layer.merge(drive, archive)

  const program = Effect.all([report(accessToken), backup(folder), gone]).pipe(Effect.provide(drive))
  const [{ names, text }, { succeeded }, answer] = await Effect.runPromise(program)

  assert.deepStrictEqual([names, text, succeeded], [["data.csv"], "one,two\n", 1])
  assert.strictEqual(answer, "no file no-such-file")
  assert.strictEqual((await Effect.runPromise(Effect.flip(inTest)))._tag, "TokenExpired")

  const state = Effect.flatMap(Session, (session) => Effect.map(session.state(), ({ _tag }) => _tag))
  const both = Effect.zipRight(report(accessToken), Effect.all([state, inArchive(state)]))
  assert.deepStrictEqual(await Effect.runPromise(Effect.provide(both, twoDrives)), ["Ready", "SignedOut"])

  const sizes = await Effect.runPromise(
    Effect.zipRight(Effect.provide(report(accessToken), traced), counted)
  )
  assert.isAtLeast(sizes.get("drive.bytes") ?? 0, 16)
  const { attributes, parentSpanId, spanId, traceId } = collector.spans.find(({ name }) => name === "drive.upload") ??
    assert.fail()
  assert.match(traceId, /^[0-9a-f]{32}$/)
  assert.isUndefined(parentSpanId)
  assert.includeDeepMembers([...attributes], [{ key: "drive.size", value: { doubleValue: 8 } }])
  assert.isTrue(collector.spans.some((span) => span.traceId === traceId && span.parentSpanId === spanId))
  collector.server.closeAllConnections()
  collector.server.close()
}
