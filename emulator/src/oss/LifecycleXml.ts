/**
 * Lifecycle rules as OSS spells them in XML, checked as OSS checks them.
 */
import * as Effect from "effect/Effect"
import * as Xml from "../bucketHttp/Xml.js"
import type { Due, LifecycleRule } from "../bucketRules/Lifecycle.js"
import { newSecret } from "../catalogue/Identifiers.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import * as StorageClass from "./StorageClass.js"

const malformed = ossError("MalformedXML")

const maximumRules = 1000
const maximumIdBytes = 255

const childOf = (parent: Xml.XmlElement, name: string): Xml.XmlElement | undefined => Xml.all(parent, name)[0]

const textIn = (parent: Xml.XmlElement, name: string): string | undefined => Xml.textOf(parent, name)?.trim()

/** What is not read here would be lost, and the rule that comes back another one. */
const checkKnown = (element: Xml.XmlElement, names: ReadonlyArray<string>): Effect.Effect<void, OssError> => {
  const unknown = element.children.find(({ name }) => !names.includes(name))
  return unknown === undefined
    ? Effect.void
    : Effect.fail(ossError("NotImplemented", undefined, { Header: unknown.name }))
}

const rulePieces = [
  ..."ID Prefix Status Tag Expiration Transition AbortMultipartUpload".split(" "),
  ..."NoncurrentVersionExpiration NoncurrentVersionTransition".split(" ")
]

const checkTransition = (transition: Xml.XmlElement): Effect.Effect<void, OssError> =>
  textIn(transition, "IsAccessTime") === "true"
    ? Effect.fail(ossError("NotImplemented", undefined, { Header: "IsAccessTime" }))
    : checkKnown(transition, ["Days", "CreatedBeforeDate", "NoncurrentDays", "StorageClass", "IsAccessTime"])

const daysIn = (parent: Xml.XmlElement, name: string): Effect.Effect<number | undefined, OssError> => {
  const text = textIn(parent, name)
  if (text === undefined) return Effect.succeed(undefined)
  return /^[1-9]\d{0,9}$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(invalidArgument(name, text, `${name} must be a positive integer.`))
}

/** Either days or a date at midnight, never both. */
const dueIn = Effect.fnUntraced(function*(parent: Xml.XmlElement) {
  const days = yield* daysIn(parent, "Days")
  const before = textIn(parent, "CreatedBeforeDate")
  if ((days === undefined) === (before === undefined)) return yield* malformed
  if (days !== undefined) return { days }
  const millis = Date.parse(before ?? "")
  return Number.isNaN(millis) || millis % 86_400_000 !== 0
    ? yield* invalidArgument("CreatedBeforeDate", before, "CreatedBeforeDate must be at midnight UTC.")
    : { createdBefore: new Date(millis).toISOString() }
})

const expirationIn = Effect.fnUntraced(function*(rule: Xml.XmlElement) {
  const expiration = childOf(rule, "Expiration")
  if (expiration === undefined) return undefined
  const markers = textIn(expiration, "ExpiredObjectDeleteMarker")
  if (markers === undefined) return yield* dueIn(expiration)
  const isAlone = expiration.children.length === 1
  return markers === "true" && isAlone ? { deleteMarkers: true as const } : yield* malformed
})

const classIn = Effect.fnUntraced(function*(transition: Xml.XmlElement) {
  yield* checkTransition(transition)
  const name = textIn(transition, "StorageClass") ?? ""
  return StorageClass.isStorageClass(name) && name !== "Standard"
    ? name
    : yield* invalidArgument("StorageClass", name, "The storage class of a transition is not one of OSS's.")
})

const transitionsIn = (rule: Xml.XmlElement) =>
  Effect.forEach(
    Xml.all(rule, "Transition"),
    (transition): Effect.Effect<{ readonly due: Due; readonly storageClass: string }, OssError> =>
      Effect.all({ due: dueIn(transition), storageClass: classIn(transition) })
  )

const noncurrentDaysIn = (element: Xml.XmlElement) =>
  Effect.flatMap(
    daysIn(element, "NoncurrentDays"),
    (days) => days === undefined ? Effect.fail(malformed) : Effect.succeed(days)
  )

const tagsIn = (rule: Xml.XmlElement) =>
  Effect.forEach(Xml.all(rule, "Tag"), (tag) => {
    const [key, value] = [Xml.textOf(tag, "Key"), Xml.textOf(tag, "Value")]
    return key === undefined || key === "" || value === undefined
      ? Effect.fail(malformed)
      : Effect.succeed({ key, value })
  })

const idIn = (rule: Xml.XmlElement): Effect.Effect<string, OssError> => {
  const id = Xml.textOf(rule, "ID") ?? ""
  if (Buffer.byteLength(id) > maximumIdBytes) {
    return Effect.fail(invalidArgument("ID", id, `A rule id has at most ${maximumIdBytes} bytes.`))
  }
  return Effect.succeed(id === "" ? newSecret() : id)
}

const ruleIn = Effect.fnUntraced(function*(element: Xml.XmlElement) {
  const status = textIn(element, "Status")
  if (status !== "Enabled" && status !== "Disabled") return yield* malformed
  yield* checkKnown(element, rulePieces)
  const id = yield* idIn(element)
  const expiration = yield* expirationIn(element)
  const noncurrent = childOf(element, "NoncurrentVersionExpiration")
  const aborting = childOf(element, "AbortMultipartUpload")
  const rule: LifecycleRule = {
    id,
    status,
    prefix: Xml.textOf(element, "Prefix") ?? "",
    tags: yield* tagsIn(element),
    ...expiration === undefined ? {} : { expiration },
    transitions: yield* transitionsIn(element),
    ...noncurrent === undefined ? {} : { noncurrentExpiration: { days: yield* noncurrentDaysIn(noncurrent) } },
    noncurrentTransitions: yield* Effect.forEach(
      Xml.all(element, "NoncurrentVersionTransition"),
      (one) => Effect.all({ days: noncurrentDaysIn(one), storageClass: classIn(one) })
    ),
    ...aborting === undefined ? {} : { abortUploads: yield* dueIn(aborting) }
  }
  const acts = rule.transitions.length + rule.noncurrentTransitions.length > 0 ||
    [expiration, noncurrent, aborting].some((action) => action !== undefined)
  if (!acts) return yield* malformed
  return rule.tags.length > 0 && aborting !== undefined
    ? yield* invalidArgument("Tag", undefined, "Tag cannot be used with AbortMultipartUpload.")
    : rule
})

/**
 * Reads a LifecycleConfiguration; fails with MalformedXML or InvalidArgument. A rule without an id is given one.
 */
export const read = Effect.fnUntraced(function*(text: string) {
  const root = Xml.parse(text)
  const elements = root?.name === "LifecycleConfiguration" ? Xml.all(root, "Rule") : []
  if (elements.length === 0 || elements.length > maximumRules) return yield* malformed
  const rules = yield* Effect.forEach(elements, ruleIn)
  return new Set(rules.map((rule) => rule.id)).size < rules.length
    ? yield* invalidArgument("ID", undefined, "Rule ID must be unique. Found same ID for more than one rule.")
    : rules
})

const dueElements = (due: Due): Xml.XmlChildren =>
  "days" in due ? { Days: due.days } : { CreatedBeforeDate: "date" in due ? due.date : due.createdBefore }

const ruleElement = (rule: LifecycleRule): Xml.XmlChildren => ({
  ID: rule.id,
  Prefix: rule.prefix,
  Status: rule.status,
  Tag: rule.tags.map(({ key, value }) => ({ Key: key, Value: value })),
  Expiration: rule.expiration === undefined
    ? undefined
    : "deleteMarkers" in rule.expiration
    ? { ExpiredObjectDeleteMarker: true }
    : dueElements(rule.expiration),
  Transition: rule.transitions.map(({ due, storageClass }) => ({ ...dueElements(due), StorageClass: storageClass })),
  NoncurrentVersionExpiration: rule.noncurrentExpiration === undefined
    ? undefined
    : { NoncurrentDays: rule.noncurrentExpiration.days },
  NoncurrentVersionTransition: rule.noncurrentTransitions.map(({ days, storageClass }) => ({
    NoncurrentDays: days,
    StorageClass: storageClass
  })),
  AbortMultipartUpload: rule.abortUploads === undefined ? undefined : dueElements(rule.abortUploads)
})

/**
 * What a LifecycleConfiguration holds.
 */
export const write = (rules: ReadonlyArray<LifecycleRule>): Xml.XmlChildren => ({ Rule: rules.map(ruleElement) })
