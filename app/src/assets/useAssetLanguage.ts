import type { FaceWith } from "../language/useFaceWith.js"
import { useFaceWith } from "../language/useFaceWith.js"
import { strings } from "./laterStrings.js"

export type AssetFace = FaceWith<"assets">

/** `useLanguage` for what is loaded later. */
export const useAssetLanguage = (): AssetFace => useFaceWith("assets", strings)
