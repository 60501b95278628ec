import { counted, format } from "../language/format.en.js"

export const strings = {
  move: {
    title: (count: number) => `Move or copy ${counted(count, "item", "items")}`,
    about: (first: string, others: number) => others === 0 ? first : `${first} and ${format.count(others)} more`,
    filter: "Filter folders that are loaded",
    recent: "Recent",
    here: (count: number): string => count === 1 ? "It is here" : "They are here",
    loading: "Loading…",
    copyHere: "Copy here",
    moveTo: (folder: string) => `Move to ${folder}`,
    newFolder: "New folder",
    newFolderIn: (folder: string) => `New folder in ${folder}`,
    folders: "Folders"
  },
  tags: {
    title: "Tags",
    key: "Key",
    value: "Value",
    add: "Add a pair",
    count: (count: number, most: number) => `${format.count(count)} of ${format.count(most)}`,
    twice: (key: string) => `“${key}” already exists.`,
    used: "Used in this folder",
    saved: "Saved",
    savedButOne: "Saved, all but one",
    savedOf: (name: string) => `Tags of “${name}” saved`,
    notSaved: (name: string) => `Tags of “${name}” not saved`,
    remove: (key: string) => `Remove “${key}”`
  },
  facts: {
    kind: "Kind",
    size: "Size",
    added: "Added",
    modified: "Modified",
    where: "Where",
    pixels: "Pixels",
    taken: "Taken",
    length: "Length",
    lines: "Lines",
    support: "For support",
    id: "ID",
    hash: "Checksum"
  }
}
