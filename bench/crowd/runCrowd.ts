/**
 * One crowd through one scenario.
 */
import { Effect } from "effect"
import type { Deadlock } from "../../src/testing/VirtualTime.js"
import type { Account } from "./Account.js"
import { accountOf } from "./Account.js"
import { engineCrowd } from "./engineCrowd.js"
import { capacityEach, scenarioNamed } from "./Scenario.js"
import { sdkCrowd } from "./sdkCrowd.js"
import { ServiceModel } from "./ServiceModel.js"

/**
 * `who`: clients of this library, or the same with the standard retry of the AWS SDKs. `bin`: seconds that count as one moment.
 * `seed`: of all that clients leave to chance.
 */
export interface CrowdRun {
  readonly scenario: string
  readonly clients: number
  readonly who: "ours" | "peer"
  readonly bin: number
  readonly seed?: number | undefined
}

export const runCrowd = ({ bin, clients, scenario: name, seed = 0, who }: CrowdRun): Effect.Effect<Account, Deadlock> =>
  Effect.gen(function*() {
    const scenario = scenarioNamed(name)
    const model = new ServiceModel({
      capacity: capacityEach * clients,
      patience: 10_000,
      roundTrip: 50,
      weather: (at) => scenario.weather(at / 1000)
    }, clients)
    const ended = who === "ours"
      ? yield* engineCrowd({ scenario, clients, seed }, model)
      : sdkCrowd(scenario, clients, model)
    return accountOf(scenario, clients, model, ended, bin)
  })
