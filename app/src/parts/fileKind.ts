/** What a file is to people, guessed from the end of its name; the bytes are not looked at. */

export type KindGroup =
  | "folder"
  | "image"
  | "video"
  | "audio"
  | "pdf"
  | "document"
  | "slides"
  | "sheet"
  | "code"
  | "text"
  | "archive"
  | "drawing"
  | "font"
  | "other"

const extensions: Readonly<Record<Exclude<KindGroup, "folder" | "other">, string>> = {
  image: "jpg jpeg png gif webp avif heic heif bmp tif tiff svg ico jxl raw cr2 nef arw dng psd",
  video: "mp4 m4v mov mkv webm avi wmv flv mpg mpeg 3gp ts",
  audio: "mp3 m4a aac wav flac ogg oga opus wma aiff aif mid midi",
  pdf: "pdf",
  document: "doc docx odt rtf pages wps epub",
  slides: "ppt pptx odp key",
  sheet: "xls xlsx ods csv tsv numbers",
  code: "js mjs cjs jsx tsx py rb go rs java kt swift c h cc cpp hpp cs php sh bash ps1 sql html htm css scss " +
    "xml json json5 yaml yml toml ini lua r pl scala dart vue svelte",
  text: "txt md markdown log tex vtt srt",
  archive: "zip rar 7z tar gz tgz bz2 xz zst jar iso dmg",
  drawing: "dwg dxf ai eps sketch fig step stp stl obj skp ifc",
  font: "ttf otf woff woff2"
}

const groups = new Map<string, KindGroup>()
for (const group of Object.keys(extensions) as Array<keyof typeof extensions>) {
  for (const extension of extensions[group].split(" ")) groups.set(extension, group)
}

const scripts: Readonly<Record<string, string>> = {
  py: "Python",
  js: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  jsx: "JavaScript",
  tsx: "TypeScript",
  rb: "Ruby",
  go: "Go",
  rs: "Rust",
  java: "Java",
  sh: "Shell",
  bash: "Shell",
  php: "PHP",
  swift: "Swift",
  kt: "Kotlin",
  cs: "C#",
  cpp: "C++",
  c: "C",
  sql: "SQL",
  lua: "Lua",
  r: "R"
}

/** Names that a group's extension is known by, where it is not the extension in capitals. */
const spelled: Readonly<Record<string, string>> = { jpg: "JPEG", tif: "TIFF", heif: "HEIC", mpg: "MPEG", tgz: "TAR" }

export interface FileKind {
  readonly group: KindGroup
  /** The format as people spell it: "JPEG", "Python"; empty where there is none. */
  readonly format: string
}

const folder: FileKind = { group: "folder", format: "" }

/** The end of a name from its last dot, without it and in small letters; empty for `.profile` and `Makefile`. */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf(".")
  return dot > 0 && name.length - dot <= 11 && !/\s/.test(name.slice(dot)) ? name.slice(dot + 1).toLowerCase() : ""
}

export const fileKind = (name: string, isFolder: boolean): FileKind => {
  if (isFolder) return folder
  const extension = extensionOf(name)
  const group = groups.get(extension) ?? "other"
  if (extension === "md" || extension === "markdown") return { group, format: "Markdown" }
  return { group, format: scripts[extension] ?? spelled[extension] ?? extension.toUpperCase() }
}

/** Which filter chip a file belongs to. */
export type KindFilter = "images" | "video" | "audio" | "documents" | "folders"

const filters: Readonly<Partial<Record<KindGroup, KindFilter>>> = {
  folder: "folders",
  image: "images",
  video: "video",
  audio: "audio",
  pdf: "documents",
  document: "documents",
  slides: "documents",
  sheet: "documents",
  text: "documents"
}

export const kindFilterOf = (kind: FileKind): KindFilter | undefined => filters[kind.group]
