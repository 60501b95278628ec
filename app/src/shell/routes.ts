/** Addresses of the drive: which space, which room of it, which folder, and how it is looked at. */

export const rooms = ["files", "starred", "assets", "bin", "space"] as const

export type Room = (typeof rooms)[number]

export interface Place {
  readonly space: string
  readonly room: Room
  /** The folder that is open; `undefined` is the top. */
  readonly folder: string | undefined
}

export type View = "list" | "grid"

/** How a place is looked at. What is `undefined` is as the user had it last. */
export interface Look {
  readonly view: View | undefined
  readonly sort: { readonly column: string; readonly isAscending: boolean } | undefined
  /** The file that is shown large. */
  readonly preview: string | undefined
}

export interface Address {
  /** `undefined` at `/`: the first space will do. */
  readonly place: Place | undefined
  readonly look: Look
}

const words: Readonly<Record<Room, string>> = {
  files: "f",
  starred: "starred",
  assets: "assets",
  bin: "bin",
  space: "about"
}

const roomOf = (word: string | undefined): Room | undefined => rooms.find((room) => words[room] === word)

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const readSort = (text: string | null): Look["sort"] => {
  const match = /^([a-z]+)-(asc|desc)$/.exec(text ?? "")
  return match?.[1] === undefined ? undefined : { column: match[1], isAscending: match[2] === "asc" }
}

/** `"Unknown"` where the address leads nowhere. */
export const readAddress = (path: string, search: string): Address | "Unknown" => {
  const parameters = new URLSearchParams(search)
  const view = parameters.get("view")
  const look: Look = {
    view: view === "list" || view === "grid" ? view : undefined,
    sort: readSort(parameters.get("sort")),
    preview: parameters.get("preview") ?? undefined
  }
  const parts = path.split("/").filter((part) => part !== "").map(decoded)
  if (parts.includes(undefined) || parts.length > 3) return "Unknown"
  const [space, word, folder] = parts
  if (space === undefined) return { place: undefined, look }
  const room = word === undefined ? "files" : roomOf(word)
  return room === undefined ? "Unknown" : { place: { space, room, folder }, look }
}

export const hrefOf = ({ folder, room, space }: Place, look?: Partial<Look>): string => {
  const path = [space, words[room], ...(folder === undefined ? [] : [folder])].map(encodeURIComponent).join("/")
  const parameters = new URLSearchParams()
  if (look?.view !== undefined) parameters.set("view", look.view)
  if (look?.sort !== undefined) parameters.set("sort", `${look.sort.column}-${look.sort.isAscending ? "asc" : "desc"}`)
  if (look?.preview !== undefined) parameters.set("preview", look.preview)
  const search = parameters.toString()
  return search === "" ? `/${path}` : `/${path}?${search}`
}
