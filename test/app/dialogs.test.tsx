// @vitest-environment happy-dom
/** One dialog at a time, each closed by itself alone. */
import { act, cleanup, render } from "@testing-library/react"
import { afterEach, assert, it } from "vitest"
import { Dialogs, useOpenDialog } from "../../app/src/parts/Dialogs.js"

afterEach(cleanup)

it("a close that comes when another dialog is open shuts nothing", () => {
  const closes = new Map<string, () => void>()
  const Opener = ({ name }: { readonly name: string }) => {
    const openDialog = useOpenDialog()
    const open = () =>
      openDialog((close) => {
        closes.set(name, close)
        return <div role="dialog">{name}</div>
      })
    return <button onClick={open}>Open {name}</button>
  }
  const view = render(
    <Dialogs>
      <Opener name="first" />
      <Opener name="second" />
    </Dialogs>
  )
  const shown = () => view.queryAllByRole("dialog").map(({ textContent }) => textContent)
  const open = (name: string) => act(() => view.getByText(`Open ${name}`).click())
  const close = (name: string) => act(() => closes.get(name)?.())
  open("first")
  assert.deepStrictEqual(shown(), ["first"])
  const early = closes.get("first")
  open("second")
  assert.deepStrictEqual(shown(), ["second"])
  act(() => early?.())
  close("first")
  assert.deepStrictEqual(shown(), ["second"])
  close("second")
  assert.deepStrictEqual(shown(), [])
  // the same dialog, opened once more, is another one
  open("first")
  act(() => early?.())
  assert.deepStrictEqual(shown(), ["first"])
  close("first")
  assert.deepStrictEqual(shown(), [])
})
