/**
 * Directories with those above them (Node).
 *
 * @since 1.0.7
 */
import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"

const isDirectory = (path: string): Promise<boolean> => stat(path).then((stats) => stats.isDirectory(), () => false)

/**
 * Makes the directory and those above it that are missing, all with this mode. Node's own `recursive` never ends where a file
 * system, such as Linux's `/proc`, says ENOENT although the directory above is there.
 *
 * @since 1.0.7
 * @category constructors
 */
export const makeDirectory = async (path: string, mode = 0o777): Promise<void> => {
  const make = () => mkdir(path, { mode })
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      const above = dirname(path)
      if (error.code !== "ENOENT" || above === path) throw error
      await makeDirectory(above, mode)
      // What it says now is what it means.
      await make()
    })
  } catch (error) {
    // Who is told that there is one already has it. Some systems refuse one that is there with other words.
    if (!await isDirectory(path)) throw error
  }
}
