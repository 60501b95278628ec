import { assert, describe, it } from "@effect/vitest"
import { endOfTask } from "../../src/domain/endOfTask.js"

const endIn = (state: string) => endOfTask({ state, errorCode: undefined })

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
    assert.strictEqual(endOfTask({ state: "Running", errorCode: "7" }), "failed"))

  it("Succeed is a good one", () => assert.strictEqual(endIn("Succeed"), "succeeded"))
})
