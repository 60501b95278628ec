import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type UploadFace = FaceWith<"upload">

/** `useLanguage` for what is loaded later. */
export const useUploadLanguage = (): UploadFace => useFaceWith("upload", strings)
