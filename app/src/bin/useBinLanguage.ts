import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type BinFace = FaceWith<"bin">

/** `useLanguage` for what is loaded later. */
export const useBinLanguage = (): BinFace => useFaceWith("bin", strings)
