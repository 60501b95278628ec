/** docs/react.md: the whole small app, as it stands there. */
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { TestDrive } from "effect-drive/testing"
import { StrictMode } from "react"
import { assert, it, vi } from "vitest"
import { openDrive, upload } from "../react/world.js"
import { SmallDrive } from "./smallDrive.js"

it("the small drive signs in, shows spaces and folders, uploads, renames, deletes and takes that back", async () => {
  const drive = await openDrive({ signedIn: false })
  render(<StrictMode><SmallDrive drive={drive} /></StrictMode>)
  fireEvent.change(screen.getByLabelText("Token"), { target: { value: TestDrive.accessToken } })
  fireEvent.click(screen.getByText("Sign in"))
  await screen.findByText(/\(s3\)/)
  await drive.files.createFolder({ name: "folder" })
  fireEvent.click(await screen.findByText("folder"))
  await waitFor(() => assert.lengthOf(screen.getAllByText("folder"), 1))

  fireEvent.change(screen.getByLabelText("Files"), { target: { files: [new File(["1"], "one")] } })
  await screen.findByText(/^one/, { selector: "main > ul:last-of-type li" })
  vi.stubGlobal("prompt", () => "two")
  fireEvent.click(screen.getByText("Rename"))
  await screen.findByText(/^two/)
  fireEvent.click(screen.getByText("Delete"))
  await waitFor(() => assert.isNull(screen.queryByText(/^two/)))
  fireEvent.click(await screen.findByText("Undo"))
  await screen.findByText(/^two/)
  fireEvent.click(screen.getByText("root"))
  await upload(drive, "three")
  await screen.findByText(/^three/)
  vi.unstubAllGlobals()
})
