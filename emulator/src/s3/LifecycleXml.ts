/**
 * Lifecycle rules as S3 writes them, and what S3 asks of them.
 */
import * as Effect from "effect/Effect"
import * as Xml from "../bucketHttp/Xml.js"
import type { Due, LifecycleRule } from "../bucketRules/Lifecycle.js"
import { newSecret } from "../catalogue/Identifiers.js"
import { type S3Error, s3Error } from "./S3Error.js"
import * as StorageClass from "./StorageClass.js"

const malformed = s3Error("MalformedXML")
const invalid = (detail: string) => s3Error("InvalidArgument", detail)

const maximumRules = 1000
const maximumIdLength = 255
/** S3 moves nothing sooner into its infrequent-access classes. */
const minimumDaysBeforeInfrequentAccess = 30
const infrequentAccess: ReadonlyArray<string> = ["STANDARD_IA", "ONEZONE_IA"]

const childOf = (parent: Xml.XmlElement, name: string): Xml.XmlElement | undefined => Xml.all(parent, name)[0]

const textIn = (parent: Xml.XmlElement, name: string): string | undefined => Xml.textOf(parent, name)?.trim()

const daysIn = (parent: Xml.XmlElement, name: string, least: number, action: string) =>
  Effect.suspend(() => {
    const text = textIn(parent, name)
    if (text === undefined) return Effect.succeed(undefined)
    if (!/^-?\d+$/.test(text)) return malformed
    const days = Number(text)
    return days >= least && days < 2 ** 31
      ? Effect.succeed(days)
      : Effect.fail(invalid(`'${name}' for ${action} must be a ${least === 0 ? "nonnegative" : "positive"} integer`))
  })

/** Either days or a date at midnight, never both. */
const dueIn = Effect.fnUntraced(function*(parent: Xml.XmlElement, least: number, action: string) {
  const days = yield* daysIn(parent, "Days", least, action)
  const date = textIn(parent, "Date")
  if (days !== undefined && date !== undefined) return yield* malformed
  if (date === undefined) return days === undefined ? undefined : { days }
  const millis = Date.parse(date)
  if (Number.isNaN(millis)) return yield* malformed
  if (millis % 86_400_000 !== 0) return yield* invalid("'Date' must be at midnight GMT")
  return { date: new Date(millis).toISOString() }
})

const tagsIn = (parent: Xml.XmlElement) =>
  Effect.forEach(Xml.all(parent, "Tag"), (tag) => {
    const [key, value] = [Xml.textOf(tag, "Key"), Xml.textOf(tag, "Value")]
    return key === undefined || key === "" || value === undefined ? malformed : Effect.succeed({ key, value })
  })

const sizeIn = (parent: Xml.XmlElement, name: string) =>
  Effect.suspend(() => {
    const text = textIn(parent, name)
    if (text === undefined) return Effect.succeed(undefined)
    return /^\d+$/.test(text) ? Effect.succeed(Number(text)) : malformed
  })

const filterIn = Effect.fnUntraced(function*(rule: Xml.XmlElement) {
  const [prefix, filter] = [Xml.textOf(rule, "Prefix"), childOf(rule, "Filter")]
  if ((prefix === undefined) === (filter === undefined)) return yield* malformed
  if (filter === undefined) return { prefix: prefix ?? "", byPrefix: true, tags: [] }
  const all = childOf(filter, "And") ?? filter
  // Without And a filter names one thing.
  if (all === filter && filter.children.length > 1) return yield* malformed
  const largerThan = yield* sizeIn(all, "ObjectSizeGreaterThan")
  const smallerThan = yield* sizeIn(all, "ObjectSizeLessThan")
  if (largerThan !== undefined && smallerThan !== undefined && smallerThan <= largerThan) {
    return yield* invalid("'ObjectSizeLessThan' has to be a value greater than 'ObjectSizeGreaterThan'.")
  }
  return {
    prefix: Xml.textOf(all, "Prefix") ?? "",
    tags: yield* tagsIn(all),
    ...largerThan === undefined ? {} : { largerThan },
    ...smallerThan === undefined ? {} : { smallerThan }
  }
})

const classIn = (transition: Xml.XmlElement) => {
  const name = textIn(transition, "StorageClass")
  return name === undefined || !StorageClass.targets.includes(name) ? malformed : Effect.succeed(name)
}

const expirationIn = Effect.fnUntraced(function*(rule: Xml.XmlElement) {
  const expiration = childOf(rule, "Expiration")
  if (expiration === undefined) return undefined
  const due = yield* dueIn(expiration, 1, "Expiration action")
  const markers = textIn(expiration, "ExpiredObjectDeleteMarker")
  if (markers === undefined) return due ?? (yield* malformed)
  if (due !== undefined || (markers !== "true" && markers !== "false")) return yield* malformed
  return markers === "true" ? { deleteMarkers: true as const } : undefined
})

const transitionsIn = (rule: Xml.XmlElement) =>
  Effect.forEach(Xml.all(rule, "Transition"), (transition) =>
    Effect.gen(function*() {
      const storageClass = yield* classIn(transition)
      const due: Due = (yield* dueIn(transition, 0, "Transition action")) ?? (yield* malformed)
      if ("days" in due && infrequentAccess.includes(storageClass) && due.days < minimumDaysBeforeInfrequentAccess) {
        return yield* invalid(
          "'Days' in Transition action must be greater than or equal to 30 for storageClass " + `'${storageClass}'`
        )
      }
      return { due, storageClass }
    }))

const noncurrentIn = Effect.fnUntraced(function*(element: Xml.XmlElement, least: number) {
  const days = yield* daysIn(element, "NoncurrentDays", least, `${element.name} action`)
  const keep = yield* daysIn(element, "NewerNoncurrentVersions", 1, `${element.name} action`)
  return days === undefined ? yield* malformed : { days, ...keep === undefined ? {} : { keep } }
})

const noncurrentTransitionsIn = (rule: Xml.XmlElement) =>
  Effect.forEach(Xml.all(rule, "NoncurrentVersionTransition"), (element) =>
    Effect.map(
      Effect.all([classIn(element), noncurrentIn(element, 0)]),
      ([storageClass, when]) => ({ ...when, storageClass })
    ))

const actionsIn = Effect.fnUntraced(function*(rule: Xml.XmlElement) {
  const expiration = yield* expirationIn(rule)
  const noncurrent = childOf(rule, "NoncurrentVersionExpiration")
  const noncurrentExpiration = noncurrent === undefined ? undefined : yield* noncurrentIn(noncurrent, 1)
  const aborting = childOf(rule, "AbortIncompleteMultipartUpload")
  const days = aborting === undefined
    ? undefined
    : yield* daysIn(aborting, "DaysAfterInitiation", 1, "AbortIncompleteMultipartUpload action")
  if (aborting !== undefined && days === undefined) return yield* malformed
  return {
    ...expiration === undefined ? {} : { expiration },
    transitions: yield* transitionsIn(rule),
    ...noncurrentExpiration === undefined ? {} : { noncurrentExpiration },
    noncurrentTransitions: yield* noncurrentTransitionsIn(rule),
    ...days === undefined ? {} : { abortUploads: { days } }
  }
})

/** What S3 asks of a rule as a whole. */
const requireSense = (rule: LifecycleRule): Effect.Effect<void, S3Error> => {
  const { abortUploads, expiration, noncurrentExpiration, noncurrentTransitions, tags, transitions } = rule
  const acts = transitions.length + noncurrentTransitions.length > 0 ||
    [expiration, noncurrentExpiration, abortUploads].some((action) => action !== undefined)
  if (!acts) return s3Error("InvalidRequest", "At least one action needs to be specified in a rule")
  if (tags.length > 0 && abortUploads !== undefined) {
    return s3Error("InvalidRequest", "AbortIncompleteMultipartUpload cannot be specified with Tags.")
  }
  const ends = expiration !== undefined && "days" in expiration ? expiration.days : Infinity
  return transitions.every(({ due }) => !("days" in due) || due.days < ends)
    ? Effect.void
    : invalid(
      `'Days' in the Expiration action for filter '(prefix=${rule.prefix})' must be greater than 'Days' in the ` +
        "Transition action"
    )
}

const ruleIn = Effect.fnUntraced(function*(element: Xml.XmlElement) {
  const id = Xml.textOf(element, "ID")
  if (id !== undefined && id.length > maximumIdLength) {
    return yield* invalid("ID length should not exceed allowed limit of 255")
  }
  const status = textIn(element, "Status")
  if (status !== "Enabled" && status !== "Disabled") return yield* malformed
  const rule: LifecycleRule = {
    id: id === undefined || id === "" ? newSecret() : id,
    status,
    ...yield* filterIn(element),
    ...yield* actionsIn(element)
  }
  yield* requireSense(rule)
  return rule
})

/**
 * Reads a LifecycleConfiguration; a rule without an id is given one. Fails with MalformedXML, InvalidArgument or
 * InvalidRequest, as S3 does.
 */
export const read = Effect.fnUntraced(function*(text: string) {
  const root = Xml.parse(text)
  if (root?.name !== "LifecycleConfiguration") return yield* malformed
  const elements = Xml.all(root, "Rule")
  if (elements.length === 0 || elements.length > maximumRules) return yield* malformed
  const rules = yield* Effect.forEach(elements, ruleIn)
  if (new Set(rules.map((rule) => rule.id)).size < rules.length) {
    return yield* invalid("Rule ID must be unique. Found same ID for more than one rule")
  }
  return rules
})

const dueElements = (due: Due): Xml.XmlChildren =>
  "days" in due ? { Days: due.days } : { Date: "date" in due ? due.date : due.createdBefore }

const filterElement = (rule: LifecycleRule): Xml.XmlChildren => {
  const { largerThan, prefix, smallerThan, tags } = rule
  const parts: Xml.XmlChildren = {
    Prefix: prefix === "" && tags.length + Number(largerThan !== undefined) + Number(smallerThan !== undefined) > 0
      ? undefined
      : prefix,
    Tag: tags.length === 0 ? undefined : tags.map(({ key, value }) => ({ Key: key, Value: value })),
    ObjectSizeGreaterThan: largerThan,
    ObjectSizeLessThan: smallerThan
  }
  const count = Object.values(parts).filter((part) => part !== undefined).length + Math.max(0, tags.length - 1)
  return count > 1 ? { And: parts } : parts
}

const ruleElement = (rule: LifecycleRule): Xml.XmlChildren => ({
  ID: rule.id,
  ...rule.byPrefix === true ? { Prefix: rule.prefix } : { Filter: filterElement(rule) },
  Status: rule.status,
  Transition: rule.transitions.map(({ due, storageClass }) => ({ ...dueElements(due), StorageClass: storageClass })),
  Expiration: rule.expiration === undefined
    ? undefined
    : "deleteMarkers" in rule.expiration
    ? { ExpiredObjectDeleteMarker: true }
    : dueElements(rule.expiration),
  NoncurrentVersionTransition: rule.noncurrentTransitions.map(({ days, keep, storageClass }) => ({
    NoncurrentDays: days,
    StorageClass: storageClass,
    NewerNoncurrentVersions: keep
  })),
  NoncurrentVersionExpiration: rule.noncurrentExpiration === undefined ? undefined : {
    NoncurrentDays: rule.noncurrentExpiration.days,
    NewerNoncurrentVersions: rule.noncurrentExpiration.keep
  },
  AbortIncompleteMultipartUpload: rule.abortUploads !== undefined && "days" in rule.abortUploads
    ? { DaysAfterInitiation: rule.abortUploads.days }
    : undefined
})

/**
 * The rules as the content of a LifecycleConfiguration.
 */
export const write = (rules: ReadonlyArray<LifecycleRule>): Xml.XmlChildren => ({ Rule: rules.map(ruleElement) })
