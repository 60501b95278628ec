import { readEntities } from "./entities.js"

/** Where a link of a file's contents may lead: to a page or a mail, never to a script or to a place of the drive itself. */
export const safeHref = (href: string): string | undefined => {
  const text = readEntities(href).trim()
  if (!URL.canParse(text)) return undefined
  const { protocol } = new URL(text)
  return protocol === "https:" || protocol === "http:" || protocol === "mailto:" ? text : undefined
}
