import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type DownloadFace = FaceWith<"download">

/** `useLanguage` for what is loaded later. */
export const useDownloadLanguage = (): DownloadFace => useFaceWith("download", strings)
