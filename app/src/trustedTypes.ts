/**
 * The only strings that may become addresses of scripts here are those of workers: files of this page, and code that the
 * page itself has put into a blob. Answers of S3 may be read as XML, which runs nothing and is put nowhere. Nothing may become HTML
 * or a script.
 */
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: {
      readonly createScriptURL: (url: string) => string
      readonly createHTML: (text: string, type: string, sink: string) => string
    }
  ) => unknown
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
    },
    createHTML: (text, _type, sink) => {
      if (sink === "DOMParser parseFromString" && text.trimStart().startsWith("<?xml")) return text
      throw new TypeError(`no text becomes HTML in ${sink}`)
    }
  })
}
