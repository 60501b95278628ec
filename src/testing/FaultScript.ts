/**
 * Faults as data: which request fails, how often, and how. The emulator and the in-memory storage run the same scripts.
 *
 * @since 1.0.7
 */

/**
 * What a fault does to a request.
 *
 * - `reset` cuts the connection after so many bytes of the request's body, by default before any.
 * - `truncate` cuts the answer after so many bytes of its body.
 * - `status` answers so, and does not do the work.
 * - `delay` waits first.
 * - `expire` treats the credential as expired.
 * - `dropReply` does the work, and cuts the connection before the answer.
 * - `skew` answers with a clock that is off.
 * - `portal` answers with a page of HTML, as a network does before its user has signed in to it.
 * - `redirect` answers with the way to such a page.
 *
 * @since 1.0.7
 * @category models
 */
export type FaultAction =
  | { readonly _tag: "reset"; readonly afterBytes?: number | undefined }
  | { readonly _tag: "truncate"; readonly afterBytes: number }
  | {
    readonly _tag: "status"
    readonly status: number
    readonly body?: string | undefined
    readonly headers?: Readonly<Record<string, string>> | undefined
  }
  | { readonly _tag: "delay"; readonly millis: number }
  | { readonly _tag: "expire" }
  | { readonly _tag: "dropReply" }
  | { readonly _tag: "skew"; readonly millis: number }
  | { readonly _tag: "portal" }
  | { readonly _tag: "redirect"; readonly location: string }

/**
 * Which requests a fault hits. A text in `path` matches if the path contains it; all given fields must match.
 *
 * @since 1.0.7
 * @category models
 */
export interface FaultMatch {
  readonly target?: "api" | "s3" | "oss" | "pds" | undefined
  readonly method?: string | undefined
  readonly path?: string | RegExp | undefined
  /**
   * A query parameter that must exist, with this value unless it is `undefined`: `{ partNumber: "2" }`, `{ uploads:
   * undefined }`.
   */
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * A fault that hits the first `times` requests that match (default 1), after letting `skip` of them through (default 0).
 *
 * @since 1.0.7
 * @category models
 */
export interface Fault {
  readonly match: FaultMatch
  readonly times?: number | undefined
  readonly skip?: number | undefined
  readonly action: FaultAction
}

/**
 * A request, as far as faults look at it.
 *
 * @since 1.0.7
 * @category models
 */
export interface FaultRequest {
  readonly target: "api" | "s3" | "oss" | "pds"
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
}

/**
 * A script being run.
 *
 * @since 1.0.7
 * @category models
 */
export interface FaultScript {
  /** Counts this request, and returns what happens to it. */
  readonly next: (request: FaultRequest) => FaultAction | undefined
  /** The faults that have not hit as often as they should; a run that used all of them has none. */
  readonly remaining: () => ReadonlyArray<Fault>
  /** Adds faults after the existing ones. */
  readonly add: (faults: ReadonlyArray<Fault>) => void
}

const matches = (match: FaultMatch, request: FaultRequest): boolean => {
  if (match.target !== undefined && match.target !== request.target) return false
  if (match.method !== undefined && match.method !== request.method) return false
  if (typeof match.path === "string" && !request.path.includes(match.path)) return false
  if (match.path instanceof RegExp && !match.path.test(request.path)) return false
  return Object.entries(match.query ?? {}).every(([key, value]) =>
    request.query.has(key) && (value === undefined || request.query.get(key) === value)
  )
}

/**
 * A script of these faults.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (faults: ReadonlyArray<Fault> = []): FaultScript => {
  const entry = (fault: Fault) => ({ fault, skip: fault.skip ?? 0, left: fault.times ?? 1 })
  const entries = faults.map(entry)
  return {
    next: (request) => {
      for (const one of entries) {
        if (one.left === 0 || !matches(one.fault.match, request)) continue
        if (one.skip > 0) {
          one.skip--
          continue
        }
        one.left--
        return one.fault.action
      }
      return undefined
    },
    remaining: () => entries.filter((one) => one.left > 0).map((one) => one.fault),
    add: (more) => {
      entries.push(...more.map(entry))
    }
  }
}
