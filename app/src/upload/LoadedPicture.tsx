import type { ReactElement } from "react"
import { useState } from "react"

/** Shown once it is there: what is no picture after all leaves the tile of its kind. */
export const LoadedPicture = ({ src }: { readonly src: string }): ReactElement => {
  const [isLoaded, setLoaded] = useState(false)
  return <img alt="" data-loaded={isLoaded || undefined} onLoad={() => setLoaded(true)} src={src} />
}
