/**
 * The tests of uploads once more, by a thread as a page has one: small files go by plain calls, parts by one fiber, and what does not go
 * well at once goes on as everywhere.
 */
import { readdirSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { usual } from "./memoryUploads.js"

usual.byThread = true

const own = basename(fileURLToPath(import.meta.url))

for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
  if (!file.endsWith(".test.ts") || file === own) continue
  const { href } = new URL(file, import.meta.url)
  await import(href)
}
