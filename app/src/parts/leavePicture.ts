/** What says who it is, and what only one of two may have. */
const own = ["aria-label", "data-region", "id", "name", "role"]

/** Takes from a copy what it must not have. Gives what brings it the rest, once it is on the page: what is drawn, and where it is scrolled to. */
const likenAll = (from: Element, to: Element): ReadonlyArray<() => void> => {
  for (const name of own) to.removeAttribute(name)
  const { scrollLeft, scrollTop } = from
  return [
    () => to.scrollTo(scrollLeft, scrollTop),
    () => {
      if (from instanceof HTMLCanvasElement && to instanceof HTMLCanvasElement) {
        to.getContext("2d")?.drawImage(from, 0, 0)
      }
    },
    ...[...from.children].flatMap((child, at) => likenAll(child, to.children[at] ?? to))
  ]
}

const endOf = ({ effect, finished }: Animation): Promise<unknown> | undefined =>
  effect?.getComputedTiming().endTime === Infinity ? undefined : finished

/**
 * As the `ref` of what can be closed: it goes at once, for the focus, for keys and for all who ask the page, and leaves a picture of
 * itself behind. How that moves away is in the styles of `[data-leaving]`.
 */
export const leavePicture = (element: HTMLElement | null): (() => void) | undefined => {
  if (element === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined
  return () => {
    const { region } = element.dataset
    let place = element.parentElement
    while (place !== null && getComputedStyle(place).display === "contents") place = place.parentElement
    const picture = element.cloneNode(true) as HTMLElement // a copy is of the same kind
    const likenings = likenAll(element, picture)
    picture.inert = true
    picture.dataset["leaving"] = ""
    // the page is as it will be
    queueMicrotask(() => {
      const isReplaced = region !== undefined && document.querySelector(`[data-region="${region}"]`) !== null
      if (place?.isConnected !== true || isReplaced) return
      place.append(picture)
      for (const liken of likenings) liken()
      void Promise.allSettled(picture.getAnimations({ subtree: true }).map(endOf)).then(() => picture.remove())
    })
  }
}
