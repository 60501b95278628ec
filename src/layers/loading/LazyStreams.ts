/**
 * What keeps a stream before it is uploaded. Few pages upload one.
 */
import * as LazyCode from "./LazyCode.js"

export const streamCode = LazyCode.make("streams", () => import("./streamCode.js"))
