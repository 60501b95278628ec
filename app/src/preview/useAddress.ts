import { useQuery } from "@tanstack/react-query"
import type { PreviewSource } from "./PreviewSource.js"

/** Signed addresses live a quarter of an hour and more. */
const fresh = 5 * 60_000

/** The signed address of a file; a secret, so it is forgotten as soon as nothing shows it. */
export const useAddress = (source: PreviewSource) =>
  useQuery({
    queryKey: ["web-drive", "preview", "address", source.id],
    queryFn: ({ signal }) => source.address(signal),
    staleTime: fresh,
    gcTime: 0
  })
