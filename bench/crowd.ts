/** A crowd of clients and a service in trouble, in virtual time: ours, and the same clients with the AWS SDKs' standard retry. */
import { mkdirSync, writeFileSync } from "node:fs"
import type { Account } from "./crowd/Account.js"
import { crowdPicture } from "./crowd/crowdPicture.js"
import type { CrowdRun } from "./crowd/runCrowd.js"
import { scenarios } from "./crowd/Scenario.js"
import type { Row } from "./harness.js"
import { printed } from "./harness.js"

/** Two runs of the same seconds, of one scenario. */
export interface Crowds {
  readonly scenario: string
  readonly ours: Account
  readonly peer: Account
}

const accountOf = async (run: CrowdRun): Promise<Account> =>
  JSON.parse(await printed("crowd", run, [`--max-old-space-size=${1000 + Math.ceil(run.clients * 1.2)}`])) as Account // the program prints nothing else

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const rowsOf = ({ ours, peer, scenario }: Crowds, clients: number): ReadonlyArray<Row> => {
  const row = (what: string, of: (account: Account) => number, show: (value: number) => string, bar: number): Row => ({
    what: `${clients} clients, ${scenario}: ${what}`,
    ours: show(of(ours)),
    peer: show(of(peer)),
    value: of(ours),
    bar
  })
  const plain = (value: number): string => value.toFixed(2)
  return [
    ...ours.whileDown === undefined
      ? []
      : [row("requests a client and minute while down", (account) => account.whileDown ?? Number.NaN, plain, 1)],
    row("busiest moment after it, × mean", (account) => account.peakOverMean, plain, 1.5),
    row("work done again", (account) => account.again, percent, 0.01),
    row("all done, × ideal", (account) => account.end / account.ideal, plain, 1.2),
    {
      what: `${clients} clients, ${scenario}: begun again by a person`,
      ours: String(ours.failed),
      peer: String(peer.failed),
      value: ours.failed
    }
  ]
}

/** `seed`: of what ours leave to chance. `picture`: draws it into docs/pictures. A moment is half a minute, so that a small crowd's chance is no wave. */
export async function crowd(
  { clients, seed }: { readonly clients: number; readonly seed: number },
  names: ReadonlyArray<string>,
  picture: boolean
): Promise<ReadonlyArray<Row>> {
  const all: Array<Crowds> = []
  for (const { name: scenario } of scenarios.filter(({ name }) => names.includes(name))) {
    const run = { scenario, clients, seed, bin: 30 }
    all.push({
      scenario,
      ours: await accountOf({ ...run, who: "ours" }),
      peer: await accountOf({ ...run, who: "peer" })
    })
  }
  if (picture) {
    mkdirSync("docs/pictures", { recursive: true })
    writeFileSync("docs/pictures/crowd.svg", crowdPicture(all, clients))
  }
  return all.flatMap((one) => rowsOf(one, clients))
}
