/**
 * The rule for a focus that goes away is needed once something has had it, and is loaded then. A page that cannot load it works
 * without, and asks for it again with the next focus.
 */
export const keepFocusLater = (): void =>
  document.addEventListener(
    "focusin",
    () => void import("./keepFocus.js").then(({ keepFocus }) => keepFocus(), keepFocusLater),
    { once: true }
  )
