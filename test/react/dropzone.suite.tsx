/** Areas for drops that lie in each other, are disabled in mid drag, and have handlers of their own. */
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useDropzone } from "effect-drive/react"
import type { HTMLAttributes, ReactNode } from "react"
import { assert, describe, it, vi } from "vitest"
import { modes, namesIn, openDrive, provide } from "./world.js"

const files = [new File(["1"], "one")]

const dropped = {
  dataTransfer: {
    types: ["Files"],
    items: files.map((file) => ({ kind: "file", webkitGetAsEntry: () => null, getAsFile: () => file }))
  }
}

const Zone = ({ children, disabled, id, own }: {
  readonly id: string
  readonly disabled?: boolean
  readonly own?: HTMLAttributes<HTMLElement>
  readonly children?: ReactNode
}) => {
  const { getRootProps, isOver } = useDropzone({ folderId: "root", disabled })
  return <div {...getRootProps(own)} data-testid={id} data-over={isOver}>{children}</div>
}

const isOver = (id: string) => screen.getByTestId(id).dataset["over"]

describe.each(modes)("an area for drops %s", (_, strict) => {
  it.each(["dropped", "pasted"])("within another one takes alone what is %s on it", async (how) => {
    const drive = await openDrive()
    const begun = how === "dropped" ? vi.spyOn(drive.uploads, "startFolder") : vi.spyOn(drive.uploads, "start")
    render(
      <Zone id="outer">
        <Zone id="inner" />
      </Zone>,
      { wrapper: provide(drive, strict).wrapper }
    )
    const put = (id: string) =>
      how === "dropped"
        ? fireEvent.drop(screen.getByTestId(id), dropped)
        : fireEvent.paste(screen.getByTestId(id), { clipboardData: { files } })
    put("inner")
    assert.lengthOf(begun.mock.calls, 1)
    await waitFor(async () => assert.lengthOf(await namesIn(drive), 1))
    put("outer")
    assert.lengthOf(begun.mock.calls, 2)
    await waitFor(async () => assert.lengthOf(await namesIn(drive), 2))
  })

  it("that is disabled in mid drag forgets it when it leaves, and one that was disabled before knows of it", async () => {
    const drive = await openDrive()
    const zone = (disabled: boolean) => <Zone id="zone" disabled={disabled} />
    const { rerender } = render(zone(false), { wrapper: provide(drive, strict).wrapper })
    fireEvent.dragEnter(screen.getByTestId("zone"), dropped)
    assert.strictEqual(isOver("zone"), "true")
    rerender(zone(true))
    assert.strictEqual(isOver("zone"), "false")
    fireEvent.dragLeave(screen.getByTestId("zone"), dropped)
    rerender(zone(false))
    assert.strictEqual(isOver("zone"), "false")
    rerender(zone(true))
    assert.isTrue(fireEvent.dragEnter(screen.getByTestId("zone"), dropped))
    rerender(zone(false))
    assert.strictEqual(isOver("zone"), "true")
  })

  it("calls handlers of its owner too", async () => {
    const drive = await openDrive()
    const own = { onDrop: vi.fn(), onDragEnter: vi.fn(), onDragOver: vi.fn(), onDragLeave: vi.fn(), onPaste: vi.fn() }
    render(<Zone id="zone" own={own} />, { wrapper: provide(drive, strict).wrapper })
    const zone = screen.getByTestId("zone")
    for (const fire of [fireEvent.dragEnter, fireEvent.dragOver, fireEvent.dragLeave, fireEvent.drop]) {
      fire(zone, dropped)
    }
    fireEvent.paste(zone, { clipboardData: { files: [] } })
    for (const handler of Object.values(own)) assert.strictEqual(handler.mock.calls.length, 1)
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive), ["one"]))
  })
})
