import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type SpaceFace = FaceWith<"space">

/** `useLanguage` for what is loaded later. */
export const useSpaceLanguage = (): SpaceFace => useFaceWith("space", strings)
