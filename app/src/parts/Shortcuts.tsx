import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react"
import { hasAllKeys } from "./hasAllKeys.js"
import { keysOf } from "./keyNames.js"
import type { ShortcutEntry } from "./Shortcut.js"

interface Registry {
  readonly entries: ReadonlyArray<ShortcutEntry>
  readonly bind: (id: string, run: () => void) => () => void
  readonly bound: () => ReadonlySet<string>
  readonly subscribe: (listener: () => void) => () => void
  readonly runOf: (id: string) => (() => void) | undefined
}

const makeRegistry = (entries: ReadonlyArray<ShortcutEntry>): Registry => {
  const runs = new Map<string, Array<() => void>>()
  const listeners = new Set<() => void>()
  let bound: ReadonlySet<string> = new Set()
  const changed = () => {
    bound = new Set(runs.keys())
    for (const listener of listeners) listener()
  }
  return {
    entries,
    bind: (id, run) => {
      runs.set(id, [...(runs.get(id) ?? []), run])
      changed()
      return () => {
        const left = (runs.get(id) ?? []).filter((other) => other !== run)
        if (left.length === 0) runs.delete(id)
        else runs.set(id, left)
        changed()
      }
    },
    bound: () => bound,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // the one bound last is nearest to what is on the screen
    runOf: (id) => runs.get(id)?.at(-1)
  }
}

const RegistryContext = createContext<Registry>(makeRegistry([]))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable='true']") !== null

/** Space and Enter press what has the focus, where that can be pressed. */
const isPressed = (keys: string, target: EventTarget | null): boolean =>
  (keys === "Space" || keys === "Enter") && target instanceof Element &&
  target.closest("button, a, summary, select, audio, video") !== null

const hears = ({ overViewer, whileTyping }: ShortcutEntry, target: EventTarget | null): boolean =>
  (whileTyping === true || !isTyping(target)) &&
  (overViewer === true || document.querySelector("[data-viewer]") === null)

/** Hears the keys of all shortcuts, but not while one types, and not behind a dialog or the question for a sign-in. */
export const Shortcuts = (
  { children, entries }: { readonly entries: ReadonlyArray<ShortcutEntry>; readonly children: ReactNode }
): ReactElement => {
  const registry = useMemo(() => makeRegistry(entries), [entries])
  // before it is painted: keys work as soon as their button is seen
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (hasAllKeys()) return
      const keys = keysOf(event)
      if (isPressed(keys, event.target)) return
      // the same keys may do different things in different rooms
      const run = registry.entries.filter((entry) => entry.keys.includes(keys) && hears(entry, event.target))
        .map(({ id }) => registry.runOf(id)).find((found) => found !== undefined)
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", hear)
    return () => document.removeEventListener("keydown", hear)
  }, [registry])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Binds a shortcut of the registry as long as the component is there. */
export const useShortcut = (id: string, run: (() => void) | undefined): void => {
  const registry = useContext(RegistryContext)
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  const isBound = run !== undefined
  useLayoutEffect(() => isBound ? registry.bind(id, () => latest.current?.()) : undefined, [id, isBound, registry])
}

/** What works here and now. */
export const useBoundShortcuts = (): ReadonlyArray<ShortcutEntry> => {
  const registry = useContext(RegistryContext)
  const bound = useSyncExternalStore(registry.subscribe, registry.bound)
  return registry.entries.filter((entry) => entry.isOwn === true || bound.has(entry.id))
}
