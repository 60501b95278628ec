import type { ReactElement } from "react"
import { useEffect, useId, useMemo, useReducer, useRef } from "react"
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip"
import styles from "./Tip.module.css"
import type { ShownTip } from "./watchTips.js"

export interface TipProps extends ShownTip {
  readonly place: HTMLElement
  readonly onClose: () => void
}

/** The name of a control, and the keys that do the same. */
export const Tip = ({ isNext, isOpen, of, onClose, place }: TipProps): ReactElement => {
  const id = useId()
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  const keys = of.dataset["tip"] ?? ""
  useEffect(() => {
    if (!isOpen) return
    // a control may go, or be called otherwise, while its tip is there
    const changes = new MutationObserver(() => of.isConnected ? drawAgain() : close.current())
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["aria-label"] })
    return () => changes.disconnect()
  }, [isOpen, of])
  useEffect(() => {
    // its name is heard without the tip
    if (!isOpen || keys === "") return
    const before = of.getAttribute("aria-describedby")
    of.setAttribute("aria-describedby", before === null ? id : `${before} ${id}`)
    return () => {
      if (before === null) of.removeAttribute("aria-describedby")
      else of.setAttribute("aria-describedby", before)
    }
  }, [id, isOpen, keys, of])

  const state = useMemo(() => ({
    isOpen,
    shouldSkipAnimation: isNext,
    open: () => {},
    close: () => close.current()
  }), [isNext, isOpen])
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        UNSTABLE_portalContainer={place}
        className={styles.tip ?? ""}
        offset={6}
        triggerRef={useMemo(() => ({ current: of }), [of])}
      >
        <span>{of.getAttribute("aria-label")}</span>
        {keys === "" ? null : <span className={styles.keys} id={id}>{keys}</span>}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
