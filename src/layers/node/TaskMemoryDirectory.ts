/**
 * Archive tasks remembered in a directory (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { layerOf } from "../../services/inOrder.js"
import { TaskMemory } from "../../services/TaskMemory.js"
import * as BackedTasks from "../saved/BackedTasks.js"
import type { TaskBacking } from "../saved/TaskBacking.js"
import { makeDirectory } from "./makeDirectory.js"
import { replaceFile } from "./saved/replaceFile.js"

/** Ids may be longer than a file's name may be. */
const nameOf = (spaceId: string, taskId: string): string =>
  `${createHash("sha256").update(JSON.stringify([spaceId, taskId])).digest("hex")}.json`

/** Names that this store gives, to half-written files too; what else may lie in the folder is not its business. */
const ours = /^[\da-f]{64}\.json(\.[\da-f-]{36}\.new)?$/

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Half a file is as good as none: it does not decode.
    return undefined
  }
}

/** Another process may be clearing up too, so that a file is gone before it is looked at. */
const modifiedAt = (path: string): Promise<number> => stat(path).then((stats) => stats.mtimeMs, () => Infinity)

/**
 * The folder is made when it is first needed, and cleared of old tasks once a process.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (directory: string): TaskBacking => {
  let cleared = false

  const clear = async (oldest: number): Promise<void> => {
    if (cleared) return
    cleared = true
    for (const name of (await readdir(directory)).filter((one) => ours.test(one))) {
      const path = join(directory, name)
      if (await modifiedAt(path) < oldest) await rm(path, { force: true })
    }
  }

  return {
    save: async (task, oldest) => {
      await makeDirectory(directory, 0o700)
      await replaceFile(join(directory, nameOf(task.spaceId, task.taskId)), JSON.stringify(task))
      await clear(oldest)
    },
    load: (spaceId, taskId) =>
      readFile(join(directory, nameOf(spaceId, taskId)), "utf8").then(parse, (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined
        throw error
      })
  }
}

/**
 * One small JSON file a task in `directory`, which is made when it is first needed; files of more than 30 days go. Another
 * run of the program, or another process, knows what this one began.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: { readonly directory: string }): Layer.Layer<TaskMemory> =>
  layerOf(TaskMemory, Effect.sync(() => BackedTasks.make(make(options.directory))))
