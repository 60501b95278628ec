/** All sentences in Chinese, by feature; loaded when it is chosen. */
import { strings as assets } from "../assets/strings.zh.js"
import { strings as bin } from "../bin/strings.zh.js"
import { strings as download } from "../download/strings.zh.js"
import { strings as files } from "../files/strings.zh.js"
import { strings as inspector } from "../inspector/strings.zh.js"
import { strings as parts } from "../parts/strings.zh.js"
import { strings as preview } from "../preview/strings.zh.js"
import { strings as share } from "../share/strings.zh.js"
import { strings as shell } from "../shell/strings.zh.js"
import { strings as space } from "../space/strings.zh.js"
import { strings as upload } from "../upload/strings.zh.js"
import type { Catalogue } from "./catalogue.js"
import { format } from "./format.zh.js"

export const catalogue: Catalogue = {
  t: { parts, shell, files, upload, download, preview, share, bin, assets, inspector, space },
  format,
  brought: { assets, bin, download, files, preview, share, shell, space, upload }
}
