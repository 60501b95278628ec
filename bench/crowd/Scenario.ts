/**
 * What happens to a crowd of clients and their service. All times are in seconds from the start.
 */
import type { Weather } from "./ServiceModel.js"
import { fair } from "./ServiceModel.js"

export interface Scenario {
  readonly name: string
  /** When a client signs in; `share` is its place in the crowd, from 0 to 1. */
  readonly signIn: (share: number) => number
  /** When it adds each of its files. */
  readonly files: (share: number) => ReadonlyArray<number>
  readonly weather: (at: number) => Weather
  /** When the service is no longer down, where it was. */
  readonly outageEnd?: number | undefined
  /** From here on there must be no waves. */
  readonly calmFrom: number
  /** Until here, where clients continue long after; left out, until all are done. */
  readonly calmTo?: number | undefined
  /** Life of a storage credential. */
  readonly credentialLife: number
}

/** After so many seconds a user begins again what has failed. */
export const userPatience = 30

/** Requests a second that the service takes, for each client. */
export const capacityEach = 0.05

const minute = 60

const everyTwoMinutes = (count: number) => (share: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => minute + (index + share) * 2 * minute)

/** Spread over the crowd's number, so that neighbours do not come one after the other. */
const scattered = (share: number): number => (share * 7919) % 1

const hour = 60 * minute

const down: Weather = { ...fair, isDown: true }

const brown: Weather = { capacity: 0.2, slow: 3000, isDown: false, retryAfter: 10 }

const outageFrom = 5 * minute
const outageTo = 15 * minute

export const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "outage",
    signIn: (share) => minute * scattered(share),
    files: everyTwoMinutes(6),
    weather: (at) => at >= outageFrom && at < outageTo ? down : fair,
    outageEnd: outageTo,
    calmFrom: outageTo,
    credentialLife: hour
  },
  {
    name: "brown-out",
    signIn: (share) => minute * scattered(share),
    files: everyTwoMinutes(6),
    weather: (at) => at >= outageFrom && at < outageTo ? brown : fair,
    calmFrom: outageTo,
    credentialLife: hour
  },
  {
    name: "expiry",
    // Over as many seconds as the service takes for them.
    signIn: (share) => 4 / capacityEach * scattered(share) / 8,
    files: (share) => Array.from({ length: 6 }, (_, index) => 8 * minute + (index + share) * 2 * minute),
    weather: () => fair,
    calmFrom: 9 * minute,
    calmTo: 20 * minute,
    credentialLife: 20 * minute
  },
  {
    name: "reload",
    signIn: (share) => scattered(share),
    files: () => [0, 0, 0, 0],
    weather: () => fair,
    calmFrom: 1,
    credentialLife: hour
  }
]

export const scenarioNamed = (name: string): Scenario => {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined) throw new Error(`no scenario named ${name}`)
  return found
}

/** Requests of one file: create, PUT and success-callback. */
const requestsOfFile = 3

/** Requests of a sign-in: login, list, token, benefit and drive info. */
const requestsOfSignIn = 5

/**
 * When all could be done if everybody knew everything: the service works whenever there is something to do. Seconds from the start.
 */
export const idealEnd = (scenario: Scenario, clients: number): number => {
  const due: Array<number> = []
  const add = (at: number, requests: number): void => {
    const second = Math.floor(at)
    due[second] = (due[second] ?? 0) + requests
  }
  for (let client = 0; client < clients; client++) {
    const share = client / clients
    const signIn = scenario.signIn(share)
    add(signIn, requestsOfSignIn)
    for (const at of scenario.files(share)) add(Math.max(at, signIn), requestsOfFile)
  }
  let left = 0
  let end = 0
  for (let second = 0; second < due.length || left > 0; second++) {
    left += due[second] ?? 0
    if (left === 0) continue
    const { capacity, isDown } = scenario.weather(second)
    const most = isDown ? 0 : capacityEach * clients * capacity
    end = second + (most === 0 ? 1 : Math.min(1, left / most))
    left = Math.max(0, left - most)
  }
  return end
}
