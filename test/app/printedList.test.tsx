// @vitest-environment happy-dom
/** What stands at the end of a list on paper: that there is more, where there is. */
import { act, cleanup, render } from "@testing-library/react"
import { useSelection } from "effect-drive/react"
import type { ReactElement } from "react"
import { useMemo } from "react"
import { afterEach, assert, it, vi } from "vitest"
import type { Describe } from "../../app/src/parts/grid/GridModel.js"
import { ItemGrid } from "../../app/src/parts/grid/ItemGrid.js"
import type {} from "../../app/src/parts/style/customProperties.js"

// thousands of whole rows are too much for this DOM
vi.mock(import("../../app/src/parts/grid/ListRow.js"), () => ({
  ListRow: (({ index }: { readonly index: number }) => <div data-index={index} />) as never // draws nothing of its item
}))

afterEach(cleanup)

interface Item {
  readonly id: string
}

const describe: Describe<Item> = {
  id: ({ id }) => id,
  name: ({ id }) => id,
  kind: () => ({ group: "folder", icon: "folder" }) as never, // how it is drawn is nothing to this test
  spoken: ({ id }) => id,
  caption: ({ id }) => id
}

const List = ({ count, isWhole = true }: { readonly count: number; readonly isWhole?: boolean }): ReactElement => {
  const items = useMemo(() => Array.from({ length: count }, (_, index): Item => ({ id: `item ${index}` })), [count])
  return (
    <ItemGrid
      columns={[]}
      describe={describe}
      items={items}
      label="printed"
      onMenu={() => {}}
      onOpen={() => {}}
      onSort={() => {}}
      selection={useSelection(useMemo(() => items.map(({ id }) => id), [items]))}
      sort={undefined}
      total={isWhole ? count : undefined}
      view="list"
    />
  )
}

const print = (list: ReactElement) => {
  const view = render(list)
  const note = () => view.queryByText(/^Printed: /)?.textContent
  const tell = (event: string) => act(() => void window.dispatchEvent(new Event(event)))
  const before = note()
  tell("beforeprint")
  const printed = { note: note(), rows: view.container.querySelectorAll("[data-index]").length }
  tell("afterprint")
  assert.deepStrictEqual([before, note()], [undefined, undefined])
  return printed
}

it("says that there are more than are printed", () => {
  assert.deepStrictEqual(print(<List count={5_001} />), {
    note: "Printed: 5,000 of 5,001 items",
    rows: 5_000
  })
})

it("says that there are more than are loaded", () => {
  assert.deepStrictEqual(print(<List count={30} isWhole={false} />), {
    note: "Printed: 30 of 30+ items",
    rows: 30
  })
})

it("says nothing where all of it is printed", () => {
  assert.deepStrictEqual(print(<List count={30} />), { note: undefined, rows: 30 })
})
