/**
 * Lifecycle rules as callers give them, checked before any call is made (spec point 5). What a program without types may
 * hand over is checked too.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidInput } from "./errors/InputErrors.js"
import * as FieldNames from "./FieldNames.js"
import { type LifecycleRule, maxRuleCount, maxRuleIdBytes, StorageClass } from "./LifecycleRule.js"

type Fields = Readonly<Record<string, unknown>>

const dayMillis = 86_400_000

const invalid = (field: string, message: string) => Either.left(new InvalidInput({ field, message }))

const allOf = (checks: Iterable<Either.Either<void, InvalidInput>>): Either.Either<void, InvalidInput> => {
  for (const check of checks) {
    if (Either.isLeft(check)) return check
  }
  return Either.void
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** What a rule and its parts may say. With the prefix or the tags misspelled, a rule would remove all objects of the bucket. */
const dueNames = ["days", "createdBefore"]
const names = {
  rule: [
    "id",
    "status",
    "prefix",
    "tags",
    "transitions",
    "expiration",
    "abortMultipartUpload",
    "noncurrentVersionTransitions",
    "noncurrentVersionExpiration"
  ],
  tag: ["key", "value"],
  transition: [...dueNames, "storageClass"],
  expiration: [...dueNames, "expiredObjectDeleteMarker"],
  due: dueNames,
  ofVersions: ["days"],
  transitionOfVersions: ["days", "storageClass"]
}

const checkNames = (field: string, fields: Fields, known: ReadonlyArray<string>): Either.Either<void, InvalidInput> =>
  Either.map(FieldNames.only(field, fields, known), () => undefined)

const checkFields = (
  field: string,
  value: unknown,
  known: ReadonlyArray<string>,
  check: (fields: Fields) => Either.Either<void, InvalidInput>
): Either.Either<void, InvalidInput> => {
  if (value === undefined) return Either.void
  return isFields(value)
    ? Either.flatMap(checkNames(field, value, known), () => check(value))
    : invalid(field, `${field} must be an object`)
}

const checkEach = (
  field: string,
  values: unknown,
  known: ReadonlyArray<string>,
  check: (fields: Fields, field: string) => Either.Either<void, InvalidInput>
): Either.Either<void, InvalidInput> => {
  if (values === undefined) return Either.void
  if (!Array.isArray(values)) return invalid(field, `${field} must be a list`)
  // An empty place in a list is no rule, and `map` passes it over.
  return allOf(Array.from(values, (value: unknown, index) => {
    const at = `${field}[${index}]`
    return isFields(value)
      ? Either.flatMap(checkNames(at, value, known), () => check(value, at))
      : invalid(at, `${at} must be an object`)
  }))
}

const isPositiveInteger = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0

const checkDays = (at: string, days: unknown): Either.Either<void, InvalidInput> =>
  isPositiveInteger(days) ? Either.void : invalid(`${at}.days`, "days must be a positive integer")

const checkDue = (at: string, { createdBefore, days }: Fields): Either.Either<void, InvalidInput> => {
  if ((days === undefined) === (createdBefore === undefined)) {
    return invalid(at, "either days or createdBefore is required")
  }
  if (days !== undefined) return checkDays(at, days)
  return Number.isSafeInteger(createdBefore) && Number(createdBefore) % dayMillis === 0
    ? Either.void
    : invalid(`${at}.createdBefore`, "createdBefore must be a midnight in UTC, in epoch milliseconds")
}

const checkClass = (at: string, { storageClass }: Fields): Either.Either<void, InvalidInput> =>
  Schema.is(StorageClass)(storageClass)
    ? Either.void
    : invalid(`${at}.storageClass`, "storage class must be IA, Archive, ColdArchive or DeepColdArchive")

const checkExpiration = (at: string, expiration: Fields): Either.Either<void, InvalidInput> => {
  if (expiration["expiredObjectDeleteMarker"] === undefined) return checkDue(at, expiration)
  const alone = expiration["expiredObjectDeleteMarker"] === true && expiration["days"] === undefined &&
    expiration["createdBefore"] === undefined
  return alone
    ? Either.void
    : invalid(
      `${at}.expiredObjectDeleteMarker`,
      "expiredObjectDeleteMarker must be true, without days or createdBefore"
    )
}

const checkTag = ({ key, value }: Fields, at: string): Either.Either<void, InvalidInput> =>
  typeof key === "string" && key !== "" && typeof value === "string"
    ? Either.void
    : invalid(at, "a tag needs a key and a value")

const checkId = (at: string, id: unknown): Either.Either<void, InvalidInput> => {
  if (id === undefined) return Either.void
  return typeof id === "string" && new TextEncoder().encode(id).length <= maxRuleIdBytes
    ? Either.void
    : invalid(`${at}.id`, `rule id must be a text of at most ${maxRuleIdBytes} bytes`)
}

const hasAction = (rule: Fields): boolean =>
  ["transitions", "noncurrentVersionTransitions"].some((name) => {
    const actions = rule[name]
    return Array.isArray(actions) && actions.length > 0
  }) ||
  ["expiration", "abortMultipartUpload", "noncurrentVersionExpiration"].some((name) => rule[name] !== undefined)

const checkRule = (rule: Fields, at: string): Either.Either<void, InvalidInput> => {
  const status = rule["status"]
  const prefix = rule["prefix"]
  return allOf([
    checkId(at, rule["id"]),
    status === "Enabled" || status === "Disabled"
      ? Either.void
      : invalid(`${at}.status`, "status must be Enabled or Disabled"),
    prefix === undefined || typeof prefix === "string" ? Either.void : invalid(`${at}.prefix`, "prefix must be a text"),
    checkEach(`${at}.tags`, rule["tags"], names.tag, checkTag),
    checkEach(
      `${at}.transitions`,
      rule["transitions"],
      names.transition,
      (one, field) => allOf([checkClass(field, one), checkDue(field, one)])
    ),
    checkFields(
      `${at}.expiration`,
      rule["expiration"],
      names.expiration,
      (one) => checkExpiration(`${at}.expiration`, one)
    ),
    checkFields(
      `${at}.abortMultipartUpload`,
      rule["abortMultipartUpload"],
      names.due,
      (one) => checkDue(`${at}.abortMultipartUpload`, one)
    ),
    checkEach(
      `${at}.noncurrentVersionTransitions`,
      rule["noncurrentVersionTransitions"],
      names.transitionOfVersions,
      (one, field) => allOf([checkClass(field, one), checkDays(field, one["days"])])
    ),
    checkFields(
      `${at}.noncurrentVersionExpiration`,
      rule["noncurrentVersionExpiration"],
      names.ofVersions,
      (one) => checkDays(`${at}.noncurrentVersionExpiration`, one["days"])
    ),
    hasAction(rule) ? Either.void : invalid(at, "a rule needs an action: a transition, an expiration or an abort")
  ])
}

const checkIds = (rules: ReadonlyArray<LifecycleRule>): Either.Either<void, InvalidInput> => {
  const seen = new Set<string>()
  for (const [index, { id }] of rules.entries()) {
    if (id === undefined || id === "") continue
    if (seen.has(id)) return invalid(`rules[${index}].id`, `two rules have the id "${id}"`)
    seen.add(id)
  }
  return Either.void
}

/**
 * The rules themselves, or what is wrong with the first that is wrong; `field` of the error leads to it
 * (`rules[0].transitions[1].days`). An empty list is refused: removing the rules is another call.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  rules: ReadonlyArray<LifecycleRule>
): Either.Either<ReadonlyArray<LifecycleRule>, InvalidInput> => {
  if (!Array.isArray(rules) || rules.length > maxRuleCount) {
    return invalid("rules", `rules must be a list of at most ${maxRuleCount}`)
  }
  if (rules.length === 0) return invalid("rules", "rules must not be empty: remove the lifecycle instead")
  return checkEach("rules", rules, names.rule, checkRule).pipe(
    Either.flatMap(() => checkIds(rules)),
    Either.map(() => rules)
  )
}
