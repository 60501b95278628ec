/** The sentences in English, by feature. Their types are what every other language must have. */
import type { strings as laterAssets } from "../assets/laterStrings.js"
import { strings as assets } from "../assets/strings.js"
import type { strings as laterBin } from "../bin/laterStrings.js"
import { strings as bin } from "../bin/strings.js"
import type { strings as laterDownload } from "../download/laterStrings.js"
import { strings as download } from "../download/strings.js"
import type { strings as laterFiles } from "../files/laterStrings.js"
import { strings as files } from "../files/strings.js"
import { strings as inspector } from "../inspector/strings.js"
import { strings as parts } from "../parts/strings.js"
import type { strings as laterPreview } from "../preview/laterStrings.js"
import { strings as preview } from "../preview/strings.js"
import type { strings as laterShare } from "../share/laterStrings.js"
import { strings as share } from "../share/strings.js"
import type { strings as laterShell } from "../shell/laterStrings.js"
import { strings as shell } from "../shell/strings.js"
import type { strings as laterSpace } from "../space/laterStrings.js"
import { strings as space } from "../space/strings.js"
import type { strings as laterUpload } from "../upload/laterStrings.js"
import { strings as upload } from "../upload/strings.js"
import { format } from "./format.en.js"

/** What features bring with their own code, so that it is not in the entry: `useFaceWith`. */
export interface Brought {
  readonly assets: typeof laterAssets
  readonly bin: typeof laterBin
  readonly download: typeof laterDownload
  readonly files: typeof laterFiles
  readonly preview: typeof laterPreview
  readonly share: typeof laterShare
  readonly shell: typeof laterShell
  readonly space: typeof laterSpace
  readonly upload: typeof laterUpload
}

const t = { parts, shell, files, upload, download, preview, share, bin, assets, inspector, space }

export type Strings = typeof t

export interface Catalogue {
  readonly t: Strings
  readonly format: typeof format
  /** Of a language that is loaded by itself, which has all in one file. */
  readonly brought?: Brought
}

export const catalogue: Catalogue = { t, format }
