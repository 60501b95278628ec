import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { runScenario } from "./runScenario.js"
import type { FilePlan, Scenario } from "./scenario.js"
import { scenarios, smallFiles, twoTabs } from "./scenario.js"

/** `npm run test:elsewhere` makes 700 others. */
const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 300)

const tabRuns = Math.ceil(numRuns / 2)

const small: FilePlan = {
  size: 0,
  chunkSize: undefined,
  parallel: undefined,
  priority: undefined,
  path: "a",
  source: "path",
  isUpdate: false,
  checkNameMode: "overwrite"
}

/** The saved line and a run write the same upload in the same millisecond. */
const writtenAtOnce: Omit<Scenario, "listAnnounced"> = {
  seed: 0,
  platform: "pds",
  files: [{ ...small, size: 1, chunkSize: 10 }, small, { ...small, size: 100, chunkSize: 10 }],
  limits: { part: 1, bytes: 50 },
  faults: [],
  byThread: false,
  changesUnseen: false,
  moments: [
    { after: 0, file: 0, kind: "sign out", number: 0 },
    { after: 2546, file: 0, kind: "stop", number: 0 },
    { after: 93, file: 2, kind: "resume", number: 0 }
  ],
  damaged: []
}

/** The folder is looked at before a create call, whose answer is lost then. */
const lostAfterCrash: Omit<Scenario, "listAnnounced"> = {
  ...writtenAtOnce,
  platform: "s3",
  files: [{ ...small, checkNameMode: "refuse" }],
  faults: [{ match: { target: "api", method: "POST" }, action: { _tag: "dropReply" }, times: 1, skip: 3 }],
  moments: [{ after: 1, file: 0, kind: "crash", number: 0 }]
}

/** What the program that ended has begun is aborted by the next one, whose keys have just ended. */
const strayWithEndedKeys: Omit<Scenario, "listAnnounced"> = {
  ...writtenAtOnce,
  platform: "s3",
  files: [{ ...small, size: 1, chunkSize: 10, path: undefined, checkNameMode: undefined }],
  faults: [{ match: { path: "memory://storage", method: "DELETE" }, action: { _tag: "expire" }, times: 1, skip: 0 }],
  moments: [{ after: 61, file: 0, kind: "crash", number: 0 }]
}

/** One tab cancels what the other one has just continued. */
const cancelledElsewhere: Omit<Scenario, "listAnnounced"> = {
  ...writtenAtOnce,
  platform: "s3",
  files: [{ ...small, size: 200, chunkSize: 10, checkNameMode: undefined }],
  limits: { part: 4, bytes: 1000 },
  moments: [
    { after: 60, file: 0, kind: "crash", number: 0 },
    { after: 0, file: 0, kind: "stop", number: 0 },
    { after: 0, file: 0, kind: "another tab resumes", number: 0 },
    { after: 160, file: 0, kind: "cancel", number: 0 }
  ]
}

const plain: FilePlan = { ...small, size: 1, path: undefined, checkNameMode: undefined }

/** The file changes while what was read of it is on its way to the service. */
const readBeforeChange: Omit<Scenario, "listAnnounced"> = {
  ...writtenAtOnce,
  platform: "s3",
  byThread: true,
  files: [plain, plain],
  moments: [{ after: 1, file: 0, kind: "sign out", number: 0 }]
}

/** The run is stopped between the loss of its create call's answer and its next step. */
const stoppedAfterLoss: Omit<Scenario, "listAnnounced"> = {
  ...readBeforeChange,
  files: [plain, { ...plain, size: 400, checkNameMode: "refuse" }, plain, plain],
  faults: [
    { match: { target: "api", method: "POST" }, action: { _tag: "status", status: 503 }, times: 1, skip: 0 },
    { match: { target: "api", method: "POST" }, action: { _tag: "truncate", afterBytes: 1 }, times: 1, skip: 2 }
  ],
  moments: [{ after: 60, file: 0, kind: "sign out", number: 0 }]
}

for (const listAnnounced of [false, true]) {
  describe(`Uploads under faults and intents, where announced files are ${listAnnounced ? "listed" : "hidden"}`, () => {
    it("end with equal bytes, or cancelled, and leave nothing behind", () =>
      fc.assert(
        fc.asyncProperty(scenarios(listAnnounced), (scenario) => Effect.runPromise(runScenario(scenario))),
        {
          numRuns,
          examples: [[{ ...writtenAtOnce, listAnnounced }], [{ ...lostAfterCrash, listAnnounced }], [{
            ...strayWithEndedKeys,
            listAnnounced
          }]]
        }
      ), numRuns * 1000 + 60_000)

    it("of small files end the same way, by plain calls or not", () =>
      fc.assert(
        fc.asyncProperty(smallFiles(listAnnounced), (scenario) => Effect.runPromise(runScenario(scenario))),
        {
          numRuns: tabRuns,
          examples: [[{ ...readBeforeChange, listAnnounced }], [{ ...stoppedAfterLoss, listAnnounced }]]
        }
      ), tabRuns * 1000 + 60_000)

    it("that two tabs take from each other end the same way, locks or no locks", () =>
      fc.assert(
        fc.asyncProperty(twoTabs(listAnnounced), (scenario) => Effect.runPromise(runScenario(scenario))),
        { numRuns: tabRuns, examples: [[{ ...cancelledElsewhere, listAnnounced }]] }
      ), tabRuns * 1000 + 60_000)
  })
}
