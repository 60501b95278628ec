/** One crowd through one scenario, in a process of its own: its account, as JSON. */
import { Effect } from "effect"
import type { CrowdRun } from "../crowd/runCrowd.js"
import { runCrowd } from "../crowd/runCrowd.js"
import { programArguments } from "../meter.js"

const account = await Effect.runPromise(runCrowd(programArguments<CrowdRun>()))
process.stdout.write(`\n${JSON.stringify(account)}\n`)
