/** All features, in the order in which their rooms, actions and buttons stand. */
import { feature as assets } from "./assets/feature.js"
import { feature as bin } from "./bin/feature.js"
import { feature as download } from "./download/feature.js"
import { feature as files } from "./files/feature.js"
import { feature as inspector } from "./inspector/feature.js"
import { feature as preview } from "./preview/feature.js"
import { feature as share } from "./share/feature.js"
import type { Feature } from "./shell/Feature.js"
import { shellFeature as shell } from "./shell/shellFeature.js"
import { feature as space } from "./space/feature.js"
import { feature as starred } from "./starred/feature.js"
import { feature as upload } from "./upload/feature.js"

export const features: ReadonlyArray<Feature> = [
  files,
  preview,
  download,
  share,
  starred,
  assets,
  bin,
  space,
  inspector,
  upload,
  shell
]
