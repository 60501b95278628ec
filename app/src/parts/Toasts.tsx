import type { LucideIcon } from "lucide-react"
import { Check, CircleAlert, X } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { useLanguage } from "../language/Language.js"
import { classes } from "./classes.js"
import { Icon } from "./Icon.js"
import { useAnnounce } from "./LiveRegion.js"
import { Tips } from "./Tips.js"
import styles from "./Toasts.module.css"

export interface ToastInput {
  readonly message: string
  readonly detail?: string | undefined
  readonly icon?: LucideIcon | undefined
  readonly tone?: "plain" | "bad" | undefined
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

interface Toast extends ToastInput {
  readonly id: number
}

const atMost = 3
const shown = 6_000
const shownWithAction = 10_000

const makeToasts = () => {
  let toasts: ReadonlyArray<Toast> = []
  let isHeld = false
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: ReadonlyArray<Toast>) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  return {
    show: (toast: ToastInput): number => {
      const id = ++lastId
      set([...toasts, { ...toast, id }].slice(-atMost))
      return id
    },
    dismiss: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
    withdraw: (run: () => void) => set(toasts.filter(({ action }) => action?.run !== run)),
    clear: () => set([]),
    hold: (held: boolean) => {
      isHeld = held
      set(toasts)
    },
    read: () => toasts,
    readHeld: () => isHeld,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

type Store = ReturnType<typeof makeToasts>

export interface ToastsFace {
  /** Shows a result of something in the background; gives an id to remove it with. */
  readonly show: (toast: ToastInput) => number
  readonly dismiss: (id: number) => void
  /** Takes those back whose button does this: it was done in another way. */
  readonly withdraw: (run: () => void) => void
  readonly clear: () => void
  /** Meanwhile none goes by itself, and their buttons, which could do nothing, are not there. */
  readonly hold: (isHeld: boolean) => void
}

const ToastsContext = createContext<ToastsFace>({
  show: () => 0,
  dismiss: () => {},
  withdraw: () => {},
  clear: () => {},
  hold: () => {}
})

export const useToasts = (): ToastsFace => useContext(ToastsContext)

const ToastView = (
  { dismiss, held, resting, toast }: {
    readonly toast: Toast
    readonly held: boolean
    readonly resting: boolean
    readonly dismiss: (id: number) => void
  }
): ReactElement => {
  const { t } = useLanguage()
  useEffect(() => {
    if (resting || held) return
    const timer = setTimeout(() => dismiss(toast.id), toast.action === undefined ? shown : shownWithAction)
    return () => clearTimeout(timer)
  }, [dismiss, held, resting, toast])
  return (
    <li className={classes(styles.toast, toast.tone === "bad" && styles.bad)}>
      <Icon of={toast.icon ?? (toast.tone === "bad" ? CircleAlert : Check)} />
      <span className={styles.message}>
        <span className={styles.words}>{toast.message}</span>
        {toast.detail === undefined ? null : <small>{toast.detail}</small>}
      </span>
      {toast.action === undefined || held ? null : (
        <button
          className={styles.action}
          onClick={() => {
            dismiss(toast.id)
            toast.action?.run()
          }}
          type="button"
        >
          {toast.action.label}
        </button>
      )}
      <button aria-label={t.parts.close} className={styles.close} onClick={() => dismiss(toast.id)} type="button">
        <Icon of={X} size={16} />
      </button>
    </li>
  )
}

const Region = ({ store }: { readonly store: Store }): ReactElement => {
  const { t } = useLanguage()
  const toasts = useSyncExternalStore(store.subscribe, store.read)
  const held = useSyncExternalStore(store.subscribe, store.readHeld)
  const [resting, setResting] = useState(false)
  return (
    <section
      aria-label={t.parts.messages}
      data-region="toasts"
      onBlur={() => setResting(false)}
      onFocus={() => setResting(true)}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      tabIndex={-1}
    >
      <ol className={styles.region}>
        {toasts.map((toast) => (
          <ToastView dismiss={store.dismiss} held={held} key={toast.id} resting={resting} toast={toast} />
        ))}
      </ol>
      <Tips />
    </section>
  )
}

/** Messages at the bottom: at most three, gone after a while, resting while one looks at them. */
export const Toasts = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const [store] = useState(makeToasts)
  const announce = useAnnounce()
  const face = useMemo((): ToastsFace => ({
    ...store,
    show: (toast) => {
      const words = toast.detail === undefined ? toast.message : `${toast.message}. ${toast.detail}`
      announce(words, toast.tone === "bad" ? "assertive" : "polite")
      return store.show(toast)
    }
  }), [announce, store])
  return (
    <ToastsContext value={face}>
      {children}
      <Region store={store} />
    </ToastsContext>
  )
}
