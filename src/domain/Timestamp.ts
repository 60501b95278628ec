/**
 * Points in time as the service writes them.
 *
 * @since 1.0.7
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** Below this a number is seconds (the year 5138), from it on milliseconds (the year 1973). */
const firstMilliseconds = 100_000_000_000

const fromNumber = (value: number): number => value < firstMilliseconds ? value * 1000 : value

const fromText = (text: string): number => /^\d+(\.\d+)?$/.test(text) ? fromNumber(Number(text)) : Date.parse(text)

/**
 * Epoch milliseconds, read from seconds, milliseconds or ISO 8601 text.
 *
 * @since 1.0.7
 * @category schemas
 */
export const Timestamp = Schema.transformOrFail(Schema.Union(Schema.Number, Schema.String), Schema.Number, {
  strict: true,
  decode: (value, _, ast) => {
    const time = typeof value === "number" ? fromNumber(value) : fromText(value)
    return Number.isFinite(time)
      ? ParseResult.succeed(time)
      : ParseResult.fail(new ParseResult.Type(ast, value, "a time in seconds, milliseconds or ISO 8601"))
  },
  encode: (time) => ParseResult.succeed(new Date(time).toISOString())
}).annotations({ identifier: "Timestamp" })
