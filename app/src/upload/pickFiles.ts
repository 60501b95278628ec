declare global {
  interface Window {
    /** Chromium: what it gives can be read again after the page was loaded anew. */
    readonly showOpenFilePicker?:
      | ((options: { readonly multiple: boolean }) => Promise<ReadonlyArray<FileSystemFileHandle>>)
      | undefined
  }
}

/** A browser may drop an input that nobody holds, and with it what the user is picking. */
let opened: HTMLInputElement | undefined

const pick = (set: (input: HTMLInputElement) => void, onPicked: (files: ReadonlyArray<File>) => void): void => {
  const input = document.createElement("input")
  input.type = "file"
  set(input)
  input.addEventListener("change", () => onPicked([...input.files ?? []]))
  opened = input
  opened.click()
}

/** Opens the browser's own dialog for files; it must be called in a click or key of the user. */
export const pickFiles = (
  onPicked: (files: ReadonlyArray<File>) => void,
  { isOne = false }: { readonly isOne?: boolean } = {}
): void =>
  pick((input) => {
    input.multiple = !isOne
  }, onPicked)

/** The same for a folder with all that is in it. */
export const pickFolder = (onPicked: (files: ReadonlyArray<File>) => void): void =>
  pick((input) => {
    input.webkitdirectory = true
  }, onPicked)

const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError"

/** Handles where the browser gives them, so that their uploads resume after a reload; else files. */
export const pickSources = (onPicked: (sources: ReadonlyArray<File | FileSystemFileHandle>) => void): void => {
  const { showOpenFilePicker } = window
  if (showOpenFilePicker === undefined) return pickFiles(onPicked)
  showOpenFilePicker.call(window, { multiple: true }).then(onPicked, (cause: unknown) => {
    if (!isAbort(cause)) pickFiles(onPicked)
  })
}
