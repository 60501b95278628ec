/**
 * Lifecycle rules in the words of S3. What one side cannot say is refused, so that nothing is lost or means another thing.
 */
import type {
  LifecycleRule as S3Rule,
  LifecycleRuleFilter,
  NoncurrentVersionTransition,
  Transition
} from "@aws-sdk/client-s3"
import * as Either from "effect/Either"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import type { LifecycleDue, LifecycleRule, StorageClass } from "../../../domain/LifecycleRule.js"

type Mapped<A> = Either.Either<A, UnsupportedOperation>

const refuse = (message: string): Mapped<never> =>
  Either.left(new UnsupportedOperation({ operation: "Bucket.lifecycle", platform: "s3", message }))

/** One to one, so that rules that are read and put back stay what they were. */
const classes = { IA: "STANDARD_IA", Archive: "GLACIER", DeepColdArchive: "DEEP_ARCHIVE" } as const

const classToS3 = (name: StorageClass): Mapped<typeof classes[keyof typeof classes]> =>
  name === "ColdArchive" ? refuse("s3 has no storage class like ColdArchive") : Either.right(classes[name])

const classOfS3 = (name: string | undefined): Mapped<StorageClass> => {
  const found = (Object.keys(classes) as Array<keyof typeof classes>).find((one) => classes[one] === name)
  return found === undefined
    ? refuse(`a rule of the bucket uses the storage class ${name ?? "(none)"}, which has no counterpart here`)
    : Either.right(found)
}

const daysToS3 = (due: LifecycleDue): Mapped<number> =>
  due.days === undefined ? refuse("s3 has no rules for what was created before a date") : Either.right(due.days)

const daysOfS3 = (due: { readonly Days?: number | undefined; readonly Date?: Date | undefined }): Mapped<number> => {
  if (due.Date !== undefined) return refuse("a rule of the bucket begins on a date, which has no counterpart here")
  return due.Days === undefined || due.Days < 1
    ? refuse("a rule of the bucket acts on the first day, which has no counterpart here")
    : Either.right(due.Days)
}

const filterToS3 = ({ prefix = "", tags = [] }: LifecycleRule): LifecycleRuleFilter => {
  const Tags = tags.map(({ key, value }) => ({ Key: key, Value: value }))
  const [only] = Tags
  if (only === undefined) return { Prefix: prefix }
  return prefix === "" && Tags.length === 1
    ? { Tag: only }
    : { And: { ...(prefix === "" ? {} : { Prefix: prefix }), Tags } }
}

const expirationToS3 = (expiration: NonNullable<LifecycleRule["expiration"]>): Mapped<S3Rule["Expiration"]> =>
  "expiredObjectDeleteMarker" in expiration
    ? Either.right({ ExpiredObjectDeleteMarker: true })
    : Either.map(daysToS3(expiration), (Days) => ({ Days }))

const ruleToS3 = (rule: LifecycleRule): Mapped<S3Rule> =>
  Either.gen(function*() {
    const { abortMultipartUpload, expiration, id, noncurrentVersionExpiration } = rule
    const transitions = yield* Either.all((rule.transitions ?? []).map((one): Mapped<Transition> =>
      Either.all({ StorageClass: classToS3(one.storageClass), Days: daysToS3(one) })
    ))
    const noncurrent = yield* Either.all(
      (rule.noncurrentVersionTransitions ?? []).map((one): Mapped<NoncurrentVersionTransition> =>
        Either.map(classToS3(one.storageClass), (StorageClass) => ({ StorageClass, NoncurrentDays: one.days }))
      )
    )
    return {
      ...(id === undefined || id === "" ? {} : { ID: id }),
      Status: rule.status,
      Filter: filterToS3(rule),
      ...(transitions.length === 0 ? {} : { Transitions: transitions }),
      ...(expiration === undefined ? {} : { Expiration: yield* expirationToS3(expiration) }),
      ...(noncurrent.length === 0 ? {} : { NoncurrentVersionTransitions: noncurrent }),
      ...(noncurrentVersionExpiration === undefined
        ? {}
        : { NoncurrentVersionExpiration: { NoncurrentDays: noncurrentVersionExpiration.days } }),
      ...(abortMultipartUpload === undefined
        ? {}
        : { AbortIncompleteMultipartUpload: { DaysAfterInitiation: yield* daysToS3(abortMultipartUpload) } })
    }
  })

/**
 * The rules as S3 takes them; `UnsupportedOperation` names what it has not: ColdArchive, and dates.
 */
export const toS3 = (rules: ReadonlyArray<LifecycleRule>): Mapped<Array<S3Rule>> =>
  Either.map(Either.all(rules.map(ruleToS3)), (mapped) => [...mapped])

const filterOfS3 = (rule: S3Rule): Mapped<Pick<LifecycleRule, "prefix" | "tags">> => {
  // Ceph writes the prefix beside And, Amazon into it; left out, the rule would be for all objects.
  const parts = [rule.Filter ?? {}, rule.Filter?.And ?? {}]
  if (parts.some((part) => part.ObjectSizeGreaterThan !== undefined || part.ObjectSizeLessThan !== undefined)) {
    return refuse("a rule of the bucket goes by the size of objects, which has no counterpart here")
  }
  const prefix = parts.find((part) => part.Prefix !== undefined)?.Prefix ?? rule.Prefix ?? ""
  const found = [...(rule.Filter?.Tag === undefined ? [] : [rule.Filter.Tag]), ...(rule.Filter?.And?.Tags ?? [])]
  const tags = found.map(({ Key = "", Value = "" }) => ({ key: Key, value: Value }))
  return Either.right({ ...(prefix === "" ? {} : { prefix }), ...(tags.length === 0 ? {} : { tags }) })
}

const expirationOfS3 = (expiration: NonNullable<S3Rule["Expiration"]>): Mapped<LifecycleRule["expiration"]> =>
  expiration.ExpiredObjectDeleteMarker === true
    ? Either.right({ expiredObjectDeleteMarker: true as const })
    : Either.map(daysOfS3(expiration), (days) => ({ days }))

const keepsNoVersions = (
  one: { readonly NoncurrentDays?: number | undefined; readonly NewerNoncurrentVersions?: number | undefined }
): Mapped<number> =>
  one.NewerNoncurrentVersions === undefined
    ? daysOfS3({ Days: one.NoncurrentDays })
    : refuse("a rule of the bucket keeps a number of old versions, which has no counterpart here")

const ruleOfS3 = (rule: S3Rule): Mapped<LifecycleRule> =>
  Either.gen(function*() {
    const { AbortIncompleteMultipartUpload: aborts, Expiration, NoncurrentVersionExpiration } = rule
    const transitions = yield* Either.all((rule.Transitions ?? []).map((one) =>
      Either.all({ storageClass: classOfS3(one.StorageClass), days: daysOfS3(one) })
    ))
    const noncurrent = yield* Either.all((rule.NoncurrentVersionTransitions ?? []).map((one) =>
      Either.all({ storageClass: classOfS3(one.StorageClass), days: keepsNoVersions(one) })
    ))
    return {
      ...(rule.ID === undefined ? {} : { id: rule.ID }),
      status: rule.Status === "Enabled" ? "Enabled" as const : "Disabled" as const,
      ...yield* filterOfS3(rule),
      ...(transitions.length === 0 ? {} : { transitions }),
      ...(Expiration === undefined ? {} : { expiration: yield* expirationOfS3(Expiration) }),
      ...(aborts === undefined
        ? {}
        : { abortMultipartUpload: { days: yield* daysOfS3({ Days: aborts.DaysAfterInitiation }) } }),
      ...(noncurrent.length === 0 ? {} : { noncurrentVersionTransitions: noncurrent }),
      ...(NoncurrentVersionExpiration === undefined
        ? {}
        : { noncurrentVersionExpiration: { days: yield* keepsNoVersions(NoncurrentVersionExpiration) } })
    }
  })

/**
 * The rules of a bucket; `UnsupportedOperation` when somebody else put one that cannot be told here.
 */
export const ofS3 = (rules: ReadonlyArray<S3Rule>): Mapped<ReadonlyArray<LifecycleRule>> =>
  Either.all(rules.map(ruleOfS3))
