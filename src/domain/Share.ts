/**
 * Shares: links under which anybody may see an asset, or fetch it (spec point 6).
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { RawAction } from "./Asset.js"
import * as AssetInput from "./AssetInput.js"
import { InvalidInput } from "./errors/InputErrors.js"
import * as FieldNames from "./FieldNames.js"
import * as Shape from "./Shape.js"
import { Timestamp } from "./Timestamp.js"

/**
 * What a share is to be like. `expiresIn` counts from now, whole seconds; `code` is what visitors have to know, 4 to 64
 * printable ASCII characters without spaces; `permission` is the service's own word, such as `view` or `download`. `null`
 * means without one.
 *
 * @since 1.0.7
 * @category models
 */
export interface ShareSettings {
  readonly expiresIn?: Duration.DurationInput | null | undefined
  readonly code?: string | Redacted.Redacted<string> | null | undefined
  readonly permission?: RawAction | null | undefined
}

/**
 * An open share. Whoever has the `url` is in, unless there is a code, so it is a secret; the code itself never comes back.
 * `expiresAt` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface Share {
  readonly shareId: string | undefined
  readonly url: Redacted.Redacted<string>
  readonly expiresAt: number | undefined
  readonly hasCode: boolean | undefined
  readonly permission: RawAction | undefined
}

const secretAddress = Schema.NonEmptyString.annotations({ message: () => ({ message: "an address", override: true }) })

/**
 * The answer to a share that was opened.
 *
 * @since 1.0.7
 * @category schemas
 */
export const WireShare = Schema.Struct({
  share_id: Schema.optional(Schema.NullOr(Schema.String)),
  share_url: secretAddress,
  expire_time: Schema.optional(Schema.NullOr(Timestamp)),
  has_code: Schema.optional(Schema.NullOr(Schema.Boolean)),
  raw_action: Schema.optional(Schema.NullOr(RawAction))
})

/**
 * @since 1.0.7
 * @category constructors
 */
export const fromWire = (wire: typeof WireShare.Type): Share => ({
  shareId: wire.share_id || undefined,
  url: Redacted.make(wire.share_url),
  expiresAt: wire.expire_time ?? undefined,
  hasCode: wire.has_code ?? undefined,
  permission: wire.raw_action ?? undefined
})

/**
 * Settings as the wire spells them; what is absent was not given.
 *
 * @since 1.0.7
 * @category models
 */
export interface WireSettings {
  readonly expire_sec?: number | null | undefined
  readonly code?: string | null | undefined
  readonly raw_action?: RawAction | null | undefined
}

const codePattern = /^[\x21-\x7e]{4,64}$/

const refused = (field: string, message: string) => Either.left(new InvalidInput({ field, message }))

const secondsOf = (expiresIn: Duration.DurationInput): Either.Either<number, InvalidInput> => {
  const millis = Option.match(Duration.decodeUnknown(expiresIn), { onNone: () => NaN, onSome: Duration.toMillis })
  const seconds = Math.ceil(millis / 1000)
  return Number.isSafeInteger(seconds) && millis > 0
    ? Either.right(seconds)
    : refused("expiresIn", "expiresIn must be a time above 0")
}

/** Never says what the code was. */
const codeOf = (code: string | Redacted.Redacted<string>): Either.Either<string, InvalidInput> => {
  const text: unknown = Redacted.isRedacted(code) ? Redacted.value(code) : code
  return typeof text === "string" && codePattern.test(text)
    ? Either.right(text)
    : refused("code", "code must have 4 to 64 printable ASCII characters and no space")
}

/** `null` and what was not given stay as they are. */
const unlessNull = <A, B>(
  value: A | null | undefined,
  check: (value: A) => Either.Either<B, InvalidInput>
): Either.Either<B | null | undefined, InvalidInput> => {
  if (value === null) return Either.right(null)
  return value === undefined ? Either.right(undefined) : check(value)
}

/**
 * The settings for the wire, or what is wrong with them.
 *
 * @since 1.0.7
 * @category constructors
 */
export const settingsToWire = (settings: ShareSettings): Either.Either<WireSettings, InvalidInput> =>
  Shape.record("settings", settings).pipe(
    // A link without the code or the end that was meant would be open to anybody.
    Either.flatMap((given) => FieldNames.only("settings", given, ["expiresIn", "code", "permission"])),
    Either.flatMap(({ code, expiresIn, permission }) =>
      Either.all({
        expire_sec: unlessNull(expiresIn, secondsOf),
        code: unlessNull(code, codeOf),
        raw_action: unlessNull(permission, (action) => AssetInput.rawAction(action, "permission"))
      })
    )
  )
