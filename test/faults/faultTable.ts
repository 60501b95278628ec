import type { Fault, FaultAction, FaultMatch } from "../../src/testing/FaultScript.js"

const KiB = 1024
const MiB = 1024 * KiB

export type Kind = "direct" | "multipart"

/** Platforms whose storage is reached by signed addresses of a bucket. */
export type BucketPlatform = "s3" | "oss"

export type FaultPlatform = BucketPlatform | "pds"

/** A request of an upload, and the faults that can hit it. */
export interface Step {
  readonly kind: Kind
  readonly name: string
  readonly match: FaultMatch
  /** The body is large enough to be cut in the middle. */
  readonly hasBody: boolean
  /** The upload is stopped after its first part and resumed. */
  readonly resumes: boolean
  /** Where its answer is lost, the upload looks for its file in the service. */
  readonly looksAfterwards: boolean
  /** Parts of this size, so that there are more of them. */
  readonly chunkSize?: number
}

export interface FaultKind {
  readonly name: string
  readonly action: FaultAction
  /** Requests in a row that are hit. */
  readonly times: number
  readonly appliesTo: (step: Step) => boolean
}

export interface Case {
  readonly step: Step
  readonly fault: FaultKind
  readonly faults: ReadonlyArray<Fault>
}

/** What is uploaded. The most that is sent again because of one fault is a part, which of a direct upload is the whole file. */
export interface Body {
  readonly size: number
  readonly partSize: number
  /** Default: the library's own, which are the smallest parts that S3 takes. */
  readonly chunkSize?: number
}

const direct: Body = { size: 300 * KiB, partSize: 300 * KiB }

/**
 * Three parts, of which the last is smaller. Where a storage takes smaller ones, a table of them takes a fraction of the time; below 1 MiB
 * no thread is started to hash them, which is a sixth of it.
 */
const smallParts: Body = { size: 900 * KiB + 7, partSize: 400 * KiB, chunkSize: 400 * KiB }

/** Parts of 5 MiB, which are the smallest that S3 takes, make most of the time of its table: it has two. */
export const bodiesOn: Readonly<Record<FaultPlatform, Readonly<Record<Kind, Body>>>> = {
  s3: { direct, multipart: { size: 5 * MiB + 200 * KiB + 7, partSize: 5 * MiB } },
  oss: { direct, multipart: smallParts },
  pds: { direct, multipart: smallParts }
}

const isOnStorage = (step: Step): boolean => step.match.target !== "api"

const always = (): boolean => true

const step = (kind: Kind, name: string, match: FaultMatch, more: Partial<Step> = {}): Step => ({
  kind,
  name,
  match,
  hasBody: false,
  resumes: false,
  looksAfterwards: false,
  ...more
})

const lastPart: Readonly<Record<FaultPlatform, string>> = { s3: "2", oss: "3", pds: "3" }

const create: FaultMatch = { target: "api", method: "POST", path: /^\/api\/v2\/file\/[^/]+$/ }
const callback: FaultMatch = { target: "api", method: "PUT", path: "/upload/success-callback" }
const asset: FaultMatch = { target: "api", method: "PUT", path: "/asset/" }

const pds = (call: string): FaultMatch => ({ target: "pds", method: "POST", path: `/v2/file/${call}` })
const pdsPart = (partNumber: string): FaultMatch => ({ target: "pds", method: "PUT", query: { partNumber } })

/** The upload id comes with create, and complete makes a file of the parts, of a small file's one too. */
const stepsOnPds: ReadonlyArray<Step> = [
  step("direct", "create", pds("create")),
  step("direct", "PUT", pdsPart("1"), { hasBody: true, looksAfterwards: true }),
  step("direct", "complete", pds("complete"), { looksAfterwards: true }),
  step("multipart", "create", pds("create")),
  step("multipart", "first part", pdsPart("1"), { hasBody: true }),
  step("multipart", "last part", pdsPart(lastPart.pds), { hasBody: true }),
  step("multipart", "addresses", pds("get_upload_url"), { chunkSize: 100 * KiB }),
  step("multipart", "list parts", pds("list_uploaded_parts"), { resumes: true }),
  step("multipart", "complete", pds("complete"), { looksAfterwards: true })
]

export const stepsOn = (platform: FaultPlatform): ReadonlyArray<Step> =>
  platform === "pds" ? stepsOnPds : stepsOnBucket(platform)

const stepsOnBucket = (target: BucketPlatform): ReadonlyArray<Step> => [
  step("direct", "create", create),
  step("direct", "PUT", { target, method: "PUT" }, { hasBody: true }),
  step("direct", "success-callback", callback),
  step("direct", "asset status", asset),
  step("multipart", "create", create),
  step("multipart", "begin", { target, method: "POST", query: { uploads: undefined } }),
  step("multipart", "first part", { target, method: "PUT", query: { partNumber: "1" } }, { hasBody: true }),
  step("multipart", "last part", { target, method: "PUT", query: { partNumber: lastPart[target] } }, {
    hasBody: true
  }),
  step("multipart", "list parts", { target, method: "GET", query: { uploadId: undefined } }, { resumes: true }),
  step("multipart", "complete", { target, method: "POST", query: { uploadId: undefined } }),
  step("multipart", "success-callback", callback),
  step("multipart", "asset status", asset)
]

const hours = 3_600_000

const noDelay: FaultAction = { _tag: "delay", millis: 0 }

/** pds is asked with a token: nothing is signed here, so that only the end of a token or address is a matter of time. */
const isSigned = (step: Step): boolean => isOnStorage(step) && step.match.target !== "pds"

export const faultKinds: ReadonlyArray<FaultKind> = [
  { name: "reset before", action: { _tag: "reset" }, times: 1, appliesTo: always },
  {
    name: "reset in mid-body",
    action: { _tag: "reset", afterBytes: 100_000 },
    times: 1,
    appliesTo: (to) => to.hasBody
  },
  { name: "reply dropped", action: { _tag: "dropReply" }, times: 1, appliesTo: always },
  { name: "reply truncated", action: { _tag: "truncate", afterBytes: 1 }, times: 1, appliesTo: always },
  { name: "500", action: { _tag: "status", status: 500 }, times: 1, appliesTo: always },
  { name: "503", action: { _tag: "status", status: 503 }, times: 1, appliesTo: always },
  { name: "429", action: { _tag: "status", status: 429 }, times: 1, appliesTo: always },
  { name: "slow", action: { _tag: "delay", millis: 30 }, times: 1, appliesTo: always },
  // The product API has no time limit: there, a late answer is an answer. These calls to pds have one that is not shortened.
  {
    name: "stalled",
    action: { _tag: "delay", millis: 60_000 },
    times: 1,
    appliesTo: (to) => isOnStorage(to) && to.name !== "create" && to.name !== "addresses"
  },
  { name: "expired", action: { _tag: "expire" }, times: 1, appliesTo: always },
  // A storage whose clock is off refuses the first request and takes the corrected one.
  { name: "skewed clock", action: { _tag: "skew", millis: 2 * hours }, times: 2, appliesTo: isSigned },
  { name: "skewed clock back", action: { _tag: "skew", millis: -2 * hours }, times: 2, appliesTo: isSigned },
  // More in a row than the failures after which an upload gives up: what is not the service's answer does not count.
  { name: "portal", action: { _tag: "portal" }, times: 12, appliesTo: always },
  {
    name: "redirect",
    action: { _tag: "redirect", location: "http://portal.invalid/" },
    times: 12,
    appliesTo: always
  },
  { name: "skewed service", action: { _tag: "skew", millis: 2 * hours }, times: 1, appliesTo: (to) => !isSigned(to) }
]

const lookOnPds = /^\/v2\/(batch|file\/(?!create$|complete$|get_upload_url$|list_uploaded_parts$))/

/** Requests whose answers tell of announced files where those are listed. The first create call finds no file at all. */
const looks: ReadonlyArray<Fault> = [
  { match: { target: "api", method: "GET", path: /^\/api\/v2\/file\/[^/]+\/(list|[^/]+\/info)$/ }, action: noDelay },
  { match: { target: "pds", path: lookOnPds }, action: noDelay },
  { match: create, skip: 1, action: noDelay },
  { match: pds("create"), skip: 1, action: noDelay }
]

/** After these an upload does not know what has become of its request. */
const losesAnswer = new Set(["reset in mid-body", "reply dropped", "reply truncated", "stalled", "portal", "redirect"])

/** Whether an upload can tell a service that lists announced files from one that hides them. */
export const seesAnnounced = (step: Step, fault: FaultKind): boolean =>
  step.name === "create" || (step.looksAfterwards && losesAnswer.has(fault.name))

/**
 * Faults that do nothing, and hit the requests by which an upload could tell. Where it leaves them all, it is the same upload in
 * both kinds of service.
 */
export const looksOf = ({ fault, step }: Case): ReadonlyArray<Fault> => seesAnnounced(step, fault) ? [] : looks

export const casesOn = (platform: FaultPlatform): ReadonlyArray<Case> =>
  stepsOn(platform).flatMap((step) =>
    faultKinds.filter((fault) => fault.appliesTo(step)).map((fault) => ({
      step,
      fault,
      faults: [{ match: step.match, action: fault.action, times: fault.times }]
    }))
  )
