/**
 * One rule for where the focus goes when what has it goes away, so that keys always go on from something: what came in its place,
 * else the next or the one before in the same region, else the region that came in place of this one, else what had it before.
 */
import { canHaveFocus, stopOfRegion, stopsIn } from "./regions.js"

/** Something that had the focus, or one of those around it, and what stood before it then. */
interface Level {
  readonly element: HTMLElement
  readonly before: Element | null
}

/** From the inside out. */
type Trail = ReadonlyArray<Level>

/** Messages go by themselves, and F6 led through other parts of the page to them: who was at one goes on in the list. */
const isAtMessages = (trail: Trail): boolean => trail.some(({ element }) => element.dataset["region"] === "toasts")

const isEdge = (element: HTMLElement): boolean =>
  element.matches("[data-region], main, [role='dialog'], [role='alertdialog']")

const trailOf = (element: HTMLElement): Trail => {
  const trail: Array<Level> = []
  for (let at: HTMLElement | null = element; at !== null && at !== document.body; at = at.parentElement) {
    trail.push({ element: at, before: at.previousElementSibling })
  }
  return trail
}

const edgeOf = (trail: Trail): HTMLElement | undefined =>
  (trail.find(({ element }) => isEdge(element)) ?? trail.at(-1))?.element

const isAfter = (place: Element, stop: Element): boolean => {
  const position = place.compareDocumentPosition(stop)
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (position & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0
}

/** The stop that is nearest to what has gone, within the region that it was in. */
const nearby = (trail: Trail, accepts: (stop: HTMLElement) => boolean): HTMLElement | undefined => {
  if (isAtMessages(trail)) return undefined
  for (const [at, { element: around }] of trail.entries()) {
    const gone = trail[at - 1]
    if (gone !== undefined && canHaveFocus(around)) {
      const stops = stopsIn(around).filter(accepts)
      const place = around.contains(gone.element) ? gone.element : gone.before
      const next = place === null || !around.contains(place) ? stops[0] : stops.find((stop) => isAfter(place, stop))
      const found = next ?? stops.at(-1) ?? (around.tabIndex >= 0 ? around : undefined)
      if (found !== undefined) return found
    }
    if (isEdge(around)) return undefined
  }
  return undefined
}

/** Once all around it has gone too: with a dialog that was closed, a list that gave way to another one. */
const elsewhere = (
  trail: Trail,
  earlier: ReadonlyArray<Trail>,
  accepts: (stop: HTMLElement) => boolean
): HTMLElement | undefined => {
  const region = trail.find(({ element }) => "region" in element.dataset)?.element
  if (region !== undefined && !isAtMessages(trail)) {
    const stop = stopOfRegion(region.dataset["region"] ?? "")
    if (stop !== undefined) return stop
  }
  const sheet = document.getElementById("list")
  const isForList = isAtMessages(trail) || trail.some(({ element }) => element === sheet)
  for (const before of isForList ? [] : earlier.toReversed()) {
    const [first] = before
    if (first === undefined || isAtMessages(before)) continue
    if (canHaveFocus(first.element) && accepts(first.element)) return first.element
    const stop = nearby(before, accepts)
    if (stop !== undefined) return stop
  }
  return stopOfRegion("list") ?? stopsIn(document.body).find(accepts)
}

/** A field that is given the focus by a finger brings up a keyboard that nobody asked for. */
const isField = (element: HTMLElement): boolean =>
  element.matches("textarea, input:not([type='checkbox'], [type='radio'])")

export const keepFocus = (): void => {
  let current: Trail | undefined
  /** The last of each region and of each dialog, the latest at the end. */
  let trails: ReadonlyArray<Trail> = []
  let isByKeys = true
  let isLeaving = false

  const accepts = (stop: HTMLElement): boolean => isByKeys || !isField(stop)
  // who moves a pointer looks elsewhere: nothing scrolls for them
  const give = (stop: HTMLElement | undefined): void => stop?.focus({ preventScroll: !isByKeys })
  // a window that is left has none, and that is as it should be
  const isNobody = (): boolean =>
    document.hasFocus() && (document.activeElement === null || document.activeElement === document.body)

  const look = (): void => {
    const lost = current
    const [first] = lost ?? []
    if (lost === undefined || first === undefined || !isNobody()) return
    // it was moved in the page, and not taken away
    const near = canHaveFocus(first.element) ? first.element : nearby(lost, accepts)
    if (near !== undefined) return give(near)
    // a dialog gives it back a frame after it has gone, and a page that comes may take it for itself
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (current !== lost || !isNobody()) return
        const edge = edgeOf(lost)
        give(elsewhere(lost, trails.filter((trail) => edgeOf(trail) !== edge), accepts))
      })
    )
  }

  // the focus moves right after the event; a page that is busy hears the next event before it comes to its timers
  const leave = (): void => {
    isLeaving = true
    setTimeout(stay)
  }
  const stay = (): void => void (isLeaving = false)
  document.addEventListener("keydown", ({ key }) => {
    isByKeys = true
    if (key === "Tab") leave()
    else stay()
  }, true)
  document.addEventListener("mouseup", stay, true)
  document.addEventListener("pointerdown", () => isByKeys = false, true)
  document.addEventListener("mousedown", leave, true)
  const note = (target: EventTarget | null): void => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    stay()
    current = trailOf(target)
    const edge = edgeOf(current)
    trails = [...trails.filter((trail) => edgeOf(trail) !== edge && edgeOf(trail)?.isConnected), current]
  }
  note(document.activeElement)
  document.addEventListener("focusin", ({ target }) => note(target))
  document.addEventListener("focusout", ({ relatedTarget, target }) => {
    if (!(target instanceof Element)) return
    // it is on its way to another one, left by a press beside everything, or by Tab at the end of the page
    if (relatedTarget !== null || (isLeaving && canHaveFocus(target))) current = undefined
    else queueMicrotask(look)
    // heard before anybody else, who may change the page
  }, true)
  window.addEventListener("focus", look)
  let looksSoon = false
  /** Not at once: while the focus moves nobody has it, and what hears of that may change the page. */
  const lookSoon = (): void => {
    if (looksSoon || current === undefined || !isNobody()) return
    looksSoon = true
    setTimeout(() => {
      looksSoon = false
      look()
    })
  }
  // what is taken away says so in one browser, and in another it does not
  new MutationObserver(lookSoon).observe(document.body, {
    attributes: true,
    attributeFilter: ["disabled", "hidden", "inert"],
    childList: true,
    subtree: true
  })
}
