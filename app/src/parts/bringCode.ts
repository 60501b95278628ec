/**
 * Brings the files of code that comes later. In the built page it stands where Vite would put its own, before every `import()`: a
 * browser remembers of a file that it could not be imported, and Vite of a style that it was asked for, and neither asks for it again.
 * So a script is asked for like any other file, which nobody remembers, and imported once the browser's cache has it.
 */

const brought = new Map<string, Promise<unknown>>()

const bringStyle = (address: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.crossOrigin = ""
    link.href = address
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new TypeError(`${address} did not come`))
    }
    document.head.append(link)
  })

const bringScript = async (address: string): Promise<void> => {
  const answer = await fetch(address)
  if (!answer.ok) throw new TypeError(`${address} did not come`)
  await answer.arrayBuffer()
}

/** By its address, which begins with `/`. */
const bring = (address: string): Promise<unknown> => {
  const before = brought.get(address)
  if (before !== undefined) return before
  // what the page asks for itself is there, or its code would not run
  if (document.querySelector(`[href="${address}"], [src="${address}"]`) !== null) return Promise.resolve()
  const coming = address.endsWith(".css") ? bringStyle(address) : bringScript(address)
  brought.set(address, coming)
  coming.catch(() => brought.delete(address))
  return coming
}

/** `files`: what `read` imports, styles too, from the folder of the page. */
export const bringCode = async <Code>(
  read: () => Promise<Code>,
  files: ReadonlyArray<string> = []
): Promise<Code> => {
  await Promise.all(files.map((file) => bring(`/${file}`)))
  return read()
}
