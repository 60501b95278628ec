/**
 * The same crowd with the standard retry of the AWS SDKs and nothing else: each client makes its requests one by one, and a failed one
 * again as the SDK would.
 *
 * The rules are those of "standard mode" in the AWS SDKs and Tools Reference Guide ("Retry behavior"), with the numbers of
 * `StandardRetryStrategy` and `DefaultRetryBackoffStrategy` in `@smithy/core` 3.41 (`submodules/retry/util-retry`): three attempts;
 * before each repeat a random part of 100 ms (500 ms where the service throttles), doubled each time, 20 s at most; Retry-After adds
 * five seconds at most. A client has 500 tokens: a repeat costs 5, after a time-out 10; a success after a repeat gives back what that
 * cost, one at once gives 1.
 */
import type { Ended } from "./Account.js"
import { PlainTime } from "./PlainTime.js"
import type { Scenario } from "./Scenario.js"
import { userPatience } from "./Scenario.js"
import type { ServiceModel } from "./ServiceModel.js"

const mostAttempts = 3
const firstDelay = 100
const throttledDelay = 500
const longestDelay = 20_000
const mostOfRetryAfter = 5000
const mostTokens = 500
const cost = 5

/** Files of one client at once, as many as this library sends parts. */
const filesAtOnce = 5

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
const chance = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** One client: what it is asked for, it tells `then` whether it was done. */
class SdkClient {
  private tokens = mostTokens
  readonly next: () => number

  constructor(private readonly time: PlainTime, private readonly model: ServiceModel, readonly number: number) {
    this.next = chance(number)
  }

  request(work: string | undefined, then: (isDone: boolean) => void): void {
    this.attempt(work, 0, then)
  }

  private attempt(work: string | undefined, repeats: number, then: (isDone: boolean) => void): void {
    const reception = this.model.receive(this.time.now, this.number, work)
    this.time.at(this.time.now + reception.after, () => {
      if (reception._tag === "Served") {
        this.tokens = Math.min(mostTokens, this.tokens + (repeats > 0 ? cost : 1))
        return then(true)
      }
      if (repeats + 1 >= mostAttempts || this.tokens < cost) return then(false)
      this.tokens -= cost
      const base = reception._tag === "Refused" ? throttledDelay : firstDelay
      const delay = this.next() * Math.min(longestDelay, base * 2 ** repeats)
      const asked = reception._tag === "Refused" ? (reception.retryAfter ?? 0) * 1000 : 0
      const wait = Math.max(delay, Math.min(asked, delay + mostOfRetryAfter))
      this.time.at(this.time.now + wait, () => this.attempt(work, repeats + 1, then))
    })
  }
}

/** One after the other; who fails is begun again by the user, from the one that failed. */
const inOrder = (
  client: SdkClient,
  time: PlainTime,
  works: ReadonlyArray<string | undefined>,
  failed: () => void,
  then: () => void
): void => {
  const go = (index: number): void => {
    if (index === works.length) return then()
    client.request(works[index], (isDone) => {
      if (isDone) return go(index + 1)
      failed()
      time.at(time.now + userPatience * 1000 * (0.5 + client.next()), () => go(index))
    })
  }
  go(0)
}

/**
 * Runs the crowd until all are done.
 */
export const sdkCrowd = (scenario: Scenario, clients: number, model: ServiceModel): Ended => {
  const time = new PlainTime()
  let failures = 0
  const failed = () => void failures++
  let end = 0

  const renew = (client: SdkClient): void => {
    // As this library: ten minutes before its end, looking every ten seconds.
    const until = scenario.calmTo
    if (until === undefined) return
    time.at(time.now + (scenario.credentialLife - 600) * 1000, () => {
      if (time.now / 1000 > until) return
      inOrder(client, time, [undefined], failed, () => renew(client))
    })
  }

  for (let number = 0; number < clients; number++) {
    const client = new SdkClient(time, model, number)
    const share = number / clients
    const waiting: Array<number> = []
    let running = 0
    let isSignedIn = false
    const admit = (): void => {
      while (isSignedIn && running < filesAtOnce) {
        const index = waiting.shift()
        if (index === undefined) return
        running++
        const id = `${number}-file-${index}`
        const works = ["create", "put", "confirm"].map((what) => `${number} ${what} ${id}`)
        inOrder(client, time, works, failed, () => {
          running--
          end = Math.max(end, time.now)
          admit()
        })
      }
    }
    time.at(scenario.signIn(share) * 1000, () => {
      const works = ["login", "spaces", undefined, "benefit", "info"].map((what) => what && `${number} ${what}`)
      inOrder(client, time, works, failed, () => {
        isSignedIn = true
        renew(client)
        admit()
      })
    })
    for (const [index, at] of scenario.files(share).entries()) {
      time.at(at * 1000, () => {
        waiting.push(index)
        admit()
      })
    }
  }
  time.run()
  return { end: Math.max(end / 1000, scenario.calmTo ?? 0), failed: failures }
}
