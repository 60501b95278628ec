/** All sentences in English, by feature. Its type is what every other language must have. */
import { strings as assets } from "../assets/strings.js"
import { strings as bin } from "../bin/strings.js"
import { strings as download } from "../download/strings.js"
import { strings as files } from "../files/strings.js"
import { strings as inspector } from "../inspector/strings.js"
import { strings as parts } from "../parts/strings.js"
import { strings as preview } from "../preview/strings.js"
import { strings as share } from "../share/strings.js"
import { strings as shell } from "../shell/strings.js"
import { strings as space } from "../space/strings.js"
import { strings as upload } from "../upload/strings.js"
import { format } from "./format.en.js"

export const catalogue = {
  t: { parts, shell, files, upload, download, preview, share, bin, assets, inspector, space },
  format
}

export type Catalogue = typeof catalogue
export type Strings = Catalogue["t"]
