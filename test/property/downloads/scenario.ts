import * as fc from "fast-check"

/** What becomes of one GET of bytes; counts in bytes of its body, times in milliseconds. */
export type GetFault =
  | { readonly _tag: "unreachable" }
  | { readonly _tag: "reset"; readonly after: number }
  /** The body ends too early, and the transport does not say so. */
  | { readonly _tag: "endsEarly"; readonly after: number }
  | { readonly _tag: "silent" }
  | { readonly _tag: "stalls"; readonly after: number }
  | { readonly _tag: "slow"; readonly millis: number }
  | { readonly _tag: "status"; readonly status: number; readonly retryAfter: number | undefined }
  /** Another range than was asked for: later, shorter, longer, or all of the object. */
  | { readonly _tag: "otherRange"; readonly how: "later" | "shorter" | "longer" | "whole" }
  /** Neither Content-Length nor a size in Content-Range. */
  | { readonly _tag: "lengthless" }
  /** The object is another one from here on; the service knows it too, or only later. */
  | { readonly _tag: "replaced"; readonly known: boolean }
  /** More bytes than announced. */
  | { readonly _tag: "tooMuch" }

/** What becomes of one call of the service. */
export type CallFault =
  | { readonly _tag: "unreachable" }
  | { readonly _tag: "lostReply" }
  | { readonly _tag: "status"; readonly status: number }
  | { readonly _tag: "late"; readonly millis: number }
  | { readonly _tag: "signedOut" }

/** A fault that hits `times` requests after letting `skip` through. */
export interface Scripted<A> {
  readonly action: A
  readonly skip: number
  readonly times: number
}

export interface FilePlan {
  readonly size: number
  /** The service knows the SHA-1. */
  readonly hashed: boolean
  readonly etag: "strong" | "weak" | "hidden"
}

export type Wish =
  | { readonly _tag: "file"; readonly file: number; readonly range: readonly [number, number] | undefined }
  | { readonly _tag: "batch" }
  | { readonly _tag: "archive"; readonly file: number; readonly isFile: boolean }
  | { readonly _tag: "stream"; readonly file: number; readonly range: readonly [number, number] | undefined }
  | { readonly _tag: "blob"; readonly file: number }

/** `target`: downloads with the same number save to the same place. */
export interface DownloadPlan {
  readonly wish: Wish
  readonly target: number
  readonly isTaken: boolean
}

export type MomentKind =
  | "stop"
  | "resume"
  | "cancel"
  | "remove"
  | "stop all"
  | "resume all"
  | "cancel all"
  | "start again"
  | "offline"
  | "offline untold"
  | "online"
  | "session ends"
  | "sign in"
  | "crash"
  | "replaced"
  | "the first version is back"
  | "disk full"
  | "disk free"
  | "part removed"
  | "target written"

/** After so many milliseconds, or at so manieth call of the disk. */
export interface Moment {
  readonly after: number
  readonly download: number
  readonly kind: MomentKind
}

export interface Scenario {
  readonly seed: number
  readonly files: ReadonlyArray<FilePlan>
  readonly downloads: ReadonlyArray<DownloadPlan>
  readonly speed: number | undefined
  readonly rangeSize: number
  readonly ranges: number | undefined
  readonly atOnce: number
  readonly flows: boolean
  readonly honoursIfMatch: boolean
  readonly gets: ReadonlyArray<Scripted<GetFault>>
  readonly calls: ReadonlyArray<Scripted<CallFault>>
  readonly moments: ReadonlyArray<Moment>
  readonly atDisk: ReadonlyArray<Moment>
}

const after = fc.integer({ min: 0, max: 60 })

const getFault: fc.Arbitrary<GetFault> = fc.oneof(
  fc.constantFrom<GetFault>(
    { _tag: "unreachable" },
    { _tag: "silent" },
    { _tag: "lengthless" },
    { _tag: "tooMuch" },
    { _tag: "replaced", known: true },
    { _tag: "replaced", known: false }
  ),
  after.map((bytes): GetFault => ({ _tag: "reset", after: bytes })),
  after.map((bytes): GetFault => ({ _tag: "endsEarly", after: bytes })),
  after.map((bytes): GetFault => ({ _tag: "stalls", after: bytes })),
  fc.constantFrom(700, 20_000).map((millis): GetFault => ({ _tag: "slow", millis })),
  fc.record({
    _tag: fc.constant("status" as const),
    status: fc.constantFrom(400, 401, 403, 404, 412, 416, 429, 500, 502, 503, 504),
    retryAfter: fc.constantFrom(undefined, undefined, 1, 100, 1000)
  }),
  fc.constantFrom("later", "shorter", "longer", "whole").map((how): GetFault => ({ _tag: "otherRange", how }))
)

const callFault: fc.Arbitrary<CallFault> = fc.oneof(
  fc.constantFrom<CallFault>({ _tag: "unreachable" }, { _tag: "lostReply" }, { _tag: "signedOut" }),
  fc.constantFrom(400, 404, 429, 500, 503).map((status): CallFault => ({ _tag: "status", status })),
  fc.constantFrom(500, 40_000, 700_000).map((millis): CallFault => ({ _tag: "late", millis }))
)

const scripted = <A>(action: fc.Arbitrary<A>): fc.Arbitrary<Scripted<A>> =>
  fc.record({ action, skip: fc.nat({ max: 7 }), times: fc.integer({ min: 1, max: 3 }) })

/** Sizes on both sides of what is gathered for one write. */
const size = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_100_000, max: 2_500_000 }) }
)

const file: fc.Arbitrary<FilePlan> = fc.record({
  size,
  hashed: fc.boolean(),
  etag: fc.constantFrom("strong", "strong", "weak", "hidden")
})

const range = fc.option(
  fc.tuple(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 300 })).map(([start, length]) =>
    [start, start + length] as const
  ),
  { nil: undefined, freq: 3 }
)

const fileNumber = fc.nat({ max: 2 })

const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ _tag: fc.constant("file" as const), file: fileNumber, range }) },
  { weight: 2, arbitrary: fc.constant<Wish>({ _tag: "batch" }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("archive" as const), file: fileNumber, isFile: fc.boolean() })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("stream" as const), file: fileNumber, range }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("blob" as const), file: fileNumber }) }
)

const kinds: ReadonlyArray<MomentKind> = [
  "stop",
  "stop",
  "resume",
  "resume",
  "cancel",
  "remove",
  "stop all",
  "resume all",
  "cancel all",
  "start again",
  "start again",
  "offline",
  "offline untold",
  "online",
  "session ends",
  "sign in",
  "crash",
  "crash",
  "replaced",
  "the first version is back",
  "disk full",
  "disk free",
  "part removed",
  "target written"
]

const moment = (within: ReadonlyArray<number>): fc.Arbitrary<Moment> =>
  fc.record({
    after: fc.oneof(...within.map((max) => fc.integer({ min: 0, max }))),
    download: fc.nat({ max: 4 }),
    kind: fc.constantFrom(...kinds)
  })

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(),
  files: fc.array(file, { minLength: 1, maxLength: 3 }),
  downloads: fc.array(
    fc.record({ wish, target: fc.nat({ max: 2 }), isTaken: fc.boolean() }),
    { minLength: 1, maxLength: 3 }
  ),
  speed: fc.constantFrom(undefined, undefined, undefined, 40),
  rangeSize: fc.constantFrom(16, 50, 1000),
  ranges: fc.constantFrom(undefined, 1, 3),
  atOnce: fc.constantFrom(1, 2, 3),
  flows: fc.boolean(),
  honoursIfMatch: fc.boolean(),
  gets: fc.array(scripted(getFault), { maxLength: 4 }),
  calls: fc.array(scripted(callFault), { maxLength: 2 }),
  moments: fc.array(moment([300, 4000, 120_000]), { maxLength: 6 }),
  atDisk: fc.array(moment([30]), { maxLength: 2 })
}).map((one) =>
  // Of a large file in small ranges nobody would see the end.
  one.files.some((file) => file.size > 10_000)
    ? { ...one, speed: one.speed === undefined ? undefined : 400_000, rangeSize: one.rangeSize * 20_000 }
    : one
)
