/**
 * The only strings that may become addresses of scripts here are those of workers: files of this page, and code that the
 * page itself has put into a blob. Nothing may become HTML or a script.
 */
interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => unknown
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory
  }
}

const isOwn = (url: string): boolean => new URL(url, location.href).origin === location.origin

/** Browsers without Trusted Types have nothing to be told. */
export const allowOwnWorkers = (): void => {
  window.trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => {
      if (isOwn(url)) return url
      throw new TypeError(`no script is loaded from ${url}`)
    }
  })
}
