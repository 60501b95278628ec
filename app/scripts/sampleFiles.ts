/** Files to look at, all made here: pictures, a film, sound, documents, deep folders, and names in many scripts. */
import type { DriveClient } from "effect-drive/promise"
import sharp from "sharp"
import { putSampleLibrary } from "./sampleLibrary.js"
import { letter, pdf, spreadsheet } from "./samples/documents.js"
import { film } from "./samples/film.js"
import { sound } from "./samples/sound.js"
import { survey } from "./samples/survey.js"
import { captions, names, siteNotes, tideModel, welcome } from "./samples/texts.js"
import { zip } from "./samples/zip.js"

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

const plan = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400">
  <rect width="600" height="400" fill="#f5f7fa"/><path d="M40 300h520v60H40z" fill="#7fb2d6"/>
  <path d="M80 120h180v140H80zM300 80h220v180H300z" fill="none" stroke="#33415c" stroke-width="4"/>
  <path d="M260 190h40M170 260v40M410 260v40" stroke="#c96f4a" stroke-width="6"/>
  <text x="90" y="110" font-size="20" fill="#33415c">给排水</text><text x="310" y="70" font-size="20" fill="#33415c">电气</text></svg>`

const drawn = (picture: string): Promise<Buffer> => sharp(Buffer.from(picture)).jpeg({ quality: 82 }).toBuffer()

const dusk = (at: number): string =>
  scene(["#3b3a72", "#a76a94", "#f6b28a"], ["#584a7c", "#3a315e", "#241f45"], Math.round(120 + at * 720))

type Files = Readonly<Record<string, string | Buffer>>

const harbourFiles = async (): Promise<Files> => {
  const made = await Promise.all(
    Object.entries(pictures).map(async ([name, picture]) => [name, await drawn(picture)] as const)
  )
  const shots = Object.fromEntries(made)
  return {
    ...shots,
    "drone pass 03, low tide, north quay.webm": await film({ seconds: 6, width: 640, height: 480, draw: dusk }),
    "drone pass 03, low tide, north quay.en.vtt": captions.en,
    "drone pass 03, low tide, north quay.zh-CN.vtt": captions.zh,
    "Kostenübersicht 2026.xlsx": spreadsheet([["Posten", "Plan", "Ist"], ["Rammarbeiten", 418_000, 421_900]]),
    "Pier 4 structural survey, revised after the tide inspection of 14 October, with the divers’ notes and appendix B.pdf":
      survey(),
    "site-notes.md": siteNotes,
    "tide-model.py": tideModel,
    "مخطط الميناء الجديد.pdf": pdf("Plan of the new harbour", [[
      "Scale 1 : 2,500",
      "",
      "North quay, south quay, basin."
    ]]),
    "음성 메모 0412.wav": sound(),
    "港口改造 总平面图 v12（送审稿，含给排水与电气）.svg": plan,
    "photos-week-46 🏗️.zip": zip(Object.fromEntries(made.slice(0, 4))),
    "tender, second round.docx": letter(["Tender, second round", "Offers are due on 4 December at noon."])
  }
}

/** What one sees first. */
const firstFiles = (files: Files): Files => ({
  "Welcome.md": welcome,
  ...Object.fromEntries(
    ["harbour at dusk.jpg", "dune survey, east.jpg", "Kostenübersicht 2026.xlsx"].flatMap((name) => {
      const file = files[name]
      return file === undefined ? [] : [[name, file]]
    })
  )
})

const contracts = (): Files => ({
  "Framework agreement, crane hire.pdf": pdf("Framework agreement, crane hire", [[
    "Between the harbour office and the hirer.",
    "",
    "Term: 1 March to 30 November 2026."
  ]]),
  "Tender, first round.docx": letter(["Tender, first round", "Offers were due on 2 October at noon."])
})

const folders = ["01 Survey", "02 Drawings", "03 Renders for the council", "Lighting", "会议记录"]

const deepFolder = "Photographs/2026/November/Week 46/From the crane"

/** What is there already is replaced, so that a second run after a broken one leaves nothing twice. */
const put = (drive: DriveClient, parentFileId: string, files: Files): Promise<unknown> =>
  Promise.all(
    Object.entries(files).map(([name, content]) => {
      const bytes = typeof content === "string" ? content : new Uint8Array(content)
      return drive.uploads.start({ source: new Blob([bytes]), name, parentFileId, checkNameMode: "overwrite" }).done
    })
  )

/** Puts the sample files into the selected space; gives the id of their folder. */
export const putSampleFiles = async (drive: DriveClient): Promise<string> => {
  const files = await harbourFiles()
  const parentFileId = await drive.files.ensureFolder("Projects/Harbour rebuild")
  for (const name of folders) await drive.files.ensureFolder(`Projects/Harbour rebuild/${name}`)
  await put(drive, await drive.files.ensureFolder("Contracts"), contracts())
  await put(drive, parentFileId, files)
  const pictureNames = Object.keys(pictures)
  const some = Object.fromEntries(Object.entries(files).filter(([name]) => pictureNames.includes(name)).slice(3))
  await put(drive, await drive.files.ensureFolder(deepFolder), some)
  await put(drive, await drive.files.ensureFolder("Names"), names)
  await put(drive, "root", firstFiles(files))
  await putSampleLibrary(drive, parentFileId)
  return parentFileId
}
