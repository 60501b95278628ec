import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { Captions } from "../Stage.js"
import { decodeText } from "../text/decodeText.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import { useViewerKeys } from "../useViewerKeys.js"
import { asVtt, ownFirst } from "./captionsBeside.js"

/** What one can do with the captions, and what stands there now. */
export interface CaptionsState {
  readonly name: string
  readonly isOn: boolean
  readonly tag: string
  readonly lines: ReadonlyArray<string>
  readonly isBroken: boolean
  /** To the next language; after the last one they are off. */
  readonly next: () => void
}

/** Whether they are shown, and in which language, is kept for the next film. */
const kept = "drive.preview.captions"
const off = "off"

/** Captions of a whole day are smaller. */
const mostBytes = 4 * 1024 ** 2

const none: ReadonlyArray<string> = []

const readVtt = async ({ source }: Captions, signal: AbortSignal): Promise<string> => {
  const blob = await source.read({ start: 0, end: Math.min(source.size, mostBytes) }, signal)
  const decoded = decodeText(new Uint8Array(await blob.arrayBuffer()), source.size > mostBytes)
  return asVtt(decoded === "Binary" ? "" : decoded.text)
}

/** A browser calls no cue active before a film has been played for the first time, so the time is asked. */
const linesOf = (track: TextTrack, time: number): ReadonlyArray<string> =>
  Array.from(track.cues ?? []).flatMap((cue) =>
    cue instanceof VTTCue && cue.startTime <= time && time < cue.endTime ? [cue.getCueAsHTML().textContent.trim()] : []
  ).filter((line) => line !== "")

/** The browser reads the captions and keeps their time; what they say is shown as plain text. */
const useLines = (media: HTMLMediaElement | null, vtt: string | undefined) => {
  const [lines, setLines] = useState(none)
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    if (media === null || vtt === undefined) return
    const href = URL.createObjectURL(new Blob([vtt], { type: "text/vtt" }))
    const element = document.createElement("track")
    element.kind = "captions"
    element.src = href
    const tell = () => setLines(linesOf(element.track, media.currentTime))
    const fail = () => setBroken(vtt)
    element.addEventListener("error", fail)
    element.addEventListener("load", tell)
    element.track.addEventListener("cuechange", tell)
    media.addEventListener("seeked", tell)
    media.append(element)
    element.track.mode = "hidden"
    return () => {
      element.track.removeEventListener("cuechange", tell)
      media.removeEventListener("seeked", tell)
      element.remove()
      URL.revokeObjectURL(href)
      setLines(none)
    }
  }, [media, vtt])
  return { lines, isBroken: vtt !== undefined && broken === vtt }
}

export const useCaptions = (
  beside: ReadonlyArray<Captions>,
  media: HTMLMediaElement | null
): CaptionsState | undefined => {
  const { language, t } = usePreviewLanguage()
  const words = t.preview.captions
  const all = ownFirst(beside, language)
  const [wanted, setWanted] = useState(() => localStorage.getItem(kept) ?? off)
  const chosen = wanted === off ? undefined : all.find(({ tag }) => tag === wanted) ?? all[0]
  const query = useQuery({
    queryKey: ["web-drive", "preview", "captions", chosen?.source.id ?? ""],
    queryFn: ({ signal }) => chosen === undefined ? "" : readVtt(chosen, signal),
    enabled: chosen !== undefined,
    staleTime: Infinity,
    gcTime: 0
  })
  const { isBroken, lines } = useLines(media, chosen === undefined ? undefined : query.data)
  const next = () => {
    const after = all[chosen === undefined ? 0 : all.indexOf(chosen) + 1]
    const tag = after === undefined ? off : after.tag
    localStorage.setItem(kept, tag)
    setWanted(tag)
  }
  useViewerKeys(({ altKey, ctrlKey, key, metaKey }) => {
    if (key !== "c" || altKey || ctrlKey || metaKey || all.length === 0) return false
    next()
    return true
  })
  if (all.length === 0) return undefined
  const nameOf = (tag: string): string => {
    if (tag === "") return words.on
    try {
      return new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? tag
    } catch (error) {
      if (error instanceof RangeError) return tag
      throw error
    }
  }
  return {
    name: chosen === undefined ? words.off : nameOf(chosen.tag),
    isOn: chosen !== undefined,
    tag: chosen?.tag ?? "",
    lines,
    isBroken: chosen !== undefined && (query.error !== null || isBroken),
    next
  }
}
