import type { ComponentType, ReactElement } from "react"
import { useEffect, useState } from "react"
import type { TipProps } from "./Tip.js"
import type { ShownTip } from "./watchTips.js"
import { watchTips } from "./watchTips.js"

/** Where tips are drawn: inside of a landmark, as all that is on the page. Their code comes with the first one. */
export const Tips = (): ReactElement => {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [tip, setTip] = useState<ShownTip>()
  const [Tip, setCode] = useState<ComponentType<TipProps>>()
  useEffect(() => watchTips(setTip), [])
  useEffect(() => {
    if (tip === undefined || Tip !== undefined) return
    // without its code there is no tip, and the next one asks for it again
    import("./Tip.js").then((code) => setCode(() => code.Tip), () => {})
  }, [Tip, tip])
  return (
    <div ref={setPlace}>
      {place === null || tip === undefined || Tip === undefined ? null : (
        <Tip
          {...tip}
          onClose={() => setTip((last) => last?.of === tip.of ? { ...last, isOpen: false } : last)}
          place={place}
        />
      )}
    </div>
  )
}
