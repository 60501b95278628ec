import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import type { UploadPhase, WorkingTag } from "../../src/domain/UploadPhase.js"
import * as Phase from "../../src/domain/UploadPhase.js"
import type { UploadEvent } from "../../src/domain/UploadState.js"
import * as UploadState from "../../src/domain/UploadState.js"
import { uploadStatesPage } from "./uploadStatesPage.js"

const works: ReadonlyArray<WorkingTag> = ["Waiting", "Running", "ComputingHash", "Started", "UploadingParts", "Done"]

const phases: ReadonlyArray<UploadPhase> = Phase.phaseTags.flatMap((tag): ReadonlyArray<UploadPhase> =>
  Phase.isHalted(tag) ? works.map((during) => ({ _tag: tag, during })) : [{ _tag: tag }]
)

const pairs = phases.flatMap((phase) => UploadState.uploadEvents.map((event) => ({ phase, event })))

const run = (...events: ReadonlyArray<UploadEvent>): UploadPhase => events.reduce(UploadState.next, Phase.initial)

describe("UploadState", () => {
  it("gives every event in every phase what the table says", () => {
    for (const { event, phase } of pairs) {
      const after = UploadState.next(phase, event)
      const target = UploadState.transitions[phase._tag][event]
      const label = `${JSON.stringify(phase)} ${event}`
      if (target === undefined) assert.strictEqual(after, phase, label)
      else if (target === "back") assert.strictEqual(after._tag, "during" in phase ? phase.during : undefined, label)
      else assert.strictEqual(after._tag, target, label)
    }
  })

  it("keeps the interrupted phase through chains of halts", () => {
    for (const { event, phase } of pairs) {
      const after = UploadState.next(phase, event)
      if ("during" in after && "during" in phase) assert.strictEqual(after.during, phase.during)
    }
    assert.deepStrictEqual(run("start", "begun", "sending", "offline", "signedOut", "signedIn"), {
      _tag: "UploadingParts"
    })
  })

  it("lets nothing move a cancelled or successful upload", () => {
    for (const { event, phase } of pairs) {
      if (phase._tag !== "Cancelled" && phase._tag !== "Success" && phase._tag !== "RapidSuccess") continue
      assert.strictEqual(UploadState.next(phase, event), phase)
    }
  })

  it("can stop and cancel whatever has not ended", () => {
    for (const phase of phases.filter((one) => !Phase.hasEnded(one))) {
      assert.strictEqual(UploadState.next(phase, "stop")._tag, "Stopped")
      assert.strictEqual(UploadState.next(phase, "cancel")._tag, "Cancelled")
    }
  })

  it("takes the end of a run in every phase that a run can be in", () => {
    for (const tag of works.filter((work) => work !== "Waiting")) {
      const during = { _tag: tag }
      for (
        const phase of [during, { _tag: "Offline", during: tag }, { _tag: "AwaitingSignIn", during: tag }] as const
      ) {
        const ends = (["failed", "rapid", "succeeded"] as const).map((event) => UploadState.next(phase, event)._tag)
        assert.deepStrictEqual(ends, ["Failed", "RapidSuccess", "Success"])
      }
    }
  })

  it("lets late steps of a left run fall away", () => {
    const steps = [
      "hashing",
      "hashed",
      "begun",
      "sending",
      "answered",
      "stored",
      "rapid",
      "succeeded",
      "failed"
    ] as const
    for (const tag of ["Stopped", "Cancelled"] as const) {
      for (const during of works) {
        const phase = { _tag: tag, during }
        for (const step of steps) assert.strictEqual(UploadState.next(phase, step), phase)
      }
    }
  })

  it("shows the states of the specification", () => {
    const shown = (phase: UploadPhase) => [Phase.progressOf(phase), Phase.multipartOf(phase)]
    assert.deepStrictEqual(shown(run()), [undefined, undefined])
    assert.deepStrictEqual(shown(run("start", "hashing")), ["computing_hash", undefined])
    assert.deepStrictEqual(shown(run("start", "hashing", "hashed")), ["running", undefined])
    assert.deepStrictEqual(shown(run("start", "begun")), ["running", "started"])
    assert.deepStrictEqual(shown(run("start", "begun", "sending")), ["running", "uploading_parts"])
    assert.deepStrictEqual(shown(run("start", "begun", "sending", "stop")), ["running", "stopped"])
    assert.deepStrictEqual(shown(run("start", "begun", "sending", "offline")), ["running", "web_offline_to_online"])
    assert.deepStrictEqual(shown(run("start", "hashing", "cancel")), ["computing_hash", "cancelled"])
    assert.deepStrictEqual(shown(run("start", "begun", "sending", "stored")), ["running", "done"])
    assert.deepStrictEqual(shown(run("start", "begun", "sending", "stored", "succeeded")), ["success", "done"])
    assert.deepStrictEqual(shown(run("start", "succeeded")), ["success", undefined])
    assert.deepStrictEqual(shown(run("start", "rapid")), ["rapid_success", undefined])
    assert.deepStrictEqual(shown(run("start", "begun", "sending", "failed")), ["error", "uploading_parts"])
  })

  it("is described by docs/upload-states.md", () => {
    const page = new URL("../../docs/upload-states.md", import.meta.url)
    if (process.env["UPDATE_DOCS"] === "1") fs.writeFileSync(page, uploadStatesPage())
    assert.strictEqual(fs.readFileSync(page, "utf8"), uploadStatesPage())
  })
})
