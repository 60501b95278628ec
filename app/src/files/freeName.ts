import { extensionOf } from "../parts/fileKind.js"

/** A name like this one that nothing here has, counted as the service counts: `report.pdf` gives `report (1).pdf`. */
export const freeName = (name: string, isFolder: boolean, taken: Iterable<string>): string => {
  const extension = isFolder ? "" : extensionOf(name)
  const end = extension === "" ? "" : name.slice(-extension.length - 1)
  const stem = end === "" ? name : name.slice(0, -end.length)
  const others = new Set(Array.from(taken, (one) => one.toLowerCase()))
  for (let number = 1;; number++) {
    const free = `${stem} (${number})${end}`
    if (!others.has(free.toLowerCase())) return free
  }
}
