import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

/** `useLanguage` for what is loaded later: the page that signs in, and the table of keys. */
export const useShellLanguage = (): FaceWith<"shell"> => useFaceWith("shell", strings)
