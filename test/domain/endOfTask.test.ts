import { assert, describe, it } from "@effect/vitest"
import type { AsyncTask } from "../../src/domain/AsyncTask.js"
import { endOfTask } from "../../src/domain/endOfTask.js"

const task = (state: string): AsyncTask => ({
  asyncTaskId: "t",
  taskId: "t",
  taskStatus: state,
  state,
  status: state,
  consumedProcess: 0,
  totalProcess: 100
})

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
  it.each(bad)("%s is a bad one", (state) => assert.strictEqual(endOfTask(task(state)), "failed"))

  it.each(["Running", "PENDING", "RECEIVED", "RETRY", "Failing", ""])(
    "%j is none",
    (state) => assert.isUndefined(endOfTask(task(state)))
  )

  it("Succeed is a good one", () => assert.strictEqual(endOfTask(task("Succeed")), "succeeded"))
})
