// @vitest-environment happy-dom
import { afterEach, assert, it } from "@effect/vitest"
import { act, cleanup, configure, fireEvent, render, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import { StrictMode } from "react"
import { TokenExpired } from "../../src/domain/errors/ApiErrors.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import * as FakeDrive from "../promise/fakeDrive.js"
import { App } from "./reactTour.js"

// One second by default, which a busy machine may take.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)

it("docs/react.md", async () => {
  const { calls, drive, update } = FakeDrive.make()
  const view = render(
    <StrictMode>
      <App drive={drive} folder="root" />
    </StrictMode>
  )
  await waitFor(() => assert.isNull(view.queryByText("Loading …")))

  fireEvent.click(view.getByText("New folder"))
  await waitFor(() => assert.isTrue(calls.some(([name]) => name === "createFolder")))

  fireEvent.change(view.getByLabelText("Upload"), { target: { files: [new File(["x"], "x.txt")] } })
  act(() => update("u1", { progress: "running", size: 10, bytes: { hashed: 10, sent: 5, accepted: 5, committed: 0 } }))
  assert.strictEqual(view.getByRole("progressbar").getAttribute("value"), "50")
  fireEvent.click(view.getByText("Cancel"))
  await waitFor(() => assert.deepStrictEqual(calls.at(-1), ["cancel", "u1"]))

  const expired = { _tag: "TokenExpired", error: new TokenExpired({ path: "/x" }) } as const
  await act(() => drive.run(Effect.flatMap(DriveEvents, (events) => events.publish(expired))))
  await waitFor(() => assert.strictEqual(view.getByRole("alert").textContent, "Please sign in again"))
})
