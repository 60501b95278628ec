import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type FilesFace = FaceWith<"files">

/** `useLanguage` for dialogs and details, which are loaded later. */
export const useFilesLanguage = (): FilesFace => useFaceWith("files", strings)
