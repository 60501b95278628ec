import * as fc from "fast-check"
import type { CheckNameMode } from "../../src/domain/CheckNameMode.js"
import type { SupportedPlatform } from "../../src/domain/Platform.js"
import type { Fault, FaultAction, FaultMatch } from "../../src/testing/FaultScript.js"

/** One file to upload; sizes in bytes. `isUpdate`: it is the new content of a file that exists. */
export interface FilePlan {
  readonly size: number
  readonly chunkSize: number | undefined
  readonly parallel: number | undefined
  readonly priority: number | undefined
  readonly path: string | undefined
  readonly source: "path" | "bytes" | "text" | "stream"
  readonly isUpdate: boolean
  readonly checkNameMode: CheckNameMode | undefined
}

export type IntentKind =
  | "stop"
  | "resume"
  | "cancel"
  | "retry"
  | "offline"
  | "offline untold"
  | "online"
  | "session ends"
  | "sign in"
  | "crash"
  | "remove"
  | "recoverable"
  | "sign out"
  | "another user"
  | "source changes"
  | "pick again"
  | "limits"
  | "same bytes again"
  | "callbacks refused"
  | "callbacks taken"
  | "uploads forgotten"
  | "credential ends"
  | "another tab resumes"
  | "another tab stops"
  | "locks fail"

/** Something that happens after so many milliseconds. `number` says more about it: which version, how much. */
export interface Moment {
  readonly after: number
  readonly file: number
  readonly kind: IntentKind
  readonly number: number
}

export interface Scenario {
  readonly seed: number
  readonly platform: SupportedPlatform
  readonly files: ReadonlyArray<FilePlan>
  readonly limits: { readonly part: number; readonly bytes: number }
  readonly faults: ReadonlyArray<Fault>
  readonly moments: ReadonlyArray<Moment>
  /** Bodies, counted from the first one, whose bytes are damaged on their way; only parts' digests find that out. */
  readonly damaged: ReadonlyArray<number>
  /** The service lists files that are announced only. */
  readonly listAnnounced: boolean
  /** A thread has the files and sends their parts. */
  readonly byThread: boolean
  /** A file that is written to while it is read gives other bytes without a word. */
  readonly changesUnseen: boolean
}

const storage = { path: "memory://storage" } as const

const matches: fc.Arbitrary<FaultMatch> = fc.constantFrom<FaultMatch>(
  { ...storage, method: "PUT" },
  { ...storage, method: "PUT", query: { partNumber: "1" } },
  { ...storage, method: "PUT", query: { partNumber: "2" } },
  { ...storage, method: "POST", query: { uploads: undefined } },
  { ...storage, method: "POST", query: { uploadId: undefined } },
  { ...storage, method: "GET", query: { uploadId: undefined } },
  { ...storage, method: "DELETE" },
  { ...storage, method: "HEAD" },
  { target: "api", path: "/success-callback" },
  { target: "api", path: "/settle" },
  { target: "api", path: "/token" },
  { target: "api", path: "/switch" },
  { target: "api", path: "/folder" },
  { target: "api", method: "POST" },
  {}
)

const actions: fc.Arbitrary<FaultAction> = fc.oneof(
  fc.record({ _tag: fc.constant("reset" as const), afterBytes: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ _tag: fc.constant("truncate" as const), afterBytes: fc.constant(1) }),
  fc.record({ _tag: fc.constant("status" as const), status: fc.constantFrom(500, 503, 429, 403, 502, 400, 507) }),
  fc.record({ _tag: fc.constant("delay" as const), millis: fc.constantFrom(500, 40_000, 70_000, 700_000) }),
  fc.record({ _tag: fc.constant("expire" as const) }),
  fc.record({ _tag: fc.constant("dropReply" as const) }),
  fc.record({ _tag: fc.constant("skew" as const), millis: fc.constant(900_000) })
)

const fault: fc.Arbitrary<Fault> = fc.record({
  match: matches,
  action: actions,
  times: fc.integer({ min: 1, max: 3 }),
  skip: fc.integer({ min: 0, max: 3 })
})

const file: fc.Arbitrary<FilePlan> = fc.record({
  size: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(0, 1, 10, 100)),
  chunkSize: fc.option(fc.integer({ min: 10, max: 120 }), { nil: undefined, freq: 3 }),
  parallel: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  priority: fc.option(fc.integer({ min: -1, max: 1 }), { nil: undefined, freq: 2 }),
  path: fc.option(fc.constantFrom("a", "a/b"), { nil: undefined, freq: 3 }),
  source: fc.constantFrom("path", "path", "path", "bytes", "text", "stream"),
  isUpdate: fc.constantFrom(false, false, false, true),
  checkNameMode: fc.option(fc.constantFrom<CheckNameMode>("refuse", "overwrite"), { nil: undefined, freq: 2 })
})

const kinds: ReadonlyArray<IntentKind> = [
  "stop",
  "stop",
  "resume",
  "resume",
  "cancel",
  "retry",
  "offline",
  "offline untold",
  "online",
  "online",
  "session ends",
  "sign in",
  "crash",
  "remove",
  "recoverable",
  "sign out",
  "another user",
  "source changes",
  "pick again",
  "pick again",
  "limits",
  "same bytes again",
  "callbacks refused",
  "callbacks taken",
  "uploads forgotten",
  "credential ends"
]

const tabKinds: ReadonlyArray<IntentKind> = [
  "stop",
  "stop",
  "resume",
  "retry",
  "cancel",
  "pick again",
  "uploads forgotten",
  "another tab resumes",
  "another tab resumes",
  "another tab resumes",
  "another tab stops",
  "crash",
  "crash",
  "locks fail"
]

/** Kinds that happen after so many milliseconds at most. */
const momentOf = (kinds: ReadonlyArray<IntentKind>, within: ReadonlyArray<number>): fc.Arbitrary<Moment> =>
  fc.record({
    after: fc.oneof(...within.map((max) => fc.integer({ min: 0, max }))),
    file: fc.nat({ max: 2 }),
    kind: fc.constantFrom(...kinds),
    number: fc.nat({ max: 5 })
  })

/** Anything may happen to one client. */
export const scenarios = (listAnnounced: boolean): fc.Arbitrary<Scenario> =>
  fc.record({
    listAnnounced: fc.constant(listAnnounced),
    byThread: fc.boolean(),
    changesUnseen: fc.boolean(),
    seed: fc.nat(),
    platform: fc.constantFrom<SupportedPlatform>("s3", "oss", "pds"),
    files: fc.array(file, { minLength: 1, maxLength: 3 }),
    limits: fc.record({ part: fc.integer({ min: 1, max: 6 }), bytes: fc.integer({ min: 50, max: 1000 }) }),
    faults: fc.array(fault, { maxLength: 4 }),
    moments: fc.array(momentOf(kinds, [300, 120_000]), { maxLength: 6 }),
    damaged: fc.oneof(fc.constant([]), fc.array(fc.nat({ max: 6 }), { maxLength: 2 }))
  })

/** Files that a thread announces and sends by plain calls, as long as all goes well. */
export const smallFiles = (listAnnounced: boolean): fc.Arbitrary<Scenario> =>
  fc.record({
    listAnnounced: fc.constant(listAnnounced),
    byThread: fc.constant(true),
    changesUnseen: fc.boolean(),
    seed: fc.nat(),
    platform: fc.constantFrom<SupportedPlatform>("s3", "oss"),
    files: fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 400 }) }).chain(({ size }) =>
        file.map((any): FilePlan => ({ ...any, size, chunkSize: undefined, path: undefined, isUpdate: false }))
      ),
      { minLength: 2, maxLength: 6 }
    ),
    limits: fc.record({ part: fc.integer({ min: 1, max: 6 }), bytes: fc.integer({ min: 50, max: 1000 }) }),
    faults: fc.array(fault, { maxLength: 4 }),
    moments: fc.array(momentOf(kinds, [60, 300, 120_000]), { maxLength: 6 }),
    damaged: fc.oneof(fc.constant([]), fc.array(fc.nat({ max: 6 }), { maxLength: 2 }))
  })

/** A create or begin call that takes its time. */
const lateCall: fc.Arbitrary<Fault> = fc.record({
  match: fc.constantFrom<FaultMatch>(
    { ...storage, method: "POST", query: { uploads: undefined } },
    { target: "api", method: "POST", path: "/file/" }
  ),
  action: fc.record({ _tag: fc.constant("delay" as const), millis: fc.constantFrom(500, 5000, 40_000) }),
  times: fc.integer({ min: 1, max: 3 }),
  skip: fc.integer({ min: 0, max: 2 })
})

/** Two clients over the same sessions take uploads in parts from each other. */
export const twoTabs = (listAnnounced: boolean): fc.Arbitrary<Scenario> =>
  fc.record({
    listAnnounced: fc.constant(listAnnounced),
    byThread: fc.boolean(),
    changesUnseen: fc.boolean(),
    seed: fc.nat(),
    platform: fc.constantFrom<SupportedPlatform>("s3", "oss", "pds"),
    files: fc.array(
      fc.record({ size: fc.integer({ min: 100, max: 400 }), chunkSize: fc.integer({ min: 10, max: 60 }) }).chain((
        parts
      ) => file.map((any): FilePlan => ({ ...any, ...parts, source: "path", checkNameMode: undefined }))),
      { minLength: 1, maxLength: 2 }
    ),
    limits: fc.constant({ part: 4, bytes: 1000 }),
    faults: fc.array(lateCall, { maxLength: 4 }),
    moments: fc.array(momentOf(tabKinds, [300, 3000]), { minLength: 3, maxLength: 12 }),
    damaged: fc.oneof(fc.constant([]), fc.array(fc.nat({ max: 12 }), { maxLength: 3 }))
  })
