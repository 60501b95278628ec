/**
 * Names of files and folders: which are allowed, how a double is told apart, what kind of file a name suggests.
 */

const encoder = new TextEncoder()

const maxNameBytes = 1024

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u001f\u007f]/

const halfCharacter = /\p{Surrogate}/u

/**
 * Says why a name is not allowed, or `undefined` when it is.
 */
export const nameProblem = (name: string): string | undefined => {
  if (name.length === 0) return "a name is required"
  if (name === "." || name === "..") return "a name may not be a dot or two"
  if (name.includes("/")) return "a name may not contain a slash"
  if (controlCharacters.test(name)) return "a name may not contain control characters"
  if (halfCharacter.test(name)) return "a name may not contain half a character"
  return encoder.encode(name).length > maxNameBytes ? `a name has at most ${maxNameBytes} bytes` : undefined
}

const extensionStart = (name: string): number => {
  const dot = name.lastIndexOf(".")
  return dot <= 0 ? name.length : dot
}

/**
 * The first of `name (1).txt`, `name (2).txt` … that is free. A long name is shortened to make room for the number.
 */
export const freeName = (name: string, isTaken: (candidate: string) => boolean): string => {
  const split = extensionStart(name)
  const extension = name.slice(split)
  for (let number = 1;; number++) {
    let stem = [...name.slice(0, split)]
    let candidate = `${stem.join("")} (${number})${extension}`
    while (encoder.encode(candidate).length > maxNameBytes && stem.length > 1) {
      stem = stem.slice(0, -1)
      candidate = `${stem.join("")} (${number})${extension}`
    }
    if (!isTaken(candidate)) return candidate
  }
}

const documentTypes = /^(text\/|application\/(pdf|msword|rtf|vnd\.))/
const archiveTypes = /^application\/(zip|gzip|x-tar|x-7z-compressed|x-rar-compressed|vnd\.rar)/

const typeByExtension: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  css: "text/css",
  csv: "text/csv",
  json: "application/json",
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
  tar: "application/x-tar",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime"
}

/**
 * The content type that a name's extension suggests.
 */
export const contentTypeOf = (name: string): string =>
  typeByExtension[name.slice(extensionStart(name) + 1).toLowerCase()] ?? "application/octet-stream"

/**
 * The category of a content type: image, video, audio, zip, doc or others.
 */
export const categoryOf = (contentType: string): string => {
  const major = contentType.slice(0, contentType.indexOf("/"))
  if (major === "image" || major === "video" || major === "audio") return major
  if (archiveTypes.test(contentType)) return "zip"
  return documentTypes.test(contentType) ? "doc" : "others"
}
