import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { PreviewSource } from "../PreviewSource.js"
import type { Decoded } from "./decodeText.js"
import { decodeText } from "./decodeText.js"

/** Of larger files this much is read first. */
export const firstPart = 2 * 1024 ** 2

/** More than this is for an editor. */
const most = 32 * 1024 ** 2

export interface ReadText {
  readonly decoded: Decoded | "Binary" | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** How much is shown, where that is not all. */
  readonly cut: number | undefined
  /** Reads the rest; left out where that is too much for a page. */
  readonly showAll: (() => void) | undefined
  readonly isReadingAll: boolean
}

interface Part {
  readonly end: number
  readonly decoded: Decoded | "Binary"
}

/** The text of a file: its first part, and all of it when that is asked for. */
export const useText = (source: PreviewSource): ReadText => {
  const [isAll, setAll] = useState(false)
  const end = isAll ? source.size : Math.min(source.size, firstPart)
  const query = useQuery<Part>({
    queryKey: ["web-drive", "preview", "text", source.id, end],
    queryFn: async ({ signal }) => {
      const blob = await source.read({ start: 0, end }, signal)
      return { end, decoded: decodeText(new Uint8Array(await blob.arrayBuffer()), end < source.size) }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0
  })
  const shown = query.data?.end ?? end
  return {
    decoded: query.data?.decoded,
    error: query.error,
    retry: () => void query.refetch(),
    cut: shown < source.size ? shown : undefined,
    showAll: source.size <= most && !isAll ? () => setAll(true) : undefined,
    isReadingAll: query.isPlaceholderData
  }
}
