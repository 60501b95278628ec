/**
 * Brings the missing bytes to the target: in ranges side by side, or one after the other.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as ByteRanges from "../../domain/ByteRanges.js"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import type { OpenSink } from "../../services/FileSink.js"
import { tellEnd } from "../../services/Inspection.js"
import type { AttemptMeter } from "../../services/transfers/Meter.js"
import { countBytes } from "../parts/TransferMetrics.js"
import { watchRequest } from "../parts/watchRequest.js"
import type { DownloadRun } from "./DownloadRun.js"
import { endOf } from "./DownloadRun.js"
import { gatherWrites } from "./gatherWrites.js"
import * as PacedBytes from "./PacedBytes.js"
import { parallelRanges } from "./parallelRanges.js"
import * as RangeReply from "./RangeReply.js"

interface WatchedRange {
  readonly object: DownloadRun["object"]
  readonly moved: ((bytes: number) => void) | undefined
}

/**
 * Tells of the request for one range, where an inspector is open: of all its connections, since it continues where one was cut.
 * Gives the object as it is to be read, and whom to tell of bytes that have arrived. The row
 * ends with the scope.
 */
const watchRange = (
  { entry, object }: DownloadRun,
  bytes: number
): Effect.Effect<WatchedRange, never, Scope.Scope> => {
  const { hooks } = watchRequest({ id: entry.id, hooks: object.hooks }, {
    kind: "range",
    method: "GET",
    path: "range",
    bytes
  })
  const { watch } = hooks
  if (watch === undefined) return Effect.succeed({ object, moved: undefined })
  watch.started()
  // A recovery that ends is not the end of the range.
  const recovering = { ...watch, ended: () => {} }
  const watched: DownloadRun["object"] = {
    ...object,
    hooks: { ...hooks, watch: recovering },
    get version() {
      return object.version
    },
    set version(version) {
      object.version = version
    }
  }
  return Effect.as(
    Effect.addFinalizer((exit) => tellEnd(watch, exit)),
    { object: watched, moved: watch.moved }
  )
}

/** Bytes of one write to the target. */
const gathered = 1_048_576

/** How often it is noted how far the target has come, milliseconds. */
const noteEvery = 2000

/** How long a target that waits for its reader may take for what has arrived, when a run is left. */
const patience = "1 second"

const progressOf = ({ entry, object }: DownloadRun) => ({ version: object.version, done: entry.checkpoint.done })

/** The storage has another object than the service says, and what is wanted of it ends elsewhere. */
const checkSize = ({ entry, object, subject, wanted }: DownloadRun): Effect.Effect<void, IntegrityError> => {
  const { size } = object.version ?? {}
  if (size === undefined || wanted.end === undefined || object.expected === undefined) return Effect.void
  const end = Math.min(entry.request.range?.end ?? size, size)
  return end === wanted.end
    ? Effect.void
    : new IntegrityError({ what: "size", subject, expected: `${wanted.end}`, actual: `${end}` })
}

/** A storage may give less than it was asked for, and nobody would look for a hole between other bytes. */
const checkEnd = (
  { object: { version }, subject }: DownloadRun,
  asked: number | undefined,
  position: number
): Effect.Effect<void, IntegrityError> => {
  // A range of an archive may reach beyond it.
  const end = Math.min(asked ?? Infinity, version?.size ?? Infinity)
  return end === Infinity || end === position
    ? Effect.void
    : new IntegrityError({ what: "size", subject, expected: `${end}`, actual: `${position}` })
}

/** The first answer gives the size of what the service said nothing about. */
const learnSize = (run: DownloadRun) =>
  Effect.sync(() => {
    const { engine, entry, object, wanted } = run
    const end = endOf(run)
    if (object.expected !== undefined || end === undefined) return
    const size = end - wanted.start
    if (entry.snapshot.size === size) return
    entry.meter.size = size
    engine.registry.publish(entry, { size })
  })

interface Transfer {
  readonly run: DownloadRun
  readonly sink: OpenSink
  readonly flight: AttemptMeter
  /** Opens with the first answer, which settles the version that all others are asked for by. */
  readonly settled: Effect.Latch
  readonly noted: { at: number; isUnderway: boolean }
  /** So many bytes were written. */
  moved: (bytes: number, now: number) => void
}

/** A clock that was set back makes it due, too. */
const isDue = (noted: Transfer["noted"], now: number) => !noted.isUnderway && Math.abs(now - noted.at) >= noteEvery

const note = Effect.fnUntraced(function*({ run, noted, sink }: Transfer) {
  const now = yield* Clock.currentTimeMillis
  if (!isDue(noted, now)) return
  noted.at = now
  noted.isUnderway = true
  // A note that is left half-way would be made later all the same, over what has been noted or removed since.
  yield* Effect.ensuring(
    Effect.uninterruptible(sink.keep(progressOf(run))),
    Effect.sync(() => {
      noted.isUnderway = false
    })
  )
})

/**
 * All of the file needs no range, and of an empty one there is none; an end that is asked for is the end of the file or one before it.
 */
const needsNoRange = (
  { entry, throttle, wanted }: DownloadRun,
  { end, start }: { readonly start: number; readonly end: number | undefined }
): boolean =>
  start === 0 && end === wanted.end && (end === 0 || (entry.request.range === undefined && throttle === undefined))

/**
 * One range of the object, or without an end all of it from `start` on. What has arrived when the run is left is written
 * too.
 */
const transfer = Effect.fnUntraced(function*(
  one: Transfer,
  range: { readonly start: number; readonly end: number | undefined },
  isAll: boolean = needsNoRange(one.run, range)
) {
  const { flight, run, sink } = one
  const { checkpoint } = run.entry
  const { engine, entry, object, wanted } = run
  const watched = yield* watchRange(run, range.end === undefined ? 0 : range.end - range.start)
  const bytes = yield* PacedBytes.openFlow(watched.object, isAll ? undefined : range, run.throttle)
  checkpoint.version = object.version
  yield* one.settled.open
  yield* checkSize(run)
  yield* learnSize(run)

  const clock = yield* Effect.clock
  const enough = Math.min(gathered, run.throttle?.rangeSize ?? gathered)
  const writes = gatherWrites(sink, range.start - wanted.start, enough, (span) => {
    checkpoint.done = ByteRanges.add(checkpoint.done, span)
    entry.written += span.end - span.start
    engine.registry.touch(entry)
    one.moved(span.end - span.start, clock.unsafeCurrentTimeMillis())
  })
  const isNoteDue = () => isDue(one.noted, clock.unsafeCurrentTimeMillis())
  let position = range.start
  yield* Effect.addFinalizer(() => Effect.suspend(() => countBytes("down", position - range.start)))
  const pour = bytes.pour((bytes, free) => {
    entry.arrived += bytes.length
    position += bytes.length
    flight.sent(bytes.length)
    watched.moved?.(bytes.length)
    const written = writes.add(bytes, free)
    return isNoteDue() ? Effect.zipRight(written ?? Effect.void, note(one)) : written
  })
  // A run that is left has an end already; what could not be written is asked for again by the next one.
  yield* Effect.onError(pour, () => Effect.option(Effect.timeout(writes.rest, patience)))
  yield* writes.rest
  yield* checkEnd(run, range.end, position)
}, Effect.scoped)

/**
 * Asks by the last byte whether the storage still has the version that is here as a whole: it may have waited for its name for days. An
 * archive is never another one, and where the service knows a digest that tells. All of that version is as good an answer.
 */
const askStill = (run: DownloadRun, end: number) =>
  run.object.expected === undefined || run.sha1 !== undefined || run.crc64 !== undefined
    ? Effect.void
    : Effect.scoped(
      Effect.zipRight(PacedBytes.openFlow(run.object, { start: end - 1, end }, undefined), checkSize(run))
    ).pipe(Effect.catchIf(RangeReply.isWholeInstead, () => Effect.void))

/** Where nothing was written yet, or it can be written again, all of the file may be read from its start. */
const canBeginAgain = ({ run: { entry }, sink }: Transfer): boolean =>
  entry.request.range === undefined && (sink.order === "any" || entry.checkpoint.done.length === 0)

/** A storage that knows no ranges gives all of the file, once, and what is there of it is written again. */
const orWhole = <E extends { readonly retry: string }, R>(one: Transfer, ranges: Effect.Effect<void, E, R>) =>
  Effect.catchIf(ranges, (error) => RangeReply.isWholeInstead(error) && canBeginAgain(one), () => {
    const { engine, entry, wanted } = one.run
    entry.checkpoint.done = []
    entry.meter.startFrom(0)
    entry.written = 0
    engine.registry.publish(entry, { connections: 1 })
    return transfer({ ...one, moved: () => {} }, { start: 0, end: wanted.end }, true)
  })

/**
 * Ends when every wanted byte was written.
 */
export const fetchMissing = Effect.fnUntraced(function*(run: DownloadRun, sink: OpenSink) {
  const { engine, entry, object, throttle, wanted, width } = run
  const { checkpoint, meter } = entry
  const isEndKnown = object.expected !== undefined || object.version?.size !== undefined
  // Behind a gap there is more only where its end is known: else that is asked for again.
  if (!isEndKnown) checkpoint.done = checkpoint.done.filter(({ start }) => start === 0)
  const there = ByteRanges.total(checkpoint.done)
  meter.startFrom(there)
  entry.written = there
  const flight = meter.attempt(Number.MAX_SAFE_INTEGER, () => engine.registry.touch(entry))
  engine.registry.publish(entry)
  const one: Transfer = {
    run,
    sink,
    flight,
    settled: yield* Effect.makeLatch(object.version !== undefined),
    noted: { at: yield* Clock.currentTimeMillis, isUnderway: false },
    moved: () => {}
  }
  const end = endOf(run)
  if (!isEndKnown || end === undefined) {
    return yield* transfer(one, { start: wanted.start + there, end: wanted.end })
  }
  const size = end - wanted.start
  // That there are no bytes is what the service tells: the storage is asked.
  if (size === 0) return yield* transfer(one, { start: wanted.start, end })
  const gaps = ByteRanges.missing(checkpoint.done, { start: 0, end: size })
    .map(({ end, start }) => ({ start: start + wanted.start, end: end + wanted.start }))
  if (gaps.length === 0) return yield* askStill(run, end)
  const { rangeSize } = engine.tuning
  const isOneByOne = sink.order === "ascending" || throttle !== undefined || size <= 2 * rangeSize
  if (isOneByOne) {
    const inTurn = Effect.forEach(gaps, (gap) => transfer(one, gap), { discard: true })
    return yield* orWhole(one, inTurn)
  }
  const publish = (connections: number) => engine.registry.publish(entry, { connections })
  const lanes = parallelRanges(width, ByteRanges.pieces(gaps, rangeSize), one.settled, publish)
  one.moved = lanes.moved
  yield* orWhole(one, lanes.run((range) => transfer(one, range)))
})
