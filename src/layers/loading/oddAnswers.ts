/**
 * The code of answers that do not fit at once, which a page loads with the first of them.
 */
import * as LazyCode from "./LazyCode.js"

export const oddAnswers = LazyCode.make("odd answers", () => import("./oddAnswerCode.js"))
