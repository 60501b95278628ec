import { useQuery } from "@tanstack/react-query"
import type { Piece } from "./highlight.js"
import type { Grammar } from "./languages.js"

/** Longer texts would hold the page up. */
const longest = 400_000

/** The lines of a text in colours, once they are there. */
export const useHighlight = (
  text: string,
  grammar: Grammar | undefined
): ReadonlyArray<ReadonlyArray<Piece>> | undefined => {
  const isWanted = grammar !== undefined && text.length <= longest
  const { data } = useQuery({
    queryKey: ["web-drive", "preview", "colours", grammar, text],
    queryFn: async () => {
      const { highlight } = await import("./highlight.js")
      return await highlight(text, grammar ?? "json") ?? null
    },
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0
  })
  return isWanted ? data ?? undefined : undefined
}
