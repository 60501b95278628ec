/** The first button of the panel; where the panel has gone, the row of the list that keys go on from. */
const places = ["[data-region='panel'] button", "#list [data-index][tabindex='0']", "#list"]

/** What had the focus has gone, or is about to: somebody else has it next, and never nobody. */
export const focusPanel = (): void => {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    places.map((place) => document.querySelector<HTMLElement>(place)).find((place) => place !== null)?.focus()
  })
}
