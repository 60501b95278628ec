import { all, onPaper, press, shows, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

const picture = shows("[data-viewer] img[alt]:not([alt=''])")
const firstLine: Act = (page) => page.locator("[data-line]").first().waitFor()
const slider: Act = (page) => page.getByRole("slider", { name: /Position|位置/ }).waitFor()

/** Name, the beginning of the file's name, what leads there. */
const previews: ReadonlyArray<readonly [name: string, start: string, act: Act]> = [
  ["picture", "harbour at", all(picture, wait(600))],
  ["code", "tide-model", all(firstLine, wait(400))],
  ["find", "tide-model", all(firstLine, press("Control+f"), (page) => page.keyboard.type("return"))],
  ["markdown", "site-notes", shows("[data-viewer] [role='document'] h1")],
  ["pdf", "Pier 4", all(shows("[data-page='1'] canvas"), wait(900))],
  [
    "pdf-find",
    "Pier 4",
    all(shows("[data-page='1'] canvas"), press("Control+f"), (page) => page.keyboard.type("pier"), wait(900))
  ],
  ["video", "drone pass 03, low tide, north quay.webm", all(slider, wait(500))],
  [
    "captions",
    "drone pass 03, low tide, north quay.webm",
    all(slider, press("c"), shows("[data-captions]"), wait(300))
  ],
  ["audio", "음성", slider],
  ["none", "photos-week-46", (page) => page.locator("[data-viewer] h2").nth(1).waitFor()]
]

export const screensOfPreviews = ({ previewOf }: Samples): ReadonlyArray<Screen> => [
  ...previews.map(([name, start, act]): Screen => ({
    name: `preview-${name}`,
    path: previewOf(start),
    sizes: wideAndSmall,
    act
  })),
  ...previews.filter(([name]) => ["picture", "code", "markdown", "pdf"].includes(name)).map((
    [name, start, act]
  ): Screen => ({ name: `printed-${name}`, path: previewOf(start), sizes: wide, act: all(act, onPaper) })),
  {
    name: "preview-zoomed",
    path: previewOf("harbour at"),
    sizes: wide,
    act: all(picture, press("+", "+", "+", "+"))
  }
]
