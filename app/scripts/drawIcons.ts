/** Draws the icons of the installed drive out of its mark: `node scripts/start.js app/scripts/drawIcons.ts`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"

const folder = join(process.cwd(), "app/public")
const mark = readFileSync(join(folder, "mark.svg"), "utf8")
const drawing = /<path.*(?=<\/svg>)/s.exec(mark)?.[0] ?? ""

/** `share` of the side is the mark; `corner` is that of its ground, in parts of the side. */
const draw = async (name: string, size: number, share: number, corner: number): Promise<void> => {
  const inset = (26 / share - 26) / 2
  const side = 26 + 2 * inset
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-inset} ${-inset} ${side} ${side}">
    <style>.a{fill:#9db2f6}.b{fill:#2a4fd0}</style>
    <rect x="${-inset}" y="${-inset}" width="${side}" height="${side}" rx="${side * corner}" fill="#fff"/>
    ${drawing}
  </svg>`
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(join(folder, name))
}

await draw("icon-192.png", 192, 0.72, 0.22)
await draw("icon-512.png", 512, 0.72, 0.22)
// the outer tenth of it may be cut off
await draw("icon-maskable-512.png", 512, 0.56, 0)
