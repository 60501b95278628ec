/**
 * Loading a file that did not come at first.
 */

/** As Chromium and Firefox name it. Safari names none, and webpack asks again by itself. */
const address = /dynamically imported module: (\S+)$/

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
      const known = cause instanceof Error ? address.exec(cause.message)?.[1] : undefined
      failures++
      if (known === undefined || failures === 1) throw cause
      const unknown = new URL(known)
      unknown.searchParams.set("again", String(failures))
      // the same file, so it exports the same
      return await import(/* @vite-ignore */ /* webpackIgnore: true */ unknown.href) as M
    }
  }
}
