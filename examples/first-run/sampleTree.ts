/** A folder with something of everything: large, empty, nested, and names from several scripts. */
import { randomBytes } from "node:crypto"
import { copyFile, mkdir, open, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

const KiB = 1024
const MiB = 1024 * KiB

/** Small files: the path and the size in bytes. */
const files: ReadonlyArray<readonly [path: string, size: number]> = [
  ["notes.txt", 2_113],
  ["empty.bin", 0],
  ["photos/harbour.jpg", 3 * MiB + 17],
  ["photos/Zürich & Genève (1).png", 812 * KiB],
  ["photos/2026/夏の海.jpg", 6 * MiB + 5],
  ["documents/Отчёт за год.pdf", 640 * KiB],
  ["documents/تقرير.txt", 9 * KiB],
  ["documents/報告書 最終版.docx", 77 * KiB],
  ["documents/100% #1 + more.md", 1_024],
  ["music/Εισαγωγή.flac", 11 * MiB],
  ["music/विंध्य.mp3", 5 * MiB + 1],
  ["emoji/🚀 launch.bin", 5 * MiB],
  ["a/very/deep/path/to/one/file.txt", 12]
]

const large = { path: "video/large.mov", size: 104 * MiB + 185_991 }

/** The same bytes again, last in the queue: the drive has them by then and need not be sent them. */
const twin = { of: "documents/Отчёт за год.pdf", path: "video/Отчёт (копия).pdf" }

export const make = async (root: string, signal: AbortSignal): Promise<void> => {
  for (const [path, size] of files) {
    signal.throwIfAborted()
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), randomBytes(size))
  }
  await mkdir(join(root, "empty folder"))
  await mkdir(join(root, "video"))
  const file = await open(join(root, large.path), "w")
  try {
    for (let left = large.size; left > 0; left -= MiB) {
      signal.throwIfAborted()
      await file.write(randomBytes(Math.min(MiB, left)))
    }
  } finally {
    await file.close()
  }
  await copyFile(join(root, twin.of), join(root, twin.path))
}
