/**
 * Small files that survive a crash (Node).
 *
 * @since 1.0.7
 */
import { randomUUID } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"

const write = async (path: string, text: string): Promise<void> => {
  const file = await open(path, "wx", 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The file is either the old one or the new one, whole, whenever the machine stops. Of two writers the last one stays. `allowed` is
 * asked at the last moment, when only the name is still to be changed; `false` when it said no.
 *
 * @since 1.0.7
 * @category combinators
 */
export const replaceFile = async (
  path: string,
  text: string,
  allowed: () => Promise<boolean> = () => Promise.resolve(true)
): Promise<boolean> => {
  const fresh = `${path}.${randomUUID()}.new`
  try {
    await write(fresh, text)
    if (!await allowed()) return false
    await rename(fresh, path)
    return true
  } finally {
    await rm(fresh, { force: true })
  }
}
