/** What a finger presses is 44 px large, whatever it looks like: on a tablet upright, and on a phone. */
import type { Locator, Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { newContext, openFolderIn, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"

const stage = setAppStage({ faultSwitches: true })

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("touch targets/in two folders", there)
  await drive.files.ensureFolder("touch targets/in two folders/inner", there)
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
})

/**
 * What is pressed 21 px beside the middle of a button is still that button, or the next one, which has its own middle. Those at an
 * edge of the page are left out.
 */
const tooSmall = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`{
    const pressed = "button, a[href], [role='menuitem'], [role='tab'], [role='radio'], summary, label, select, input"
    const reach = 21
    const sees = (element, x, y) => {
      const there = document.elementFromPoint(x, y)
      return there !== null && (element.contains(there) || there.contains(element) && there.matches("label"))
    }
    const isOther = (element, x, y) => {
      const there = document.elementFromPoint(x, y)?.closest(pressed)
      return there !== null && there !== undefined && there !== element
    }
    const found = []
    for (const element of document.querySelectorAll(pressed)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest("[inert]")) continue
      if (element.tagName === "LABEL" && element.querySelector("input") === null) continue
      if (element.matches("label input, [role='row'] [role='checkbox'], .skip")) continue
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
      const box = element.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (box.width < 2 || x < reach || y < reach || x > innerWidth - reach || y > innerHeight - reach) continue
      if (!sees(element, x, y)) continue
      const missed = [[-reach, 0], [reach, 0], [0, -reach], [0, reach]]
        .filter(([dx, dy]) => !sees(element, x + dx, y + dy) && !isOther(element, x + dx, y + dy))
      if (missed.length > 0) {
        const name = element.ariaLabel ?? element.textContent.trim().slice(0, 30)
        found.push(name + " " + Math.round(box.width) + " x " + Math.round(box.height) + ": " + missed.join(" | "))
      }
    }
    found
  }`)

const select = async (page: Page): Promise<void> => {
  await row(page, "one.txt").focus()
  await page.keyboard.press("x")
}

/** What is opened by keys over a row that is selected. */
const opened = (keys: string, shown: string) => async (page: Page): Promise<void> => {
  await select(page)
  await page.keyboard.press(keys)
  await page.locator(shown).waitFor()
}

const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "a list": async () => {},
  "a list with something selected": select,
  "a filter that is set": async (page) => page.getByRole("button", { name: "Documents" }).click(),
  details: opened("i", "aside"),
  "the dialog that moves": opened("Shift+M", "[role='dialog'] [role='tree']"),
  "the dialog that shares": async (page) => {
    await opened("Shift+S", "[role='dialog'] [role='switch']")(page)
    await page.getByRole("switch").first().press("Space")
    await page.getByRole("dialog").getByRole("radio").first().waitFor()
  },
  "the dialog of a name": opened("Shift+N", "[role='dialog'] input"),
  "a preview of text": async (page) => {
    await row(page, "one.txt").focus()
    await page.keyboard.press("Enter")
    await page.locator("[data-viewer] [data-line]").first().waitFor()
  },
  "the inspector": async (page) => {
    await page.keyboard.press("Control+.")
    await page.getByRole("switch").first().waitFor()
  }
}

describe.each([["a tablet", 768, 1024], ["a phone", 360, 740]] as const)("%s", (_, width, height) => {
  test.each(Object.entries(states))("%s", async (_name, lead) => {
    const context = await newContext(stage(), { viewport: { width, height }, hasTouch: true, isMobile: true })
    const page = await openFolderIn(context, stage(), "s3", folder)
    await row(page, "one.txt").waitFor()
    await lead(page)
    expect(await tooSmall(page)).toEqual([])
    await context.close()
  })
})

describe("a phone of the least width", () => {
  beforeAll(async () => {
    const { drive } = stage()
    const picture =
      "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='600'><rect width='900' height='600'/></svg>"
    for (const [name, content] of [["three.md", "# Three"], ["four.svg", picture]] as const) {
      await drive.uploads.start({ source: new Blob([content]), name, parentFileId: folder }, { spaceId: "s3-space" })
        .done
    }
  })

  const open = async (width: number): Promise<Page> => {
    const context = await newContext(stage(), { viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
    return openFolderIn(context, stage(), "s3", folder)
  }
  /** Those of which something else takes a press near an edge, or that are out of sight. */
  const covered = (tools: Locator): Promise<ReadonlyArray<string | null>> =>
    tools.evaluateAll((all) =>
      all.filter((one) => {
        const { bottom, left, right, top } = one.getBoundingClientRect()
        const places = [left + 1, (left + right) / 2, right - 1].map((x) =>
          document.elementFromPoint(x, (top + bottom) / 2)
        )
        return one.checkVisibility() && places.some((there) => !one.contains(there))
      }).map((one) => one.getAttribute("aria-label"))
    )

  test.each([320, 359, 360])("what is beside the tools of a preview covers none, at %i px", async (width) => {
    const page = await open(width)
    const tools = page.locator("[data-viewer] [role='toolbar']").getByRole("button")
    for (const name of ["three.md", "four.svg"]) {
      await row(page, name).focus()
      await page.keyboard.press("Enter")
      await tools.nth(5).waitFor()
      expect(await covered(tools), name).toEqual([])
      expect(await covered(page.locator("[data-viewer] [data-way]")), name).toEqual([])
      await page.goBack()
      await tools.first().waitFor({ state: "detached" })
    }
    await page.context().close()
  })

  test("the inspector can be closed", async () => {
    const page = await open(320)
    await row(page, "one.txt").waitFor()
    await states["the inspector"]?.(page)
    expect(await covered(page.locator(".edi-tools button"))).toEqual([])
    await page.context().close()
  })
})
