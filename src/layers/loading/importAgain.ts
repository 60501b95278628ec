/**
 * Loading a file that did not come at first.
 */

/** As Chromium and Firefox say it before the file's address. Safari names none, and webpack asks again by itself. */
const saying = "dynamically imported module: "

/**
 * `load` is one `import()`. Browsers remember for as long as the page lives that a file did not come; from the second failure on it
 * is asked for under an address that they do not know.
 */
export const importAgain = <M>(load: () => Promise<M>): () => Promise<M> => {
  let failures = 0
  return async () => {
    try {
      return await load()
    } catch (cause) {
      const known = String(cause).split(saying)[1]
      failures++
      // Firefox may name a file that the module needs, which is no module that could stand in its place.
      const isModule = known !== undefined && String(load).includes(known.slice(known.lastIndexOf("/") + 1))
      if (!isModule || failures === 1) throw cause
      const unknown = new URL(known)
      unknown.searchParams.set("again", String(failures))
      // the same file, so it exports the same
      return await import(/* @vite-ignore */ /* webpackIgnore: true */ unknown.href) as M
    }
  }
}
