import { all, onPaper, openShare, shareIt, visit } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

/** The drive does not open the link, and says why. */
const refuse = (code: string, status: number): Act => async (page) => {
  const answer = { status, headers: { "retry-after": "840" }, json: { code, msg: code } }
  // the link itself leads to the page, which asks then
  await page.route(
    /\/share\//,
    (route) => route.request().resourceType() === "fetch" ? route.fulfill(answer) : route.continue()
  )
}

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
  {
    name: "public-code-wrong",
    path: inFolder,
    sizes: wideAndSmall,
    act: visit(
      links.code,
      all(
        (page) => page.getByRole("textbox").fill("K7QY"),
        (page) => page.getByRole("textbox").press("Enter"),
        (page) => page.getByRole("alert").getByText(/./).waitFor()
      )
    )
  },
  {
    name: "public-code-long",
    path: inFolder,
    sizes: wideAndSmall,
    act: visit(links.code, (page) => page.getByRole("textbox").fill("K7QX-and-more"))
  },
  ...([
    ["locked", "TooManyAttempts", 429],
    ["ended", "ShareExpired", 410],
    ["unanswered", "InternalError", 500]
  ] as const).map(([name, code, status]): Screen => ({
    name: `public-${name}`,
    path: inFolder,
    sizes: wideAndSmall,
    act: all(refuse(code, status), visit(links.text))
  })),
  ...(["picture", "text", "pdf", "look", "film", "sound", "none", "long"] as const).map((what): Screen => ({
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
