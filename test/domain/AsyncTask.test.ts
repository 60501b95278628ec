import { assert, describe, it } from "@effect/vitest"
import { fromWire } from "../../src/domain/AsyncTask.js"

const endIn = (task_status: string) => fromWire("t", { task_status }).end

const bad = [
  "Failed",
  "failed",
  "FAILURE",
  "Error",
  "REVOKED",
  "Cancelled",
  "Canceled",
  "PartialSucceed",
  "PartialSuccess"
]

describe("the end of a task", () => {
  it.each(bad)("%s is a bad one", (state) => assert.strictEqual(endIn(state), "failed"))

  it.each(["Running", "PENDING", "RECEIVED", "RETRY", "Failing", ""])(
    "%j is none",
    (state) => assert.isUndefined(endIn(state))
  )

  it("is a bad one with the code of an error", () =>
    assert.strictEqual(fromWire("t", { task_status: "STARTED", error_code: "7" }).end, "failed"))

  it.each(["Succeed", "SUCCESS"])("%s is a good one", (state) => assert.strictEqual(endIn(state), "succeeded"))
})
