/** Files to look at: pictures that are drawn here, and names in many scripts. */
import type { DriveClient } from "effect-drive/promise"
import sharp from "sharp"

/** A small sea or a row of hills under a sky, from a few numbers. */
const scene = (sky: readonly [string, string, string], ground: ReadonlyArray<string>, sun: number): string => {
  const hills = ground.map((colour, index) => {
    const base = 330 + index * 55
    const points = Array.from({ length: 33 }, (_, step) => {
      const x = step * 30
      const wave = Math.sin(step * (0.35 + index * 0.13) + index * 2) * 36 + Math.sin(step * 0.9 + index) * 14
      return `${x},${Math.round(base + wave)}`
    })
    return `<polygon fill="${colour}" points="0,720 ${points.join(" ")} 960,720"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">
    <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/>
    <stop offset=".55" stop-color="${sky[1]}"/><stop offset="1" stop-color="${sky[2]}"/></linearGradient>
    <radialGradient id="g"><stop stop-color="#fff6e2"/><stop offset=".25" stop-color="#fff3d6" stop-opacity=".5"/>
    <stop offset="1" stop-color="#fff3d6" stop-opacity="0"/></radialGradient></defs>
    <rect width="960" height="720" fill="url(#s)"/><circle cx="${sun}" cy="300" r="190" fill="url(#g)" opacity=".8"/>
    <circle cx="${sun}" cy="300" r="34" fill="#fff6e2"/>${hills.join("")}</svg>`
}

const pictures: Readonly<Record<string, string>> = {
  "harbour at dusk.jpg": scene(["#3b3a72", "#a76a94", "#f6b28a"], ["#584a7c", "#3a315e", "#241f45"], 620),
  "quay-panorama-west.jpg": scene(["#2f2b5c", "#865a94", "#eaa27f"], ["#5b4a78", "#3d3363", "#282349"], 640),
  "morning fog, slipway.jpg": scene(["#9dbbd8", "#cdddea", "#f2eee2"], ["#9fb3c4", "#7c97ae", "#4f708c"], 300),
  "reed belt north.jpg": scene(["#cfe0da", "#dfebdd", "#eff3e4"], ["#9ab8a5", "#5e8d78", "#2c5a4a"], 480),
  "night works, lighting test.jpg": scene(["#0a1030", "#182457", "#2a3b7a"], ["#20326d", "#16224f", "#0c1433"], 700),
  "old town from the mole.jpg": scene(["#2a2350", "#5e4278", "#c97f86"], ["#3b2f5d", "#2b2248", "#1b1632"], 250),
  "dune survey, east.jpg": scene(["#7fb2d6", "#bcd9e6", "#f6efdc"], ["#eac48a", "#d9a766", "#b98446"], 640),
  "first frost.jpg": scene(["#6f9bd0", "#b7d0ea", "#eef4fa"], ["#dbe7f3", "#b4cbe2", "#8aaed0"], 420),
  "evening, breakwater.jpg": scene(["#f29aa2", "#f8c0b8", "#fde5d3"], ["#cf8299", "#a3638a", "#6f4876"], 520)
}

const others: Readonly<Record<string, number>> = {
  "drone pass 03, low tide, north quay.mp4": 4_600_000,
  "Kostenübersicht 2026.xlsx": 421_900,
  "Pier 4 structural survey, revised after the tide inspection of 14 October, with the divers’ notes and appendix B.pdf":
    2_610_000,
  "site-notes.md": 6_451,
  "tide-model.py": 19_150,
  "مخطط الميناء الجديد.pdf": 304_000,
  "음성 메모 0412.m4a": 1_468_000,
  "港口改造 总平面图 v12（送审稿，含给排水与电气）.dwg": 605_000,
  "photos-week-46 🏗️.zip": 721_000,
  "tender, second round.docx": 88_200,
  "council talk.pptx": 1_930_000
}

const folders = ["01 Survey", "02 Drawings", "03 Renders for the council", "Lighting", "会议记录"]

/** Puts the sample files into the selected space; gives the id of their folder. */
export const putSampleFiles = async (drive: DriveClient): Promise<string> => {
  const parentFileId = await drive.files.ensureFolder("Projects/Harbour rebuild")
  for (const name of folders) await drive.files.ensureFolder(`Projects/Harbour rebuild/${name}`)
  await drive.files.ensureFolder("Contracts")
  await drive.files.ensureFolder("Photographs/2026/November/Week 46/From the crane")
  for (const [name, picture] of Object.entries(pictures)) {
    const source = new Blob([await sharp(Buffer.from(picture)).jpeg({ quality: 82 }).toBuffer()])
    await drive.uploads.start({ source, name, parentFileId }).done
  }
  for (const [name, size] of Object.entries(others)) {
    const bytes = new Uint8Array(size)
    for (let index = 0; index < size; index += 4096) bytes[index] = (index / 4096 + name.length) % 256
    await drive.uploads.start({ source: new Blob([bytes]), name, parentFileId }).done
  }
  return parentFileId
}
