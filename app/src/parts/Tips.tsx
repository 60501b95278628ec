import type { ReactElement } from "react"
import { lazy, Suspense, useEffect, useState } from "react"
import type { ShownTip } from "./watchTips.js"
import { watchTips } from "./watchTips.js"

const Tip = lazy(async () => ({ default: (await import("./Tip.js")).Tip }))

/** Where tips are drawn: inside of a landmark, as all that is on the page. Their code comes with the first one. */
export const Tips = (): ReactElement => {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [tip, setTip] = useState<ShownTip>()
  useEffect(() => watchTips(setTip), [])
  return (
    <div ref={setPlace}>
      {place === null || tip === undefined ? null : (
        <Suspense fallback={null}>
          <Tip
            {...tip}
            onClose={() => setTip((last) => last?.of === tip.of ? { ...last, isOpen: false } : last)}
            place={place}
          />
        </Suspense>
      )}
    </div>
  )
}
