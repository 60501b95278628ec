/** Numbers of five digits, wherever something is counted. */
import { all, pressButton, row, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wideAndSmall } from "./Screen.js"

const many = 12_345

/** The service answers with so many of what it has one of. */
const multiply = (address: RegExp): Act => async (page) => {
  let first: object | undefined
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const answer: { readonly data: { readonly list: ReadonlyArray<object> } } = await response.json()
    first ??= answer.data.list[0]
    const { searchParams } = new URL(route.request().url())
    const size = Number(searchParams.get("page_size") ?? many)
    const from = (Number(searchParams.get("page") ?? 1) - 1) * size
    const list = Array.from({ length: Math.min(size, many - from) }, (_, at) => ({
      ...first,
      file_id: `many-${from + at}`,
      file_name: `sounding ${from + at + 1}.csv`,
      file_type: 1,
      file_size: 1_234_567 + at
    }))
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, list, total: many, next_marker: "" } } })
  })
  await page.reload()
  await row(page, "sounding 1.csv").waitFor()
}

const selectAll: Act = async (page) => {
  await row(page, "sounding 1.csv").focus()
  await page.keyboard.press("x")
  await page.keyboard.press("ControlOrMeta+a")
}

const manyFiles = multiply(/\/file\/[^/]+\/list/)
const manyInBin = multiply(/\/recycles/)

export const screensOfCounts = ({ inSoundings }: Samples): ReadonlyArray<Screen> => {
  const sizes = ["wide", "medium", "small"] as const
  return [
    { name: "counts", path: inSoundings, sizes, act: manyFiles },
    { name: "counts-selected", path: inSoundings, sizes, act: all(manyFiles, selectAll, wait(400)) },
    {
      name: "counts-details",
      path: inSoundings,
      sizes: wideAndSmall,
      act: all(manyFiles, selectAll, wait(400), pressButton(/^(Details|详情|More|更多)$/), wait(400))
    },
    { name: "counts-bin", path: "/nordhafen/bin", sizes, act: manyInBin },
    {
      name: "counts-bin-clear",
      path: "/nordhafen/bin",
      sizes: wideAndSmall,
      act: all(manyInBin, pressButton(/^(Clear the bin|清空回收站)/), (page) => page.getByRole("alertdialog").waitFor())
    },
    {
      name: "counts-bin-selected",
      path: "/nordhafen/bin",
      sizes,
      act: all(manyInBin, selectAll, wait(400))
    }
  ]
}
