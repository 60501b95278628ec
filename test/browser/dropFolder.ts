/** A drop as a person makes it: a synthetic DataTransfer has no entries. */
import type { Page } from "playwright-core"

export const dropFolder = async (page: Page, folder: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data })
  }
  await session.detach()
}
