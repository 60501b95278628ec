import { extensionOf } from "../parts/fileKind.js"

/** A name like this one that nothing here has: `report.pdf` gives `report (2).pdf`. */
export const freeName = (name: string, isFolder: boolean, taken: Iterable<string>): string => {
  const extension = isFolder ? "" : extensionOf(name)
  const end = extension === "" ? "" : name.slice(-extension.length - 1)
  const stem = end === "" ? name : name.slice(0, -end.length)
  const [, base = stem, number = "1"] = /^(.+) \((\d{1,6})\)$/.exec(stem) ?? []
  const others = new Set(Array.from(taken, (one) => one.toLowerCase()))
  for (let next = Number(number) + 1;; next++) {
    const free = `${base} (${next})${end}`
    if (!others.has(free.toLowerCase())) return free
  }
}
