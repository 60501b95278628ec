import { all, onPaper, openShare, shareIt, visit } from "./acts.js"
import type { Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

export const screensOfShares = ({ inFolder, links }: Samples): ReadonlyArray<Screen> => [
  { name: "share-off", path: inFolder, sizes: wideAndSmall, act: openShare("dune survey") },
  { name: "share", path: inFolder, sizes: wideAndSmall, act: all(openShare("first frost"), shareIt) },
  {
    name: "share-question",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(openShare("first frost"), shareIt, (page) => page.getByRole("switch").nth(1).press("Space"))
  },
  {
    name: "public-code",
    path: inFolder,
    sizes: wideAndSmall,
    act: visit(links.code, (page) => page.getByRole("textbox").fill("K7"))
  },
  ...(["picture", "text", "pdf", "look"] as const).map((what): Screen => ({
    name: `public-${what}`,
    path: inFolder,
    sizes: wideAndSmall,
    act: visit(links[what])
  })),
  ...(["picture", "text", "pdf"] as const).map((what): Screen => ({
    name: `printed-share-${what}`,
    path: inFolder,
    sizes: wide,
    act: all(visit(links[what]), onPaper)
  })),
  { name: "public-gone", path: inFolder, sizes: wideAndSmall, act: visit(new URL("/s/nothing", links.text).href) }
]
