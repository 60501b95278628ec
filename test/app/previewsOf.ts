/** Files that are put into the drive of a stage and shown large. */
import type { Page } from "playwright-core"
import type { AppStage, TestedPlatform } from "./AppStage.js"

type Files = Readonly<Record<string, string | Uint8Array>>

export const viewer = (page: Page) => page.locator("[data-viewer]")
export const shown = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true })

export const previewsOf = (stage: () => AppStage) => {
  /** A folder with these files; gives its id and theirs. */
  const putFiles = async (platform: TestedPlatform, folder: string, files: Files) => {
    const spaceId = `${platform}-space`
    const { drive } = stage()
    const folderId = await drive.files.ensureFolder(folder, { spaceId })
    const entries = await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        const source = new Blob([typeof content === "string" ? content : new Uint8Array(content)])
        const { fileId } = await drive.uploads.start({ source, name, parentFileId: folderId }, { spaceId }).done
        return [name, fileId] as const
      })
    )
    return { folderId, ids: new Map<string, string>(entries) }
  }

  const openPreview = async (page: Page, platform: TestedPlatform, folderId: string, fileId: string | undefined) => {
    await page.goto(`${stage().origin}/${platform}-space/f/${folderId}?preview=${fileId ?? ""}`)
    await viewer(page).waitFor()
  }

  return { openPreview, putFiles }
}
