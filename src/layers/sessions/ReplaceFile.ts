/**
 * Small files that survive a crash (Node).
 *
 * @since 1.0.7
 */
import { open, rename } from "node:fs/promises"

/**
 * The file is either the old one or the new one, whole, whenever the machine stops. One writer at a time.
 *
 * @since 1.0.7
 * @category combinators
 */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const fresh = `${path}.new`
  const file = await open(fresh, "w", 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
}
