/**
 * Lifecycle rules in the XML of OSS. The SDK's own writer takes one transition a rule, changes the caller's objects and
 * escapes nothing; its reader does not tell what it leaves out.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import type { LifecycleDue, LifecycleRule } from "../../../domain/LifecycleRule.js"
import { StorageClass } from "../../../domain/LifecycleRule.js"
import { NumberText } from "../../../domain/NumberText.js"
import { Timestamp } from "../../../domain/Timestamp.js"

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const escape = (text: string): string =>
  // Line ends would be read back as one kind, so they are written as references.
  text.replace(/[&<>\r\n\t]/g, (one) => entities[one] ?? `&#${one.charCodeAt(0)};`)

const element = (name: string, ...content: ReadonlyArray<string>): string => `<${name}>${content.join("")}</${name}>`

const textElement = (name: string, text: string): string => element(name, escape(text))

const dueElement = (due: LifecycleDue): string =>
  due.days === undefined
    ? textElement("CreatedBeforeDate", new Date(due.createdBefore).toISOString())
    : textElement("Days", String(due.days))

const expirationElement = (expiration: NonNullable<LifecycleRule["expiration"]>): string =>
  element(
    "Expiration",
    "expiredObjectDeleteMarker" in expiration
      ? textElement("ExpiredObjectDeleteMarker", "true")
      : dueElement(expiration)
  )

const ruleElement = (rule: LifecycleRule): string => {
  const { abortMultipartUpload, expiration, id, noncurrentVersionExpiration, prefix = "" } = rule
  return element(
    "Rule",
    id === undefined || id === "" ? "" : textElement("ID", id),
    textElement("Prefix", prefix),
    textElement("Status", rule.status),
    ...(rule.tags ?? []).map(({ key, value }) => element("Tag", textElement("Key", key), textElement("Value", value))),
    expiration === undefined ? "" : expirationElement(expiration),
    ...(rule.transitions ?? []).map((one) =>
      element("Transition", dueElement(one), textElement("StorageClass", one.storageClass))
    ),
    abortMultipartUpload === undefined ? "" : element("AbortMultipartUpload", dueElement(abortMultipartUpload)),
    noncurrentVersionExpiration === undefined
      ? ""
      : element(
        "NoncurrentVersionExpiration",
        textElement("NoncurrentDays", String(noncurrentVersionExpiration.days))
      ),
    ...(rule.noncurrentVersionTransitions ?? []).map((one) =>
      element(
        "NoncurrentVersionTransition",
        textElement("NoncurrentDays", String(one.days)),
        textElement("StorageClass", one.storageClass)
      )
    )
  )
}

/**
 * The body of a PutBucketLifecycle.
 */
export const toXml = (rules: ReadonlyArray<LifecycleRule>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element("LifecycleConfiguration", ...rules.map(ruleElement))}`

const Days = NumberText.pipe(Schema.filter((days) => Number.isSafeInteger(days) && days > 0))

const CreatedBefore = Schema.Struct({
  CreatedBeforeDate: Timestamp,
  IsAccessTime: Schema.optional(Schema.Literal("false"))
})

const AfterDays = Schema.Struct({ Days, IsAccessTime: Schema.optional(Schema.Literal("false")) })

const Due = Schema.Union(AfterDays, CreatedBefore)

const inClass = { StorageClass }

const Transition = Schema.Union(
  Schema.Struct({ ...AfterDays.fields, ...inClass }),
  Schema.Struct({ ...CreatedBefore.fields, ...inClass })
)

const ofVersions = {
  NoncurrentDays: Days,
  IsAccessTime: Schema.optional(Schema.Literal("false"))
}

/** One element of a name is an object, several are a list. */
const several = <A, I>(item: Schema.Schema<A, I>) => Schema.optional(Schema.Union(Schema.Array(item), item))

const Rule = Schema.Struct({
  ID: Schema.optional(Schema.String),
  Prefix: Schema.optional(Schema.String),
  Status: Schema.Literal("Enabled", "Disabled"),
  Tag: several(Schema.Struct({ Key: Schema.String, Value: Schema.String })),
  Expiration: Schema.optional(Schema.Union(Due, Schema.Struct({ ExpiredObjectDeleteMarker: Schema.Literal("true") }))),
  Transition: several(Transition),
  AbortMultipartUpload: Schema.optional(Due),
  NoncurrentVersionExpiration: Schema.optional(Schema.Struct({ NoncurrentDays: Days })),
  NoncurrentVersionTransition: several(Schema.Struct({ ...ofVersions, ...inClass }))
})

const dueOf = (due: typeof Due.Type): LifecycleDue =>
  "Days" in due ? { days: due.Days } : { createdBefore: due.CreatedBeforeDate }

const listOf = <A>(value: A | ReadonlyArray<A> | undefined): ReadonlyArray<A> =>
  value === undefined ? [] : [value].flat() as ReadonlyArray<A> // the items are objects, so that only the list is opened

const ruleOf = (rule: typeof Rule.Type): LifecycleRule => {
  const { AbortMultipartUpload: aborts, Expiration, ID, NoncurrentVersionExpiration, Prefix = "" } = rule
  const tags = listOf(rule.Tag).map(({ Key, Value }) => ({ key: Key, value: Value }))
  const transitions = listOf(rule.Transition).map((one) => ({ ...dueOf(one), storageClass: one.StorageClass }))
  const noncurrent = listOf(rule.NoncurrentVersionTransition).map((one) => ({
    days: one.NoncurrentDays,
    storageClass: one.StorageClass
  }))
  return {
    ...(ID === undefined ? {} : { id: ID }),
    status: rule.Status,
    ...(Prefix === "" ? {} : { prefix: Prefix }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(transitions.length === 0 ? {} : { transitions }),
    ...(Expiration === undefined ? {} : {
      expiration: "ExpiredObjectDeleteMarker" in Expiration
        ? { expiredObjectDeleteMarker: true }
        : dueOf(Expiration)
    }),
    ...(aborts === undefined ? {} : { abortMultipartUpload: dueOf(aborts) }),
    ...(noncurrent.length === 0 ? {} : { noncurrentVersionTransitions: noncurrent }),
    ...(NoncurrentVersionExpiration === undefined
      ? {}
      : { noncurrentVersionExpiration: { days: NoncurrentVersionExpiration.NoncurrentDays } })
  }
}

const decode = Schema.decodeUnknownEither(Rule, { onExcessProperty: "error" })

const nameOf = (rule: unknown): string =>
  typeof rule === "object" && rule !== null && "ID" in rule ? `"${String(rule.ID)}"` : "without an id"

/**
 * The rules in an answer that the SDK has parsed; `UnsupportedOperation` when somebody else put one that cannot be told
 * here.
 */
export const ofAnswer = (data: unknown): Either.Either<ReadonlyArray<LifecycleRule>, UnsupportedOperation> => {
  const found: unknown = typeof data === "object" && data !== null && "Rule" in data ? data.Rule : []
  return Either.all(
    (Array.isArray(found) ? found : [found]).map((rule: unknown) =>
      decode(rule).pipe(Either.mapBoth({
        onLeft: () =>
          new UnsupportedOperation({
            operation: "Bucket.lifecycle",
            platform: "oss",
            message: `the bucket's rule ${nameOf(rule)} says what has no counterpart here`
          }),
        onRight: ruleOf
      }))
    )
  )
}
