import type { ComponentType, ReactElement } from "react"
import { createElement, lazy, useState } from "react"
import type { PageProps } from "./Feature.js"

/**
 * A page whose code is on its way already. `lazy` alone would show that it waits even for code that is there, and React holds back what
 * follows a sign of waiting for a third of a second.
 */
export const preloadedPage = (loading: Promise<ComponentType<PageProps>>): ComponentType<PageProps> => {
  let loaded: ComponentType<PageProps> | undefined
  loading.then((page) => {
    loaded = page
    // the page tells of it where it is opened
  }, () => undefined)
  const WhenLoaded = lazy(async () => ({ default: await loading }))
  return function EarlyPage(props): ReactElement {
    const [Page] = useState(() => loaded ?? WhenLoaded)
    return createElement(Page, props)
  }
}
