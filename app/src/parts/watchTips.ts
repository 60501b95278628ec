/** When the tip of a control without words is shown; the control names itself by `aria-label`, and its keys by `data-tip`. */

export interface ShownTip {
  readonly of: HTMLElement
  readonly isOpen: boolean
  /** In place of another one that was there just now: it neither waits nor fades. */
  readonly isNext: boolean
}

/** So long the pointer rests on a control before its tip is shown. */
const delay = 500

/** So long after one tip the next comes at once. */
const cooldown = 500

const withTip = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tip]:not(:disabled)") ?? undefined : undefined

/**
 * After a moment of resting on it with the pointer, and at once with the keyboard; gone with the next press, and with Esc. Gives what
 * ends the watching.
 */
export const watchTips = (show: (change: (last: ShownTip | undefined) => ShownTip | undefined) => void): () => void => {
  let under: HTMLElement | undefined
  let open: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closedAt = Number.NEGATIVE_INFINITY

  const isNext = () => performance.now() - closedAt < cooldown
  const hide = () => {
    clearTimeout(timer)
    if (open === undefined) return
    open = undefined
    closedAt = performance.now()
    show((last) => last === undefined ? undefined : { ...last, isOpen: false })
  }
  const reveal = (of: HTMLElement) => {
    const next = { of, isOpen: true, isNext: isNext() }
    open = of
    show(() => next)
  }

  const ended = new AbortController()
  const on = <Kind extends keyof DocumentEventMap>(kind: Kind, hear: (event: DocumentEventMap[Kind]) => void) =>
    document.addEventListener(kind, hear, { capture: true, signal: ended.signal })
  on("pointerover", ({ pointerType, target }) => {
    const of = pointerType === "touch" ? undefined : withTip(target)
    if (of === under) return
    under = of
    hide()
    if (of !== undefined) timer = setTimeout(() => reveal(of), isNext() ? 0 : delay)
  })
  on("focusin", ({ target }) => {
    const of = withTip(target)
    if (of?.matches(":focus-visible") !== true) return
    hide()
    reveal(of)
  })
  on("focusout", hide)
  on("pointerdown", hide)
  on("keydown", (event) => {
    // what is behind the tip does not hear the key that puts it away
    if (event.key === "Escape" && open !== undefined) event.stopPropagation()
    hide()
  })
  document.documentElement.addEventListener("pointerleave", () => {
    under = undefined
    hide()
  }, { signal: ended.signal })
  return () => {
    hide()
    ended.abort()
  }
}
