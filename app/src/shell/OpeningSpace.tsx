import type { ReactElement } from "react"
import { TakesLong } from "./TakesLong.js"
import { useShellLanguage } from "./useShellLanguage.js"

/** In place of every page of a space, until the service has told what it is. A question that ends without an answer brings the button. */
export const OpeningSpace = (): ReactElement => (
  <TakesLong place="page" what={useShellLanguage().t.shell.openingSpace} />
)
