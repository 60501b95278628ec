import { WifiOff } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { useLanguage } from "../language/Language.js"
import { Banner } from "../parts/Banner.js"
import { useAnnounce } from "../parts/LiveRegion.js"

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine, () => true)

export interface OfflineBannerProps {
  /** When what is shown was loaded. */
  readonly loadedAt: number | undefined
  readonly onCheck: () => void
}

export const OfflineBanner = ({ loadedAt, onCheck }: OfflineBannerProps): ReactElement | null => {
  const { format, t } = useLanguage()
  const announce = useAnnounce()
  const isOnline = useOnline()
  const before = useRef(isOnline)
  const { offline } = t.shell
  useEffect(() => {
    if (before.current !== isOnline) {
      announce(isOnline ? offline.back : offline.title, isOnline ? "polite" : "assertive")
    }
    before.current = isOnline
  }, [announce, isOnline, offline])
  if (isOnline) return null
  return (
    <Banner
      action={{ label: offline.action, onPress: onCheck }}
      icon={WifiOff}
      text={loadedAt === undefined ? offline.textUnknown : offline.text(format.clock(loadedAt))}
      title={offline.title}
    />
  )
}
