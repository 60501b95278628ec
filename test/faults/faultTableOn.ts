/** Runs the fault table on one platform, over sockets. */
import { afterAll, beforeAll, describe, it, vi } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { UploadHandle } from "../../src/promise/node.js"
import type { Fault, FaultAction } from "../../src/testing/FaultScript.js"
import { waitLimit } from "../limits.js"
import type { Body, Case, FaultPlatform, Kind } from "./faultTable.js"
import { bodiesOn, casesOn, looksOf } from "./faultTable.js"
import type { FaultyDrive } from "./FaultyDrive.js"
import { assertStoredOnce, impatient, when, withFaultyDrive } from "./FaultyDrive.js"
import { waitMeanwhile } from "./waitMeanwhile.js"

const hold: FaultAction = { _tag: "delay", millis: 300_000 }

/** Holds the second part back until the upload is stopped. */
const heldOn = (target: FaultPlatform): Fault => ({
  match: { target, method: "PUT", query: { partNumber: "2" } },
  action: hold
})

/** Those that wait for the watchdog wait while the others run. */
const waits = ({ fault }: Case): boolean => fault.name === "stalled"

/** Stops it when the second part is held: one that was sent only by the next run would be held in that one. */
const stopAndResume = async (upload: UploadHandle, { emulator }: FaultyDrive): Promise<void> => {
  await when(upload, ({ bytes }) => bytes.accepted > 0)
  await vi.waitUntil(() => emulator.remainingFaults().every(({ action }) => action !== hold), { timeout: waitLimit })
  await upload.stop()
  await upload.resume()
}

/** `file` is at the path. */
const run = async (path: string, file: Uint8Array, body: Body, one: Case, faulty: FaultyDrive): Promise<void> => {
  const { fault, faults, step } = one
  const upload = faulty.drive.uploads.start({
    source: { path },
    name: "file.bin",
    chunkSize: step.chunkSize ?? body.chunkSize,
    // One request after the other, where the order in which they meet the fault counts.
    parallel: step.resumes || fault.times > 1 ? 1 : undefined
  })
  if (step.resumes) await stopAndResume(upload, faulty)
  const hits = faults.reduce((sum, { times = 1 }) => sum + times, step.resumes ? 1 : 0)
  await assertStoredOnce(faulty, upload, file, hits * body.partSize, looksOf(one))
}

export const faultTableOn = (platform: FaultPlatform): void => {
  const bodies = bodiesOn[platform]
  const files: Readonly<Record<Kind, Uint8Array>> = {
    direct: randomBytes(bodies.direct.size),
    multipart: randomBytes(bodies.multipart.size)
  }
  let folder = ""

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "effect-drive-faults-"))
    for (const [kind, bytes] of Object.entries(files)) writeFileSync(join(folder, kind), bytes)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const cases = casesOn(platform)

  const upload = (one: Case, listAnnounced: boolean): Promise<void> => {
    const { kind } = one.step
    return withFaultyDrive({
      // Keys that live longer than a skewed clock is ahead: it is the signature that is refused.
      emulator: {
        spaces: [{ spaceId: `${platform}-files`, platform }],
        credentialLifetime: "4 hours",
        listAnnounced
      },
      faults: [...one.step.resumes ? [heldOn(platform)] : [], ...one.faults, ...looksOf(one)],
      drive: waits(one) ? { uploads: { watchdog: impatient } } : {}
    }, (faulty) => run(join(folder, kind), files[kind], bodies[kind], one, faulty))
  }

  const waiting = waitMeanwhile()

  const test = (one: Case, listAnnounced: boolean): void => {
    const start = () => upload(one, listAnnounced)
    it(`${one.fault.name} at ${one.step.name}`, waits(one) ? waiting(start) : start)
  }

  const testAll = (wanted: ReadonlyArray<Case>): void => {
    // Services that hide announced files until they are confirmed; and those that list them at once, for what can see it.
    for (const listAnnounced of [false, true]) {
      for (const kind of ["direct", "multipart"] as const) {
        const where = listAnnounced ? "that lists announced files" : "that hides announced files"
        const tried = wanted.filter((one) => one.step.kind === kind && (!listAnnounced || looksOf(one).length === 0))
        if (tried.length === 0) continue
        describe.concurrent(`a ${kind} upload to ${platform} over sockets, in a service ${where}, gets over`, () => {
          for (const one of tried) test(one, listAnnounced)
        })
      }
    }
  }

  testAll(cases.filter((one) => !waits(one)))
  describe("and meanwhile", () => testAll(cases.filter(waits)))
}
