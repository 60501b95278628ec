import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type ShareFace = FaceWith<"share">

/** `useLanguage` for what is loaded later. */
export const useShareLanguage = (): ShareFace => useFaceWith("share", strings)
