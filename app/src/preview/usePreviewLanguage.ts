import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

/** `useLanguage` for the viewer and its stages, which are loaded later. */
export const usePreviewLanguage = (): FaceWith<"preview"> => useFaceWith("preview", strings)
