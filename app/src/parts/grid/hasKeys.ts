/** Whether keys go to this row, or to nothing: nobody has gone on to something else. */
export const hasKeys = (id: string): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body ||
    activeElement.closest("[data-id]")?.getAttribute("data-id") === id
}
