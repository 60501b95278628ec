/** What other tabs of this browser upload: they tell each other how many files, and how far. No names. */
import { useEffect, useRef, useState } from "react"
import type { Board } from "./board.js"

interface News {
  readonly tab: string
  readonly count: number
  readonly percent: number
}

const channelName = "effect-drive.transfers"
const ownTab = crypto.randomUUID()
/** A tab that is silent for so long is gone. */
const silence = 6_000
const every = 2_000

const isNews = (data: unknown): data is News =>
  typeof data === "object" && data !== null && "tab" in data && typeof data.tab === "string" &&
  "count" in data && typeof data.count === "number" && "percent" in data && typeof data.percent === "number"

export interface OtherTabs {
  readonly count: number
  readonly percent: number
}

/** Tells the other tabs of the uploads of this one. */
export const useTellOtherTabs = ({ moving, sent, size, underWay }: Board): void => {
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
  const count = moving > 0 ? underWay : 0
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    const own = new BroadcastChannel(channelName)
    channel.current = own
    return () => own.close()
  }, [])
  useEffect(() => {
    const tell = () => channel.current?.postMessage({ tab: ownTab, count, percent } satisfies News)
    tell()
    const timer = count > 0 ? setInterval(tell, every) : undefined
    return () => clearInterval(timer)
  }, [count, percent])
}

/** What the other tabs tell; `undefined` while they upload nothing. */
export const useOtherTabs = (): OtherTabs | undefined => {
  const [others, setOthers] = useState<ReadonlyMap<string, News & { readonly at: number }>>(new Map())
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (!isNews(data) || data.tab === ownTab) return
      setOthers((before) => {
        if (data.count === 0 && !before.has(data.tab)) return before
        const next = new Map(before)
        if (data.count === 0) next.delete(data.tab)
        else next.set(data.tab, { ...data, at: Date.now() })
        return next
      })
    })
    return () => channel.close()
  }, [])
  useEffect(() => {
    if (others.size === 0) return
    const timer = setTimeout(() => {
      setOthers((before) => new Map([...before].filter(([, { at }]) => Date.now() - at < silence)))
    }, silence)
    return () => clearTimeout(timer)
  }, [others])
  const news = [...others.values()]
  if (news.length === 0) return undefined
  const files = news.reduce((sum, one) => sum + one.count, 0)
  return { count: files, percent: news.reduce((sum, one) => sum + one.percent * one.count, 0) / Math.max(1, files) }
}
