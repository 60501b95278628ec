/**
 * What a page does not load at once, by the modules it comes in. They are few and large: each more is one more way to split
 * what they share with the rest, and small files compress badly.
 *
 * @since 1.0.7
 */
import * as LazyCode from "./LazyCode.js"

/**
 * What most pages call late or never: assets, their folders and shares; a space's bin, tasks, bucket and migration; changes to
 * files that are there, views of them, and new folders.
 *
 * @since 1.0.7
 * @category code
 */
export const seldom = LazyCode.make("this service", () => import("../../seldom/seldomCode.js"))

/**
 * What moves bytes: the runs of uploads, downloads and folders, and the engine under them.
 *
 * @since 1.0.7
 * @category code
 */
export const transfers = LazyCode.make("transfers", () => import("../../transfer/transferCode.js"))
