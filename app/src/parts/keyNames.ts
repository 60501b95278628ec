/** How keys are written on the machine that this is. */

export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const apple: Readonly<Record<string, string>> = {
  Mod: "⌘",
  Shift: "⇧",
  Alt: "⌥",
  Delete: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc"
}
const elsewhere: Readonly<Record<string, string>> = {
  Mod: "Ctrl",
  Shift: "Shift",
  Delete: "Del",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc"
}

/** The caps of one combination: "Mod+Shift+N" is ⌘ ⇧ N or Ctrl Shift N. */
export const keyCaps = (keys: string): ReadonlyArray<string> =>
  keys.split("+").map((key) => (isApple ? apple : elsewhere)[key] ?? key)

export const keyText = (keys: string): string => keyCaps(keys).join(isApple ? " " : "+")

/** The combination of an event, in the spelling of the registry. */
export const keysOf = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  // the key that deletes on Apple's keyboards, where few have another
  const name = key === " " ? "Space" : isApple && key === "Backspace" ? "Delete" : key
  // a sign that needs Shift to be typed already says so: "?" is not Shift+?
  const isLetter = /^[A-Z]$/.test(name) || name.length > 1
  return [
    (isApple ? event.metaKey : event.ctrlKey) ? "Mod" : undefined,
    event.altKey ? "Alt" : undefined,
    event.shiftKey && isLetter ? "Shift" : undefined,
    name
  ].filter((part) => part !== undefined).join("+")
}
