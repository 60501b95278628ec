/**
 * What a page does not load at once, by the modules it comes in. They are few and large: each more is one more way to split
 * what they share, and small files compress badly.
 *
 * @since 1.0.7
 */
import * as LazyCode from "./LazyCode.js"

/**
 * Assets, their folders and their shares.
 *
 * @since 1.0.7
 * @category code
 */
export const assets = LazyCode.make("assets", () => import("./assets/code.js"))

/**
 * What is seldom asked of a space: its recycle bin, its tasks, its bucket, its migration.
 *
 * @since 1.0.7
 * @category code
 */
export const upkeep = LazyCode.make("a space's upkeep", () => import("./upkeep/code.js"))

/**
 * What moves bytes: the runs of uploads, downloads and folders, and the engine under them.
 *
 * @since 1.0.7
 * @category code
 */
export const transfers = LazyCode.make("transfers", () => import("./transferCode.js"))
