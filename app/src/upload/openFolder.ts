/** Where what is dropped goes: into the folder that is open, one of its rows, a folder of the way to it, or a place of the sidebar. */
import { useRoute } from "../shell/useRoute.js"

export interface FileGoal {
  readonly folder: string
  /** What stands for the folder; `undefined` for the one that is open, which takes files anywhere. */
  readonly element: HTMLElement | undefined
  readonly name: string | undefined
}

/** `undefined` in rooms that are no folder. */
export const useOpenFolder = (): string | undefined => {
  const { address } = useRoute()
  const place = address === "Unknown" ? undefined : address.place
  return place?.room === "files" ? place.folder ?? "root" : undefined
}

/** A folder that is gone takes nothing. */
export const takesFiles = (): boolean => document.querySelector("#list > [data-gone]") === null

/** `open`: the folder whose rows are shown. Folders in other lists are no folders of files. */
export const fileGoalAt = ({ target }: Event, open: string | undefined): FileGoal | undefined => {
  if (!(target instanceof Element)) return undefined
  const element = target.closest<HTMLElement>(
    `[data-takes-files]${open === undefined ? "" : ", [data-folder][data-id]"}`
  )
  const folder = element?.dataset["takesFiles"] ?? element?.dataset["id"]
  if (element !== null && folder !== undefined) {
    return { folder, element, name: element.dataset["name"] ?? element.textContent }
  }
  return open === undefined || target.closest("#list") === null || !takesFiles()
    ? undefined
    : { folder: open, element: undefined, name: undefined }
}
