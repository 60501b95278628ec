/**
 * How a call of either face ended, in a word or two.
 */
import { assert } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import { isDriveError } from "effect-drive/promise"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const tally = (errors: ReadonlyArray<unknown>): string => {
  const counts = new Map<string, number>()
  for (const item of errors) {
    const error = isRecord(item) ? item["error"] : undefined
    const tag = isDriveError(error) ? error._tag : assert.fail(`no error of the catalogue: ${String(error)}`)
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].map(([tag, count]) => `, ${count} ${tag}`).join("")
}

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return `${value.length} items`
  if (!isRecord(value)) return "fine"
  const { errorItems, failed, files, items, succeeded, successItems } = value
  if (isRecord(files)) return inWords(files)
  if (typeof succeeded === "number" && Array.isArray(failed)) return `${succeeded} done${tally(failed)}`
  if (Array.isArray(successItems) && Array.isArray(errorItems)) return `${successItems.length} done${tally(errorItems)}`
  return Array.isArray(items) ? `${items.length} items` : "fine"
}

const inAWord = (error: unknown): string => {
  if (!isDriveError(error)) return assert.fail(error instanceof Error ? error.stack ?? error.message : String(error))
  return error._tag === "InvalidInput" ? `InvalidInput ${error.field}` : error._tag
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> => isRecord(value) && Symbol.asyncIterator in value

/** What a promise, a loop or a handle comes to. */
const settled = async (value: unknown): Promise<unknown> => {
  const known = await value
  if (isIterable(known)) {
    const all: Array<unknown> = []
    for await (const item of known) all.push(item)
    return all
  }
  return isRecord(known) && known["done"] instanceof Promise ? known["done"] : known
}

/**
 * The outcome of a call of the Promise client; an error that is not of the catalogue fails the test.
 */
export const ofPromise = async (call: () => unknown): Promise<string> => {
  try {
    return inWords(await settled(call()))
  } catch (error) {
    return inAWord(error)
  }
}

const asOurs = (effect: unknown): Effect.Effect<unknown, unknown> => effect as Effect.Effect<unknown, unknown>

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown> =>
  isRecord(value) && Stream.StreamTypeId in value

/** What an Effect, a Stream or a started transfer comes to. */
const run = (value: unknown): Effect.Effect<unknown, unknown> => {
  if (isStream(value)) return Effect.map(Stream.runCollect(value), (chunk) => [...chunk])
  if (!Effect.isEffect(value)) return Effect.succeed(value)
  return Effect.flatMap(
    asOurs(value),
    (known) => isRecord(known) && Effect.isEffect(known["await"]) ? asOurs(known["await"]) : Effect.succeed(known)
  )
}

/**
 * The outcome of a call of a service; a defect fails the test.
 */
export const ofEffect = (call: () => unknown): Effect.Effect<string> =>
  Effect.map(Effect.exit(Effect.suspend(() => run(call()))), (exit) =>
    Exit.match(exit, {
      onSuccess: inWords,
      onFailure: (cause) =>
        Option.match(Cause.failureOption(cause), {
          onNone: () => assert.fail(Cause.pretty(cause)),
          onSome: inAWord
        })
    }))
